package damage_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// held is on how many damaged streams of each dialect the model is held;
// QUOCK_SCENARIOS says another number.
func held() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("QUOCK_SCENARIOS"), 10, 64); err == nil {
		return n
	}
	return nightly.Count(uint64(80), 1700)
}

// readings are the policies that the model is asked under, in turns.
var readings = []spec.Policies{{}, {HeldAttach: "end", ArgumentsComplete: "marker"}, {ArgumentsComplete: "marker"}}

var everything = spec.Compare{Observes: spec.AllParts()}

// defective is what is wrong with what the model makes of a stream, at a few
// positions and at the end; "" if nothing.
func defective(s spec.Stream, p spec.Policies) string {
	m := model.New(s.Features, p)
	records, next := s.Records(), 1+s.Records()/5
	for i := range s.Events {
		if s.Events[i].Record > next {
			t := m.Transcript()
			if defects := append(defectsOf(&s.Features, &t, next), misplaced(m)...); len(defects) > 0 {
				return fmt.Sprintf("after record %d of %d: %v", next, records, defects)
			}
			next += 1 + records/5
		}
		m.Step(&s.Events[i])
	}
	m.End(s.End)
	t := m.Transcript()
	if defects := append(defectsOf(&s.Features, &t, spec.AtEnd), misplaced(m)...); len(defects) > 0 {
		return fmt.Sprintf("at the end: %v", defects)
	}
	return ""
}

// misplaced are the calls that do not stand in exactly one place: on a message,
// held, abandoned, or, while owners are derived and the call is open, in none.
func misplaced(m *model.State) []string {
	var wrong []string
	for _, s := range m.Sessions {
		places := map[*model.Call]int{}
		for _, c := range append(append([]*model.Call{}, s.Held...), s.Abandoned...) {
			places[c]++
		}
		for _, one := range s.Messages {
			for _, p := range one.Parts {
				if p.Call != nil {
					places[p.Call]++
				}
			}
		}
		for _, c := range s.Calls {
			open := m.Features.Owner == spec.Derived && !c.Status.Terminal()
			if n := places[c]; n > 1 || n == 0 && !open {
				wrong = append(wrong, fmt.Sprintf("call %q (%s) of session %q stands in %d places", c.ID, c.Status, s.ID, n))
			}
			delete(places, c)
		}
		for c := range places {
			wrong = append(wrong, fmt.Sprintf("call %q of session %q stands somewhere and is none of its calls", c.ID, s.ID))
		}
	}
	return wrong
}

// affected is how a session that no edit touches reads otherwise; "" if none does.
func affected(whole, broken *spec.Stream, p spec.Policies) (differences string, unaffected int) {
	ids := damage.Unaffected(whole, broken)
	if len(ids) == 0 {
		return "", 0
	}
	a, b := model.Run(*whole, p), model.Run(*broken, p)
	if found := unaffectedDifferences(spec.AllParts(), ids, &a, &b); len(found) > 0 {
		return fmt.Sprintf("%q: %v", ids, found[0]), len(ids)
	}
	return "", len(ids)
}

// describe describes a victim.
func (c *victim) describe(number uint64) string {
	return fmt.Sprintf("%s number %d\n%s", c.whole.Features.Dialect, number, c.edits.Story())
}

// revised: what the rules let a stream say anew, and the relation does not know,
// because no emitted stream does: a message that is opened again is not complete, and
// arguments that are no JSON are replaced by whole ones.
func revised(f *spec.Features) func(d spec.Difference) bool {
	return func(d spec.Difference) bool {
		var args string
		switch {
		case strings.HasSuffix(d.Path, ".complete"):
			return f.Reopens && d.Want == "true"
		case strings.HasSuffix(d.Path, ".args"):
			return json.Unmarshal([]byte(d.Want), &args) == nil && !json.Valid([]byte(args))
		}
		return false
	}
}

var _ = Describe("the model on damaged streams", func() {
	for i := range shapes {
		v := &shapes[i]
		It("has no flaws in "+v.Dialect+", is the same each time, and harms no session that is not touched", func() {
			var h hand
			others := 0
			for n := range held() {
				c, p := h.victim(&v.Features, n), readings[n%3]
				Expect(defective(c.broken, p)).To(BeEmpty(), "%s", c.describe(n))
				once, again := model.Run(c.broken, p), model.Run(c.broken, p)
				Expect(everything.Transcripts(&once, &again)).To(BeEmpty(), "%s", c.describe(n))
				renamed := damage.Apply(c.whole, c.edits.Harmless())
				wrong, unaffected := affected(&renamed, &c.broken, p)
				Expect(wrong).To(BeEmpty(), "%s", c.describe(n))
				others += unaffected
			}
			AddReportEntry(fmt.Sprintf("%s: %d sessions were not touched", v.Dialect, others))
		})

		It("still has the relation prefix in "+v.Dialect+", because what was read stays read", func() {
			var h hand
			for n := range held() / 4 {
				c := h.victim(&v.Features, n)
				found, _ := relation.Prefix().Broken(c.broken, n, spec.AllParts(), relationtest.Reader(model.Honest(), readings[n%3]))
				found = slices.DeleteFunc(found, revised(&v.Features))
				Expect(found).To(BeEmpty(), "%s", c.describe(n))
			}
		})

		It("reads hostile names in "+v.Dialect+" as any others, against the scenario's own expectation", func() {
			var h hand
			renamed := 0
			for n := range held() / 2 {
				made := perform.Generate(v.Features, perform.Level(n%2), perform.CaseSeed(7, n))
				want, ok := made.Expected(spec.AtEnd, readings[n%3])
				c := h.damaged(made.Stream, n)
				edits := c.edits.Harmless()
				if !ok || len(edits) == 0 {
					continue
				}
				renamed++
				named := damage.Apply(made.Stream, edits)
				got := model.Run(named, readings[n%3])
				want = edits.Rename(&want)
				Expect(everything.Transcripts(&want, &got)).To(BeEmpty(), "%s", c.describe(n))
				back, old := edits.Restore(&got), model.Run(made.Stream, readings[n%3])
				Expect(everything.Transcripts(&old, &back)).To(BeEmpty(), "%s", c.describe(n))
			}
			Expect(renamed).To(BeNumerically(">", 0))
		})
	}

	for i := range voices {
		v := &voices[i]
		It("has no flaws, and harms nobody, in what the wire of "+v.Dialect+" says of damage", func() {
			var h hand
			for n := range max(held()/50, 5) {
				c, p := h.victim(&v.Features, n), readings[n%3]
				records, err := written(v, &c)
				if err != nil {
					continue
				}
				broken, _ := wire.DecodeRecords(v.Codec, v.Variant, records)
				broken.End = c.broken.End
				Expect(defective(broken, p)).To(BeEmpty(), "%s", c.describe(n))
				plain := victim{whole: c.whole, edits: c.edits.Harmless()}
				records, err = written(v, &plain)
				Expect(err).NotTo(HaveOccurred(), "%s", c.describe(n))
				whole, problems := wire.DecodeRecords(v.Codec, v.Variant, records)
				Expect(problems).To(BeEmpty(), "%s", c.describe(n))
				whole.End = c.whole.End
				wrong, _ := affected(&whole, &broken, p)
				Expect(wrong).To(BeEmpty(), "%s", c.describe(n))
			}
		})
	}
})
