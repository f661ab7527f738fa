package campaign

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Report summarises a campaign.
type Report struct {
	Params Params
	// Tried is the number of cases that were tried, Rounds the number of their
	// rounds.
	Tried    uint64
	Rounds   int
	Verdicts map[spec.Verdict]int
	// Edges and Orders count the coverage: events in their states, and ordered
	// pairs of event classes. Interleavings estimates the number of record
	// orders that differ in more than the order of independent records.
	Edges, Orders, Interleavings int
	Corpus                       int
	// Strategies says for each arm how many cases it made, and how many of those
	// covered something new.
	Strategies []StrategyReport
	// Findings are sorted by rule, size and name. Those of flaky cases come
	// last.
	Findings []Filed
	// Diagnosis says how the candidate reads, and Explained how many cases were
	// counted under each of its deviations since it was known.
	Diagnosis Grouping
	Explained map[string]int
	// Wavered counts the flaky cases: failing cases whose retry had another
	// result.
	Wavered int
	// Problem is the first harness error, "" for none.
	Problem string

	cover *Cover
}

// A StrategyReport holds the results of one arm.
type StrategyReport struct {
	Strategy     Strategy
	Cases, Found int
}

// ReadReport reads a checkpoint. The error, ErrVersion or ErrChanged, says why
// the checkpoint is refused.
func ReadReport(text []byte) (*Report, error) {
	s, err := readState(text)
	if err != nil {
		return nil, err
	}
	return s.report(nil), nil
}

// Report returns the current report. It lists the findings of an abandoned
// round too.
func (e *Engine) Report() *Report { return e.state.report(e.pending) }

func (s *state) report(pending []Filed) *Report {
	r := &Report{
		Params: s.Params, Tried: s.Tried, Rounds: s.Rounds, Verdicts: s.Verdicts,
		Edges: s.Cover.Edges(), Orders: s.Cover.Orders(), Interleavings: min(s.Sketch.estimate(), int(s.Tried)),
		Corpus: len(s.Corpus), Findings: slices.Concat(s.Findings, pending), Wavered: s.Wavered, Problem: s.Problem, cover: s.Cover,
		Diagnosis: s.Diagnosis, Explained: s.Explained,
	}
	for i, p := range s.Bandit {
		r.Strategies = append(r.Strategies, StrategyReport{Strategy(i), p.Cases, p.Found})
	}
	slices.SortStableFunc(r.Findings, before)
	return r
}

// Progress describes how far a campaign has come.
type Progress struct {
	// Tried are the cases so far, of so many.
	Tried, Of uint64
	Verdicts  map[spec.Verdict]int
	Edges     int
	Orders    int
	Corpus    int
	Rounds    int
	// Findings lists the findings so far, including those of the current round.
	Findings []Filed
	// Deviations are the names of those that the last diagnosis found.
	Deviations []string
	// Known counts those that an earlier run found.
	Known int
}

// progress reports the progress. The value is valid until Tell returns.
func (e *Engine) progress() {
	if e.Progress != nil {
		e.Progress(&Progress{
			Tried: e.state.Tried, Of: e.Cases, Verdicts: e.state.Verdicts,
			Edges: e.state.Cover.Edges(), Orders: e.state.Cover.Orders(), Rounds: e.state.Rounds,
			Deviations: e.state.Diagnosis.Deviations(), Corpus: len(e.state.Corpus), Findings: e.state.Findings, Known: e.known,
		})
	}
}
