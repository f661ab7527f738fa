package shrink_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// dangling says which event of a stream leans on something that is not there. It
// knows the rules of streams in which nothing goes wrong, in dialects that mark
// everything, and looks at ids alone.
func dangling(s spec.Stream) string {
	turns, messages, calls := map[string]bool{}, map[string]bool{}, map[string]int{}
	opened := map[string]bool{}
	for i := range s.Events {
		e := &s.Events[i]
		in := e.Session + "/"
		switch e.Kind {
		case spec.SessionOpen:
			opened[e.Session] = true
		case spec.TurnStart:
			if turns[e.Session] {
				return fmt.Sprintf("event %d starts a turn in a turn", i)
			}
			turns[e.Session] = true
		case spec.TurnEnd:
			if !turns[e.Session] {
				return fmt.Sprintf("event %d ends no turn", i)
			}
			delete(turns, e.Session)
		case spec.UserTurn:
			clear(turns)
		case spec.MessageOpen:
			messages[in+e.Message] = true
		case spec.Text, spec.CallOpen, spec.MessageClose:
			if !messages[in+e.Message] {
				return fmt.Sprintf("event %d is of no open message", i)
			}
			if e.Kind == spec.CallOpen {
				calls[in+e.Call] = 1
			}
			if e.Kind == spec.MessageClose {
				delete(messages, in+e.Message)
			}
		case spec.CallStart, spec.CallDone:
			if calls[in+e.Call] != 1 {
				return fmt.Sprintf("event %d is of no open call", i)
			}
			if e.Kind == spec.CallDone {
				calls[in+e.Call] = 2
			}
		}
		if speaks := e.Kind == spec.Text || e.Kind == spec.CallOpen || e.Kind == spec.MessageOpen; speaks && !turns[e.Session] {
			return fmt.Sprintf("event %d is in no turn", i)
		}
	}
	return ""
}

var _ = Describe("What leans on an event", func() {
	It("goes with it, so that every candidate is a stream in which nothing dangles", func() {
		// A reader may rightly do anything with a stream that no producer sends.
		candidates := 0
		for _, dialect := range []string{"neutral"} {
			for seed := range uint64(40) {
				c := perform.Generate(features(dialect), perform.Clean, seed)
				s := shrink.Subject{Stream: c.Stream, Faults: c.Faults}
				if dangling(s.Stream) != "" {
					continue // the dialect lets something go unmarked here
				}
				judge := counting(hold, spec.Kind(1+seed%uint64(len(spec.Kinds()))), 1+int(seed%3))
				if judge(&s) == nil {
					continue
				}
				explaining := false
				got := shrink.Reduce(&s, hold, shrink.Options{Judge: func(c *shrink.Subject) []shrink.Signature {
					candidates++
					explaining = explaining || foreign(c.Stream)
					if !explaining {
						Expect(dangling(c.Stream)).To(BeEmpty(), printed(c.Stream))
					}
					return judge(c)
				}})
				Expect(dangling(got.Stream)).To(BeEmpty(), printed(got.Stream))
			}
		}
		Expect(candidates).To(BeNumerically(">", 500))
	})

	It("stays where it was a stray in the original", func() {
		// A late or orphaned event is often the very thing that breaks a reader.
		stray := shrink.Subject{Stream: spec.Stream{Features: features("neutral"), End: spec.EOF, Events: []spec.Event{
			{Kind: spec.TurnStart, Record: 1, Session: "s", Turn: "t"},
			{Kind: spec.MessageOpen, Record: 2, Session: "s", Message: "m", Role: "assistant"},
			{Kind: spec.CallOpen, Record: 3, Session: "s", Message: "m", Call: "c"},
			{Kind: spec.CallDone, Record: 4, Session: "s", Call: "lost", Result: []byte(`"r"`)},
			{Kind: spec.CallDone, Record: 5, Session: "s", Call: "c", Result: []byte(`"r"`)},
		}}}
		got := shrink.Reduce(&stray, hold, shrink.Options{Judge: counting(hold, spec.CallDone, 1)})
		Expect(got.Kept).To(Equal([]int{1, 4}), "its turn, and no call")
		got = shrink.Reduce(&stray, hold, shrink.Options{Judge: counting(hold, spec.CallDone, 2)})
		Expect(got.Kept).To(Equal([]int{1, 2, 3, 4, 5}))
	})

	It("lets a replay go with what it repeats, and a retraction with what it takes back", func() {
		// On its own, a replayed record is news.
		s := shrink.Subject{Stream: spec.Stream{Features: features("neutral"), End: spec.EOF, Events: []spec.Event{
			{Kind: spec.NoteEvent, Record: 1, ID: "e1", Session: "s", Note: spec.NoteCustom},
			{Kind: spec.NoteEvent, Record: 2, ID: "e2", Session: "s", Note: spec.NoteCustom},
			{Kind: spec.NoteEvent, Record: 3, ID: "e2", Session: "s", Note: spec.NoteCustom},
			{Kind: spec.Retract, Record: 4, Session: "s", Retracts: []string{"e1", "e2"}},
		}}}
		shrink.Reduce(&s, hold, shrink.Options{Judge: func(c *shrink.Subject) []shrink.Signature {
			ids := map[string]bool{}
			for i, e := range c.Stream.Events {
				if c.Kept[i] == 3 {
					Expect(c.Kept).To(ContainElement(2))
				}
				for _, id := range e.Retracts {
					Expect(ids).To(HaveKey(id))
				}
				ids[e.ID] = true
			}
			return counting(hold, spec.Retract, 1)(c)
		}})
	})

	It("takes faults along, and lets go those of what is gone", func() {
		// A charge is made by the faults: one without its subject would mislead it.
		kept := 0
		for seed := range uint64(60) {
			s := subject(features("neutral"), seed)
			if len(s.Faults) == 0 {
				continue
			}
			got := shrink.Reduce(&s, hold, shrink.Options{Judge: counting(hold, spec.CallOpen, 2)})
			if got.Runs == 1 {
				continue
			}
			there := map[string]bool{}
			for _, e := range got.Stream.Events {
				there["session "+e.Session] = true
				there["call "+e.Call], there["call "+e.ParentCall.ID] = true, true
			}
			ids := map[int]bool{}
			for _, h := range got.Faults {
				kept++
				ids[h.ID] = true
				if h.Session.OK {
					Expect(there).To(HaveKey("session "+h.Session.ID), "%+v in %s", h, printed(got.Stream))
					Expect(there).To(HaveKey("call "+h.Call), "%+v", h)
				}
			}
			for _, h := range got.Faults {
				for _, needed := range h.Needs {
					Expect(ids).To(HaveKey(needed))
				}
			}
		}
		Expect(kept).To(BeNumerically(">", 10))
	})
})

// foreign reports whether a stream has a name that only another value of a field
// has.
func foreign(s spec.Stream) bool {
	for _, e := range s.Events {
		for _, name := range []string{e.Session, e.Turn, e.Message, e.Call, e.ID} {
			if name == "z" || name == "y-1" {
				return true
			}
		}
	}
	return false
}
