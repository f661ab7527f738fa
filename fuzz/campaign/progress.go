package campaign

import "github.com/quock-dev/quock/spec"

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
