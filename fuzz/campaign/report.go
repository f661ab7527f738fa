package campaign

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Report is what there is to say of a campaign.
type Report struct {
	Params Params
	// Merged are the shards that are in it, where it was merged.
	Merged []int
	// Tried is how many cases were tried, Batches in how many batches.
	Tried    uint64
	Batches  int
	Verdicts map[spec.Verdict]int
	// Edges and Orders count what was covered: edges of the model, and pairs of
	// classes of events in their order. Interleavings is about how many orders of
	// records there were that are not the same but for independent records.
	Edges, Orders, Interleavings int
	Corpus                       int
	// Arms says how many cases each way of making them made, and how many of those
	// did something new.
	Arms []ArmReport
	// Findings are sorted by rule, size and name; those of a candidate that wavers
	// come last.
	Findings []Filed
	// Wavered counts the failing cases that ended otherwise when tried again.
	Wavered int
	// Problem is the first failure of ours, "" for none.
	Problem string

	cover *Cover
}

// An ArmReport is what came of one way of making cases.
type ArmReport struct {
	Arm          Arm
	Cases, Found int
}

// ReadReport reads a checkpoint. The error, ErrVersion or ErrChanged, says why it
// is refused.
func ReadReport(text []byte) (*Report, error) {
	s, err := readState(text)
	if err != nil {
		return nil, err
	}
	return s.report(nil), nil
}

// Report is what there is to say now; findings of a batch that was given up are
// among those that it lists.
func (e *Engine) Report() *Report { return e.state.report(e.pending) }

func (s *state) report(pending []Filed) *Report {
	r := &Report{
		Params: s.Params, Merged: s.Merged, Tried: s.Tried, Batches: s.Batches, Verdicts: s.Verdicts,
		Edges: s.Cover.Edges(), Orders: s.Cover.Orders(), Interleavings: min(s.Sketch.estimate(), int(s.Tried)),
		Corpus: len(s.Corpus), Findings: slices.Concat(s.Findings, pending), Wavered: s.Wavered, Problem: s.Problem, cover: s.Cover,
	}
	for i, p := range s.Bandit {
		r.Arms = append(r.Arms, ArmReport{Arm(i), p.Cases, p.Found})
	}
	slices.SortStableFunc(r.Findings, before)
	return r
}
