package check

import (
	"sort"

	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

// A Check judges one rule on a pair of transcripts.
type Check struct {
	// Rule is the id of the check's rule. The rule's text says what it needs
	// from a dialect and a candidate; without that, the rule is not judged.
	Rule string

	judge func(*Evidence) Judgement
}

// Evidence is one observation of a case.
type Evidence struct {
	Features spec.Features
	Observes spec.Parts
	// Want is the expected transcript, Got the candidate's; neither is changed.
	Want, Got *spec.Transcript
	// Position is the record after which they were taken, -1 after the end.
	Position int
	// Fault is the injected fault of the case; the zero value means none.
	Fault spec.Fault
	// Adapted holds what else is known of an adapter's output, nil for other
	// candidates.
	Adapted *adapted.Output
	// Surface is where Got was observed. Form is the provider's form of its
	// history, "" if the candidate reports none.
	Surface Surface
	Form    provider.Form
	// Whole is the expected transcript before parts of it were removed; nil if
	// it equals Want.
	Whole *spec.Transcript

	diffs    []spec.Difference
	compared bool

	// narrow means that a missing or extra item counts for its own aspect alone.
	narrow bool

	historyFaults []historyFault
	historyRead   bool
}

// A Judgement is the result of a check.
type Judgement struct {
	// Touched: the expected transcript contains what the rule is about, so that
	// equality is meaningful.
	Touched bool
	// Differences are the differences at the places that the rule is about.
	Differences []spec.Difference
}

// Applies reports whether the dialect can show what the rule asks for.
func (c Check) Applies(f spec.Features) bool {
	r, ok := spec.RuleByID(c.Rule)
	return ok && r.Applies(&f)
}

// Observable reports whether a candidate that reports the parts can be held to a rule.
// It can to one that is not known.
func Observable(rule string, p spec.Parts) bool {
	r, known := spec.RuleByID(rule)
	return !known || r.Observable(p)
}

// Judge judges one observation. It is deterministic and changes only the
// evidence's own cache.
func (c Check) Judge(e *Evidence) Judgement { return c.judge(e) }

// Seeing returns the evidence with another transcript in place of the
// candidate's. For an adapter that is the meaning of its output in the input's
// terms.
func (e *Evidence) Seeing(got *spec.Transcript) *Evidence {
	other := *e
	other.Got, other.diffs, other.compared = got, nil, false
	other.historyFaults, other.historyRead = nil, false
	switch {
	case e.Adapted != nil:
		other.Got, _ = e.Adapted.Shared.Restrict(got, e.Adapted.Input)
	case e.Surface.Kept():
		_, kept := spec.Stored(&e.Features, e.Want, got)
		other.Got = &kept
	}
	return &other
}

// Differences returns everything that the comparison finds, in document order.
func (e *Evidence) Differences() []spec.Difference {
	if !e.compared {
		e.diffs = spec.Compare{Observes: e.Observes}.Transcripts(e.Want, e.Got)
		e.compared = true
	}
	return e.diffs
}

var registry = func() map[string]Check {
	m := map[string]Check{}
	for _, family := range [][]Check{
		fragment, identity, session, attach, notify, missing, repeat, step, noise, account, wire, adapt, persist,
	} {
		for _, c := range family {
			m[c.Rule] = c
		}
	}
	return m
}()

// All returns every check, ordered by rule id.
func All() []Check {
	all := make([]Check, 0, len(registry))
	for _, c := range registry {
		all = append(all, c)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Rule < all[j].Rule })
	return all
}

// ByRule returns the check of a rule.
func ByRule(id string) (Check, bool) {
	c, ok := registry[id]
	return c, ok
}

// A Surface is where a transcript was observed.
type Surface uint8

// Live is a candidate's answer while it reads and at the end of input. All
// others are surfaces of stores: what was loaded after the memory was dropped,
// at a few records or at every record; what another process loaded after the
// run, and what it loaded the next time; and what a process loaded after
// another was killed during the run.
const (
	Live Surface = iota
	Reloaded
	Polled
	Loaded
	LoadedAgain
	Killed
)

var surfaceNames = []string{"live", "reloaded", "reloaded often", "loaded", "loaded again", "loaded after a kill"}

// String returns the surface's name in reports.
func (s Surface) String() string { return surfaceNames[s] }

// Kept reports whether the transcript came out of a store. Want and Got are
// then the results of spec.Stored, and Observes are spec.StoredParts.
func (s Surface) Kept() bool { return s != Live }

// LooksAt reports whether the check applies to what was observed there.
func (c Check) LooksAt(s Surface) bool {
	switch again := c.Rule == "persist/idempotent-export"; {
	case again || s == LoadedAgain:
		return again && s == LoadedAgain
	case c.OfStores():
		return s.Kept()
	}
	return true
}

// OfStores reports whether the check judges only what came out of a store.
func (c Check) OfStores() bool {
	switch c.Rule {
	case "persist/log-append-only", "persist/fresh-run":
		return false
	}
	r, ok := spec.RuleByID(c.Rule)
	return ok && r.Family == "persist"
}
