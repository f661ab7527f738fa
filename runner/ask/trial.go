package ask

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A Trial is one run of one case.
type Trial struct {
	Case *plan.Case
	// Verdict is Pass if everything that the candidate observes is equal.
	Verdict spec.Verdict
	// Observed are the observations by position, the end of input last; none if the
	// candidate gave no transcripts.
	Observed []Observed
	// Refused is the record that the candidate refused and may not; 0 for none.
	Refused int
	// OnlyIn names the forms of the wire without any of which the case is not refused;
	// none where that was not tried.
	OnlyIn []string
	// Detail explains a verdict other than Pass and Fail.
	Detail string
	Stderr string
	// Died means that the candidate must be started again.
	Died bool
	// Undetermined means that construction does not fix the case's outcome.
	Undetermined bool
	// unseen means that part of the case did not count, because the candidate reads
	// only some stream modes. until is Expectation.Until.
	unseen bool
	Until  int
	// asked is the case as it was given to be put, reply the candidate's answer to it;
	// nil for none.
	asked *plan.Case
	reply *probe.RunReply
	// Surface is where it failed, if it did.
	Surface check.Surface
	// Blamed are the rules that Try attributes without any reduction, and ReadsAs says
	// in a line with which deviations the reference answers this stream as the candidate
	// does; "" if none do.
	Blamed  []string
	ReadsAs string

	Known BaseRules
	// Alike are the rules of the wrong models that read a distilled case exactly as
	// the candidate does.
	Alike []string
	// Policies are the candidate's.
	Policies spec.Policies
	// Requested are the requested positions. sent says how the bytes were sent; nil
	// means as records.
	Requested []int
	Sent      *Sending
	// Owed returns what is compared of two transcripts that a store may load; nil where
	// it was asked for none.
	Owed func(position int, want, got *spec.Transcript) (w, g spec.Transcript)
}

// An Observed is an observation beside the expected one.
type Observed struct {
	Position    int // spec.AtEnd for the end of input
	Surface     check.Surface
	Want, Got   *spec.Transcript
	Differences []spec.Difference
	// Deviates says that the answer is what the reference with deviations answers,
	// and not what it answers without. Want is then the former.
	Deviates bool
	// plain is the comparison with the reference without deviations, where Want is what
	// it answers with them; else nil.
	plain *Observed

	// base are the differences with their base rules, once they are needed.
	base []check.Assignment

	// Evidence and written are the comparison of an adapter's output, and its text.
	Evidence *check.Evidence
	Written  []byte
	// Loaded is what a store loaded where no load came before it in its run.
	Loaded *spec.Transcript
}

// First is the index of the first observation with a difference, -1 if there is
// none.
func (t *Trial) First() int {
	return slices.IndexFunc(t.Observed, func(s Observed) bool { return len(s.Differences) > 0 })
}

// BaseRules are the base rules that the candidate breaks even on streams without any
// injected fault, and, as Refusal says, what it refuses there. A difference that they
// cover says nothing about an injected fault.
type BaseRules map[string]bool

// refuses stands in front of what is refused; no rule begins so.
const refuses = "refuses "

// Refusal stands in BaseRules for a record with events of these kinds that was refused.
func Refusal(kinds []spec.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return refuses + strings.Join(names, " ")
}

// Refuses reports whether a record with some of these kinds, and no others, is refused
// even on streams without any injected fault.
func (f BaseRules) Refuses(kinds []spec.Kind) bool {
	for known := range f {
		names, is := strings.CutPrefix(known, refuses)
		if is && !slices.ContainsFunc(strings.Fields(names), func(name string) bool {
			return !slices.ContainsFunc(kinds, func(k spec.Kind) bool { return k.String() == name })
		}) {
			return true
		}
	}
	return false
}

// Lacks reports whether a session, turn, message or call is missing anywhere.
func (t *Trial) Lacks() bool {
	for i := range t.Observed {
		for _, d := range t.Observed[i].Differences {
			if d.Kind == spec.Missing && Content.Has(d.Part) {
				return true
			}
		}
	}
	return false
}

// Content are the parts of a transcript that hold what was said.
var Content = spec.PartsOf(spec.ObserveSessions, spec.ObserveTurns, spec.ObserveMessages, spec.ObserveCalls)

// Evidence is an observation as the checks judge it, for a fault.
func (t *Trial) Evidence(at int, h spec.Fault, observes spec.Parts) *check.Evidence {
	s := &t.Observed[at]
	if s.Evidence != nil {
		e := *s.Evidence
		e.Fault = h
		return &e
	}
	return &check.Evidence{
		Features: t.Case.Stream.Features, Observes: observes,
		Want: s.Want, Got: s.Got, Position: s.Position, Fault: h,
	}
}

// Base are the differences of an observation with their base rules.
func (t *Trial) Base(at int, observes spec.Parts) []check.Assignment {
	s := &t.Observed[at]
	if s.base == nil && len(s.Differences) > 0 {
		s.base = check.Base(t.Evidence(at, spec.Fault{}, observes), s.Differences)
	}
	return s.base
}

// Gap are the last position that agreed and the first that did not; the end of
// input stands behind the last record.
func (t *Trial) Gap() (from, to int) {
	i := t.First()
	if i > 0 && t.Observed[i-1].Surface == t.Observed[i].Surface {
		from = t.Observed[i-1].Position
	}
	if to = t.Observed[i].Position; to == spec.AtEnd {
		to = len(t.Case.Records) + 1
	}
	return from, to
}

// Cover reports whether the faults are the base rules of all differences.
func (f BaseRules) Cover(all []check.Assignment) bool {
	for i := range all {
		if rule := all[i].Rule; rule != "" && !f[rule] {
			return false
		}
	}
	return len(f) > 0
}
