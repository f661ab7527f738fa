package campaign

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// The log has a header, a line for each round and each finding, and a footer. A
// log without a footer belongs to a campaign that was interrupted or still
// runs.

type headerLine struct {
	Campaign int    `json:"campaign"`
	Params   Params `json:"params"`
}

type roundLine struct {
	Round int `json:"round"`
	// From and To are the numbers of the round's first and last case.
	From       uint64               `json:"from"`
	To         uint64               `json:"to"`
	Verdicts   map[spec.Verdict]int `json:"verdicts"`
	Strategies map[Strategy]int     `json:"arms"`
	// Edges and Orders count what the round covered first. Entries lists its
	// new corpus entries.
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

// begin writes the log's header before anything else is kept.
func (e *Engine) begin() error {
	if err := e.write(&headerLine{Version, e.state.Params}); err != nil {
		return err
	}
	if err := e.mark(); err != nil {
		return err
	}
	return e.checkpoint()
}

// footer ends the log. No checkpoint includes the footer, so a resumed campaign
// overwrites it.
func (e *Engine) footer(end End) error {
	text, err := lines(&footerLine{end, e.state.Tried, e.state.Cover.Edges(), len(e.state.Corpus), len(e.state.Findings)})
	if err != nil {
		return err
	}
	return e.Store.Log(text)
}

// write appends lines to the log and to the part that the next checkpoint
// includes.
func (e *Engine) write(all ...any) error {
	text, err := lines(all...)
	if err != nil {
		return err
	}
	e.log.Write(text)
	e.state.Log.Bytes += len(text)
	e.state.Log.Sum = fmt.Sprintf("%x", e.log.Sum(nil))
	return e.Store.Log(text)
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

// mark saves the state, so that the engine can return to it.
func (e *Engine) mark() (err error) {
	e.kept, err = e.state.text()
	return err
}

// checkpoint stores the state after the last round.
func (e *Engine) checkpoint() error { return e.Store.Checkpoint(e.kept) }
