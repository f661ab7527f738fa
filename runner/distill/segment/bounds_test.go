package segment_test

import (
	"fmt"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// feed gives a cutter one event a record and returns how many segments came, and
// how large the largest was.
func feed(c *segment.Cutter, n int, event func(i int) spec.Event) (segments, largest int, open bool) {
	GinkgoHelper()
	count := func(s *segment.Segment) error {
		segments++
		largest, open = max(largest, len(s.Stream.Events)), open || s.Cut
		return nil
	}
	for i := range n {
		e := event(i)
		e.Record = i + 1
		Expect(c.Add([]spec.Event{e}, count)).To(Succeed())
	}
	Expect(c.End(spec.EOF, count)).To(Succeed())
	return segments, largest, open
}

var _ = Describe("A cutter's memory", func() {
	f := neutral.New().Features("")
	const most = segment.DefaultEvents

	It("is that of one segment when a turn never ends, which is cut and says so", func() {
		c := segment.NewCutter(f, segment.Options{})
		segments, largest, open := feed(c, 200_000, func(i int) spec.Event {
			if i == 0 {
				return spec.Event{Kind: spec.TurnStart, Session: "s", Turn: "1"}
			}
			return spec.Event{Kind: spec.Text, Session: "s", Message: "m", Text: "a"}
		})
		Expect(segments).To(Equal(200_000/most + 1))
		Expect(largest).To(Equal(most+1), "the open turn is said in front")
		Expect(open).To(BeTrue())
		Expect(c.Room()).To(BeNumerically("<", 2*most))
	})

	It("does not grow with sessions, of which it knows those that spoke last", func() {
		for _, kind := range []spec.Kind{spec.SessionOpen, spec.TurnStart, spec.Text, spec.CallOpen, spec.NoteEvent} {
			c := segment.NewCutter(f, segment.Options{})
			_, largest, _ := feed(c, 100_000, func(i int) spec.Event {
				return spec.Event{
					Kind: kind, Session: "s" + strconv.Itoa(i), Turn: "1", Message: "m", Call: "c", Text: "a",
					Parent: spec.To("s" + strconv.Itoa(i+1)), ParentCall: spec.To("c"),
				}
			})
			Expect(c.Sessions()).To(BeNumerically("<=", 16_384), kind.String())
			Expect(largest).To(BeNumerically("<=", most), kind.String())
		}
	})

	It("bears sessions that are each other's parents", func() {
		c := segment.NewCutter(f, segment.Options{Join: 1})
		segments, _, open := feed(c, 30_000, func(i int) spec.Event {
			me, other := strconv.Itoa(i/3%2), strconv.Itoa((i/3+1)%2)
			kinds := []spec.Kind{spec.SessionOpen, spec.TurnStart, spec.SessionClose}
			return spec.Event{Kind: kinds[i%3], Session: me, Parent: spec.To(other), Turn: fmt.Sprint(i / 3)}
		})
		Expect(open).To(BeFalse())
		Expect(segments).To(Equal(10_000))
	})

	It("does not wait for calls that nobody answers, nor for a sub-session that never closes", func() {
		for _, stray := range []spec.Kind{spec.CallOpen, spec.SessionOpen} {
			c := segment.NewCutter(f, segment.Options{})
			segments, largest, _ := feed(c, 60_000, func(i int) spec.Event {
				e := spec.Event{Session: "s", Turn: fmt.Sprint(i / 4), Message: fmt.Sprint(i / 4)}
				switch i % 4 {
				case 0:
					e.Kind = spec.TurnStart
				case 1:
					e.Kind = spec.Text
					e.Text = "a"
				case 2:
					e.Kind = stray
					e.Call = fmt.Sprint(i)
					if stray == spec.SessionOpen {
						e.Session, e.Parent = "child", spec.To("s")
					}
					if i > 4 {
						e = spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Session: "s"}
					}
				case 3:
					e.Kind = spec.TurnEnd
				}
				return e
			})
			Expect(largest).To(BeNumerically("<=", most))
			Expect(segments).To(BeNumerically(">", 150), "once it has waited long enough it goes on as ever")
		}
	})

	It("keeps a record whole, however much it says", func() {
		c := segment.NewCutter(f, segment.Options{Events: 10})
		events := make([]spec.Event, 25)
		for i := range events {
			events[i] = spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem, Session: "s", Record: 1}
		}
		n := 0
		see := func(s *segment.Segment) error {
			n = len(s.Stream.Events)
			return nil
		}
		Expect(c.Add(events, see)).To(Succeed())
		Expect(c.End(spec.EOF, see)).To(Succeed())
		Expect(n).To(Equal(25))
	})
})

var _ = Describe("A cutter's bytes", func() {
	f := neutral.New().Features("")
	long := strings.Repeat("x", 100_000)

	It("are those of one segment, or of one record, when much is said in few events", func() {
		c := segment.NewCutter(f, segment.Options{})
		heaviest, segments := 0, 0
		note := func(s *segment.Segment) error {
			heaviest, segments = max(heaviest, segment.Weigh(s.Stream.Events)), segments+1
			return nil
		}
		for i := range 200 {
			e := spec.Event{Record: i + 1, Kind: spec.Text, Session: "s", Message: "m", Text: long}
			Expect(c.Add([]spec.Event{e}, note)).To(Succeed())
		}
		Expect(c.End(spec.EOF, note)).To(Succeed())
		Expect(segments).To(BeNumerically(">=", 20))
		Expect(heaviest).To(BeNumerically("<=", segment.DefaultBytes+1000), "with a prelude")
	})

	It("do not grow with the length of ids, of which few are remembered then", func() {
		c := segment.NewCutter(f, segment.Options{})
		feed(c, 500, func(i int) spec.Event {
			return spec.Event{Kind: spec.SessionOpen, Session: strconv.Itoa(i) + long, Parent: spec.To("root")}
		})
		Expect(c.Sessions()).To(BeNumerically("<=", 64))
	})
})
