package campaign

import "github.com/quock-dev/quock/spec"

// Progress is how far a campaign came.
type Progress struct {
	// Tried and Of count the shard's cases.
	Tried, Of uint64
	Verdicts  map[spec.Verdict]int
	Edges     int
	Corpus    int
	// Findings are those so far, the ones of the batch under way among them.
	Findings []Filed
	// Known is how many of them an earlier run found.
	Known int
}

// tell tells how it goes. What is told is good until the engine goes on.
func (e *Engine) tell() {
	if e.Tell != nil {
		e.Tell(&Progress{
			Tried: e.state.Tried, Of: e.share(), Verdicts: e.state.Verdicts,
			Edges: e.state.Cover.Edges(), Corpus: len(e.state.Corpus), Findings: e.state.Findings, Known: e.known,
		})
	}
}
