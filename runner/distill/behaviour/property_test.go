package behaviour_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/perform/performtest"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A voice is a dialect in one variant.
type voice struct {
	codec   wire.Codec
	variant string
	spec.Features
}

// voices are all dialects in all variants.
func voices() []voice {
	GinkgoHelper()
	var all []voice
	for _, name := range dialects.GeneratedNames() {
		c, variant, err := dialects.Lookup(name)
		Expect(err).NotTo(HaveOccurred())
		if variant != "" || len(c.Variants()) == 0 {
			all = append(all, voice{c, variant, c.Features(variant)})
		}
	}
	return all
}

// renamed is a stream in which every id and every word is another.
func renamed(s spec.Stream) spec.Stream {
	to := map[string]string{}
	r := relation.NewRenamer(&s.Features, func(what byte, id string) string {
		if to[id] == "" {
			to[id] = fmt.Sprintf("%s-%d", strings.Repeat("x", len(id)), len(to))
		}
		return to[id]
	})
	out := s
	out.Events = nil
	for _, e := range s.Events {
		r.Event(&e)
		if e.Kind == spec.Text || e.Kind == spec.NoteEvent {
			e.Text = otherWords(e.Text)
		}
		e.Error = otherWords(e.Error)
		out.Events = append(out.Events, e)
	}
	return out
}

// otherWords has other letters, equal where they were equal.
func otherWords(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a' + (r-'a'+13)%26
		}
		return r
	}, text)
}

// holds checks a property on generated streams of every dialect.
func holds(level perform.Level, is func(v voice, s spec.Stream) string) {
	GinkgoHelper()
	for _, v := range voices() {
		parameters := gopter.DefaultTestParametersWithSeed(1)
		parameters.MinSuccessfulTests = 40
		result := prop.ForAll(func(c *perform.Case) string { return is(v, c.Stream) }, performtest.Gen(v.Features, level)).Check(parameters)
		Expect(result.Passed()).To(BeTrue(), "%s: %v %v", v.Dialect, result.Labels, result.Args)
	}
}

// anew is a stream as it is read once it is written.
func anew(v voice, s spec.Stream) (spec.Stream, bool) {
	records, err := wire.EncodeStream(v.codec, v.variant, s)
	if err != nil {
		return s, false
	}
	read, problems := wire.DecodeRecords(v.codec, v.variant, records)
	return read, len(problems) == 0
}

func differ(got, want behaviour.Set) string {
	if got == want {
		return ""
	}
	return fmt.Sprint("lost ", want.Minus(got).Names(), ", new ", got.Minus(want).Names())
}

var _ = Describe("The steps and orders of any stream", func() {
	It("do not depend on ids and words", func() {
		holds(perform.Hostile, func(_ voice, s spec.Stream) string {
			other := renamed(s)
			for i := range other.Events {
				other.Events[i].Result, other.Events[i].Metadata = nil, nil
			}
			return differ(behaviour.Of(&other), behaviour.Of(&s))
		})
	})

	It("are the same once it is written and read again, under these names or others", func() {
		holds(perform.Degraded, func(v voice, s spec.Stream) string {
			one, ok := anew(v, s)
			if !ok {
				return "" // a document cannot say what was lost
			}
			if wire.ReadBack(s.Events, one.Events) == nil { // some say more than was told, or less
				if why := differ(behaviour.Of(&one), behaviour.Of(&s)); why != "" {
					return why
				}
			}
			other, ok := anew(v, renamed(one))
			again, _ := anew(v, one)
			if !ok {
				return ""
			}
			return differ(behaviour.Of(&other), behaviour.Of(&again))
		})
	})

	It("are what a tracker finds that read others before", func() {
		trackers := map[string]*behaviour.Tracker{}
		holds(perform.Hostile, func(v voice, s spec.Stream) string {
			if trackers[v.Dialect] == nil {
				trackers[v.Dialect] = behaviour.NewTracker(s.Features)
			}
			return differ(trackers[v.Dialect].Of(s.Events), behaviour.Of(&s))
		})
	})

	It("grow with it", func() {
		holds(perform.Hostile, func(_ voice, s spec.Stream) string {
			half := s
			half.Events = s.Events[:len(s.Events)/2]
			if !behaviour.Of(&s).Contains(behaviour.Of(&half)) {
				return "a prefix shows what the whole does not"
			}
			return ""
		})
	})
})

var _ = Describe("A tracker", func() {
	It("is not led astray by parents that are each other's", func() {
		t := behaviour.NewTracker(voices()[0].Features)
		for range 3 {
			t.Add(&spec.Event{Kind: spec.SessionOpen, Session: "a", Parent: spec.To("b")})
			t.Add(&spec.Event{Kind: spec.SessionOpen, Session: "b", Parent: spec.To("a")})
		}
		Expect(t.Set().Names()).To(ContainElement("order: speaking right behind its parent"))
	})

	It("allocates nothing an event once it is warm", func() {
		s := perform.Generate(voices()[0].Features, perform.Clean, 3).Stream
		t := behaviour.NewTracker(s.Features)
		Expect(testing.AllocsPerRun(100, func() { t.Of(s.Events) })).To(BeZero())
	})
})
