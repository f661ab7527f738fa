package follow_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
)

var _ = Describe("A stream that is followed", func() {
	It("counts sessions with an open turn, and open calls", func() {
		s := follow.New(&marked)
		take := func(e spec.Event) {
			s.Take(&e, s.Keys(&e), 0)
		}
		for _, e := range []spec.Event{begun, called, event(spec.TurnStart, in("other"))} {
			take(e)
		}
		Expect(s.Busy()).To(Equal(2))
		Expect(s.OpenCalls(s.Session("s"))).To(Equal(1))
		Expect(s.Turns(s.Session("s"))).To(HaveLen(1))
		Expect(s.Name(s.Turns(s.Session("s"))[0].Key)).To(Equal("1"))
		take(ended)
		Expect(s.Busy()).To(Equal(1))
		Expect(s.OpenCalls(s.Session("s"))).To(BeZero())
		take(event(spec.Cancel, global))
		Expect(s.Busy()).To(BeZero())
	})

	It("ends the turns of all sessions but some, where a reader waits no longer", func() {
		s := follow.New(&marked)
		for _, e := range []spec.Event{begun, event(spec.TurnStart, in("other"))} {
			s.Take(&e, s.TurnKeys(&e), 0)
		}
		Expect(s.Opened()).To(Equal(2))
		kept := s.Session("other")
		s.EndTurns(func(k follow.Key) bool { return k == kept })
		Expect(s.Busy()).To(Equal(1))
		Expect(s.Turns(kept)).To(HaveLen(1))
	})

	It("keeps its keys when it begins again, and knows nothing", func() {
		s := follow.New(&marked)
		k := s.AllKeys(&called)
		s.Take(&begun, &k, 0)
		s.Take(&called, &k, 1)
		Expect(s.By(k.Call)).To(BeEquivalentTo(1))
		s.Reset()
		found, by := s.Find(&called, &k)
		Expect(found.Has(follow.CallNamed | follow.TurnBegun | follow.MessageKnown)).To(BeFalse())
		Expect(by).To(BeEquivalentTo(-1))
		Expect(s.AllKeys(&called)).To(Equal(k))
	})

	It("has a message without an id that is new once it has ended", func() {
		s := follow.New(&marked)
		finds := func(e spec.Event) follow.Found {
			k := s.Keys(&e)
			found, _ := s.Find(&e, k)
			s.Take(&e, k, 0)
			return found
		}
		text := event(spec.Text, words)
		Expect(finds(text).Has(follow.MessageKnown)).To(BeFalse())
		Expect(finds(text).Has(follow.MessageKnown)).To(BeTrue())
		finds(event(spec.MessageClose))
		Expect(finds(text).Has(follow.MessageKnown)).To(BeFalse())
	})

	It("is followed whatever it says", func() {
		for _, turns := range []spec.Turns{spec.TurnsMarked, spec.TurnsOverlap, spec.TurnsRun} {
			f := with(marked, func(f *spec.Features) { f.Turns = turns })
			s, n := follow.New(&f), 0
			for _, session := range []string{"", "s", "k"} {
				for k := range spec.Kind(40) {
					e := event(k, in(session), turn("1"), message("m"), call("c"), slot("0"), user)
					e.Global, e.NoSession, e.Fatal, e.Parent = n%11 == 0, n%7 == 0, n%2 == 0, spec.To("k")
					keys := s.AllKeys(&e)
					s.Find(&e, &keys)
					s.Take(&e, &keys, int32(n))
					n++
				}
			}
			Expect(s.Busy()).To(BeNumerically(">=", 0))
		}
	})

	It("allocates nothing an event once it is warm", func() {
		s := follow.New(&marked)
		events := []spec.Event{begun, opened, wrote, called, done, ended, event(spec.Cancel, global)}
		Expect(testing.AllocsPerRun(100, func() {
			s.Clear()
			for i := range events {
				k := s.Keys(&events[i])
				s.Find(&events[i], k)
				s.Take(&events[i], k, 0)
			}
		})).To(BeZero())
	})
})

var _ = Describe("A bounded stream", func() {
	take := func(s *follow.Follower, e spec.Event) follow.Found {
		k := s.Keys(&e)
		found, _ := s.Find(&e, k)
		s.Take(&e, k, 0)
		return found
	}

	It("knows no more names than it may, and the sessions that spoke last", func() {
		s, gone := follow.New(&marked), 0
		s.Bound(100, 1<<20, func(follow.Key) { gone++ })
		for i := range 10_000 {
			id := strings.Repeat("x", 1+i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26)
			take(s, event(spec.TurnStart, in(id), turn("1")))
			take(s, begun)
			Expect(s.Names()).To(BeNumerically("<=", 105))
			Expect(s.Busy()).To(BeNumerically("<=", 100))
		}
		Expect(gone).To(BeNumerically(">", 1000))
		Expect(take(s, wrote).Has(follow.TurnOpen)).To(BeTrue())
	})

	It("keeps no more of long names than it may", func() {
		s := follow.New(&marked)
		s.Bound(100, 1<<16, nil)
		for i := range 200 {
			take(s, event(spec.CallOpen, call(strings.Repeat("x", 1<<14+i))))
		}
		Expect(s.Names()).To(BeNumerically("<", 10))
	})

	It("forgets what is over first", func() {
		s := follow.New(&marked)
		s.Bound(64, 1<<20, nil)
		take(s, begun)
		take(s, called)
		for i := range 1000 {
			id := call(strings.Repeat("x", 1+i))
			take(s, event(spec.CallOpen, id))
			take(s, event(spec.CallDone, id))
		}
		Expect(take(s, done).Has(follow.CallOpen)).To(BeTrue())
	})
})

// BenchmarkTake follows a turn with a message and a call: once by name, and once by
// keys that are known.
func BenchmarkTake(b *testing.B) {
	events := []spec.Event{begun, opened, wrote, wrote, wrote, called, done, ended}
	b.Run("names", func(b *testing.B) {
		s := follow.New(&marked)
		for b.Loop() {
			s.Clear()
			for i := range events {
				k := s.Keys(&events[i])
				s.Find(&events[i], k)
				s.Take(&events[i], k, 0)
			}
		}
	})
	b.Run("keys", func(b *testing.B) {
		s := follow.New(&marked)
		keys := make([]follow.Keys, len(events))
		for i := range events {
			keys[i] = s.AllKeys(&events[i])
		}
		for b.Loop() {
			s.Reset()
			for i := range events {
				s.Find(&events[i], &keys[i])
				s.Take(&events[i], &keys[i], int32(i))
			}
		}
	})
}
