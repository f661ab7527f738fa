package attribute

import (
	"context"
	"fmt"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// A HeldPair is what came of putting both sides of it to the candidate.
type HeldPair struct {
	*plan.CasePair
	// Verdict is Pass where the two readings agree and say something, Fail where
	// they differ, Untestable where nothing can be told by them, else how the
	// candidate failed on the changed stream.
	Verdict spec.Verdict
	Detail  string
	// Original and changed are the trials of the two sides.
	Original, Changed *ask.Trial
	// at is the pair of positions that differs, differences what does there.
	at          int
	differences []spec.Difference
}

// Hold puts the changed stream to the candidate, which has read the original
// right, and compares the two readings.
func (j *Attributor) Hold(ctx context.Context, p *plan.CasePair, original *ask.Trial) (*HeldPair, error) {
	h := &HeldPair{CasePair: p, Original: original}
	other, err := p.Changed()
	if err != nil {
		h.Verdict, h.Detail = spec.Untestable, err.Error()
		return h, nil
	}
	if s := j.Capabilities; s.Apart(p.Original) != p.Original || s.Apart(other) != other {
		h.Verdict, h.Detail = spec.Untestable, "the namespaces that name sessions of nodes are not the relation's to change"
		return h, nil
	}
	changed, err := j.Read(ctx, other)
	if err != nil {
		return nil, err
	}
	h.Changed = changed
	h.compare(j.Capabilities.Live())
	if h.Verdict == spec.Pass && !h.says(j.Capabilities) {
		h.Verdict = spec.Untestable
	}
	return h, nil
}

// Read puts a case to the candidate and looks at nothing but what it says while
// it reads.
func (j *Attributor) Read(ctx context.Context, c *plan.Case) (*ask.Trial, error) {
	before, live := j.Only, check.Live
	j.Only = &live
	defer func() { j.Only = before }()
	return j.Try(ctx, c)
}

// compare settles the verdict. Readings that each mean what the model says, and
// still differ, are our own contradiction.
func (h *HeldPair) compare(observes spec.Parts) {
	h.Verdict = spec.Untestable
	switch v := h.Changed.Verdict; v {
	case spec.NotObservable:
		return
	case spec.Pass, spec.Fail:
	default:
		h.Verdict, h.Detail = v, h.Changed.Detail
		return
	}
	for i, p := range h.Match.Pairs {
		before, after := live(h.Original, p.Original), live(h.Changed, p.Changed)
		if before == nil || after == nil { // one of them refused what the dialect obliges it to refuse
			continue
		}
		h.Verdict = spec.Pass
		mark(before)
		mark(after)
		found := p.Differ(observes, before.Got, after.Got)
		if len(found) == 0 {
			continue
		}
		h.Verdict, h.at, h.differences = spec.Fail, i, found
		if len(before.Differences)+len(after.Differences) == 0 && !before.Deviates && !after.Deviates {
			h.Verdict = spec.HarnessError
			h.Detail = fmt.Sprintf("%v: %s, seed %d: relation %s against the model: %s", ask.ErrDisagree, h.CasePair.Original.Name, h.Seed, h.Relation.Name, found[0])
		}
		return
	}
}

// live is what the candidate said at a position while it read; nil if it was not
// asked, or said nothing.
func live(t *ask.Trial, position int) *ask.Observed {
	for i := range t.Observed {
		if s := &t.Observed[i]; s.Surface == check.Live && s.Position == position {
			return s
		}
	}
	return nil
}

// says reports whether holding means anything: each trivial reader, which reads nothing
// worth the name, would have been wrong somewhere where the two were compared.
func (h *HeldPair) says(s ask.Capabilities) bool {
	for _, f := range trivialReaders {
		if !h.exposes(f, s) {
			return false
		}
	}
	return true
}

func (h *HeldPair) exposes(f trivialReader, s ask.Capabilities) bool {
	compare := spec.Compare{Observes: s.Live()}
	for i := len(h.Match.Pairs) - 1; i >= 0; i-- {
		at := h.Match.Pairs[i].Original
		live := live(h.Original, at)
		if live != nil && len(compare.Transcripts(live.Want, f(h.CasePair.Original, s.Policies, at))) > 0 {
			return true
		}
	}
	return false
}

// place is where the two readings part, in words.
func (h *HeldPair) place() string {
	p := h.Match.Pairs[h.at]
	if p.Original == spec.AtEnd && p.Changed == spec.AtEnd {
		return "after the end of input"
	}
	return fmt.Sprintf("%s of the original, %s of the changed stream", point(p.Original), point(p.Changed))
}

func point(at int) string {
	if at == spec.AtEnd {
		return "at the end"
	}
	return fmt.Sprintf("behind record %d", at)
}

// mark puts on the calls that were seen what the wire says of their arguments:
// that they are a value, or not complete yet. An answer does not say it, and what
// is compared hangs on it: two previews of one call need not be equal where the
// candidate lacks previews, nor two texts of one value.
func mark(s *ask.Observed) {
	want, got := CallsByID(s.Want), CallsByID(s.Got)
	for id, seen := range got {
		if meant := want[id]; len(meant) == len(seen) {
			for i := range seen {
				seen[i].ArgsValue, seen[i].ArgsOpen = meant[i].ArgsValue, meant[i].ArgsOpen
			}
		}
	}
}

// CallsByID are the calls of a transcript by session and id, those of one id in
// their order.
func CallsByID(t *spec.Transcript) map[[2]string][]*spec.Call {
	all := map[[2]string][]*spec.Call{}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		for _, c := range s.Calls() {
			key := [2]string{s.ID, c.ID}
			all[key] = append(all[key], c)
		}
	}
	return all
}
