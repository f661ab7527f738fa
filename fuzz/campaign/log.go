package campaign

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// The log has a line for each batch and each finding, between a header and a
// footer. A log without a footer is of a campaign that was broken off, or goes on.

type headerLine struct {
	Campaign int    `json:"campaign"`
	Params   Params `json:"params"`
}

type batchLine struct {
	Batch int `json:"batch"`
	// From and To are the numbers of its first and last case.
	From     uint64               `json:"from"`
	To       uint64               `json:"to"`
	Verdicts map[spec.Verdict]int `json:"verdicts"`
	Arms     map[Arm]int          `json:"arms"`
	// Edges and Orders are what it covered first, Entries those of the corpus.
	Edges   int      `json:"edges,omitempty"`
	Orders  int      `json:"orders,omitempty"`
	Entries []string `json:"entries,omitempty"`
}

type findingLine struct {
	Finding Filed `json:"finding"`
}

type footerLine struct {
	End      End    `json:"end"`
	Tried    uint64 `json:"tried"`
	Edges    int    `json:"edges"`
	Corpus   int    `json:"corpus"`
	Findings int    `json:"findings"`
}

// begin begins the log, and keeps what the campaign is before anything else.
func (e *Engine) begin() error {
	if err := e.write(&headerLine{Version, e.state.Params}); err != nil {
		return err
	}
	if err := e.mark(); err != nil {
		return err
	}
	return e.checkpoint()
}

// footer ends the log. No checkpoint counts it, so that a campaign that goes on
// does so in front of it.
func (e *Engine) footer(end End) error {
	text, err := lines(&footerLine{end, e.state.Tried, e.state.Cover.Edges(), len(e.state.Corpus), len(e.state.Findings)})
	if err != nil {
		return err
	}
	return e.Keeper.Log(text)
}

// write adds lines to the log and to what the next checkpoint counts.
func (e *Engine) write(all ...any) error {
	text, err := lines(all...)
	if err != nil {
		return err
	}
	e.log.Write(text)
	e.state.Log.Bytes += len(text)
	e.state.Log.Sum = fmt.Sprintf("%x", e.log.Sum(nil))
	return e.Keeper.Log(text)
}

func lines(all ...any) ([]byte, error) {
	var text []byte
	for _, one := range all {
		line, err := json.Marshal(one)
		if err != nil {
			return nil, fmt.Errorf("campaign: write the log: %w", err)
		}
		text = append(append(text, line...), '\n')
	}
	return text, nil
}

// mark notes the state as one that can be gone back to.
func (e *Engine) mark() (err error) {
	e.kept, err = e.state.text()
	return err
}

// checkpoint keeps the state as it was at the end of the last batch.
func (e *Engine) checkpoint() error { return e.Keeper.Checkpoint(e.kept) }
