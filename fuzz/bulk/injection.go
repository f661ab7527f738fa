package bulk

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// A Faults is a failure that stands at one place of the stream.
type Fault struct {
	// Rule is the rule that a wrong reader of it breaks, or the name of a fault.
	Rule string
	// At is the number of the event, from 1, that it stands at or as soon behind as
	// a stretch begins; 0 puts it behind half of what is asked for.
	At int
}

// Placed is where one was put.
type Placed struct {
	Fault
	// Record and Event are the numbers, from 1, of its first ones, Events how many
	// there are.
	Record, Event, Events int
	// Faults are what it does on purpose, with ids as they were before they were
	// made new.
	Faults []spec.Fault
}

// An injection is a fault with its stretch.
type injection struct {
	Fault
	stretch *stretch
}

// scopedKey is the rule about fragments that share a slot.
const scopedKey = "fragment/scoped-key"

// chosen is how many fitting cases the shortest is chosen from.
const chosen = 24

// plan makes what is to be injected, in the order of the stream.
func (w *writer) plan() ([]injection, error) {
	var all []injection
	for i, p := range w.o.Faults {
		c := w.pool.caseWith(p, uint64(i))
		if c == nil {
			return nil, fmt.Errorf("fault %s: of %d cases of %s none has it", p.Rule, patience, w.o.Dialect)
		}
		all = append(all, injection{p, w.pool.prepare(c, uint64(i), false)})
	}
	slices.SortStableFunc(all, func(a, b injection) int { return cmp.Compare(a.place(w.o), b.place(w.o)) })
	return all, nil
}

// place orders injections; what is injected in the middle has a place as far as events
// are asked for.
func (p injection) place(o *Options) int {
	if p.At == 0 {
		return o.Events / 2
	}
	return p.At
}

func (w *writer) reached(p Fault) bool {
	if p.At > 0 {
		return w.stats.Events+1 >= p.At
	}
	return w.stats.Events >= w.o.Events/2 && w.stats.Bytes >= w.o.Bytes/2
}

// caseWith is the case that injects a fault: the shortest of the first that show it and that
// others can follow; a clean one where there is any, and one whose sub-sessions
// are mixed up with each other where the rule is about them.
func (p *pool) caseWith(what Fault, number uint64) *perform.Case {
	for _, level := range []perform.Level{perform.Clean, perform.Degraded} {
		var best *perform.Case
		found := 0
		for i := uint64(0); i < patience && found < chosen; i++ {
			seed := perform.CaseSeed(^p.o.Seed+number, i)
			c := p.search.Case(p.features, level, seed)
			if !what.suits(c) {
				continue
			}
			if found++; best == nil || what.better(c, best) {
				best = perform.Generate(*p.features, level, seed)
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// better reports whether a case is better to plant than another.
func (p Fault) better(c, than *perform.Case) bool {
	if one, other := betweenChildren(c), betweenChildren(than); p.Rule == scopedKey && one != other {
		return one
	}
	return len(c.Stream.Events) < len(than.Stream.Events)
}

// names reports whether a fault is what is to be injected.
func (p Fault) names(h spec.Fault) bool { return h.Rule == p.Rule || h.Name == p.Rule }

// suits reports whether a case is good to plant: it has the fault, others can
// follow it, and a reader that breaks the rule reads it otherwise. What takes long
// to find out is asked last.
func (p Fault) suits(c *perform.Case) bool {
	if !slices.ContainsFunc(c.Faults, p.names) || p.Rule == scopedKey && !mixed(&c.Stream) || !continuable(c) {
		return false
	}
	t := read(&c.Stream)
	return (c.Level != perform.Clean || atRest(&t) && honest(&c.Stream, &t)) && trial.Exercises(c.Stream, spec.Policies{}, p.rule(c))
}

// shown reports whether a case has any of it, so that it cannot stand beside.
func (p Fault) shown(c *perform.Case) bool {
	if slices.ContainsFunc(c.Faults, p.names) || p.Rule == scopedKey && mixed(&c.Stream) {
		return true
	}
	rule, ok := spec.RuleByID(p.Rule)
	return ok && wrongly[rule.ID] && trial.Exercises(c.Stream, spec.Policies{}, rule.ID)
}

// wrongly are the rules that a wrong model breaks.
var wrongly = func() map[string]bool {
	rules := map[string]bool{}
	for _, m := range deviation.Models() {
		rules[m.Rule()] = true
	}
	return rules
}()

// rule is the rule of what is injected.
func (p Fault) rule(c *perform.Case) string {
	return c.Faults[slices.IndexFunc(c.Faults, p.names)].Rule
}

// A part is whose a call is: a message's, in a session.
type part struct{ session, message string }

// mixed reports whether a reader that knows slots alone gives a fragment to the
// wrong call.
func mixed(s *spec.Stream) bool {
	for range mixes(s) {
		return true
	}
	return false
}

// betweenChildren reports whether it does so with fragments of two sub-sessions.
func betweenChildren(c *perform.Case) bool {
	root := c.Scenario.Sessions[0].ID
	for own, taken := range mixes(&c.Stream) {
		if own.session != taken.session && own.session != root && taken.session != root {
			return true
		}
	}
	return false
}

// mixes are the fragments that a reader that knows slots alone gets wrong: one with
// text and without an id goes to the call that was opened last at its slot, in whatever
// session and message. It gives whose each is, and whose it is taken for.
func mixes(s *spec.Stream) iter.Seq2[part, part] {
	return func(yield func(own, taken part) bool) {
		last := map[string]part{}
		for i := range s.Events {
			e := &s.Events[i]
			own := part{e.Session, e.Message}
			switch {
			case e.Kind == spec.CallOpen && e.Slot != "":
				last[e.Slot] = own
			case e.Kind == spec.MessageFull:
				restated(e, last)
			case e.Kind != spec.CallArgs || e.Text == "" || e.Slot == "" || e.Call != "" || last[e.Slot] == own:
			case !yield(own, last[e.Slot]):
				return
			}
		}
	}
}

// restated takes in the calls that a whole message has at slots.
func restated(e *spec.Event, last map[string]part) {
	for _, m := range e.Messages {
		for _, p := range m.Parts {
			if p.Slot != "" && p.Call != "" {
				last[p.Slot] = part{e.Session, m.Message}
			}
		}
	}
}
