package campaign

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// Options set the extent of a campaign and connect it to its environment.
type Options struct {
	// Features are the features of the dialect.
	Features spec.Features
	// Cases is the number of cases.
	Cases uint64
	// Timeouts is the number of timeouts that ends the campaign; 0 means no
	// limit.
	Timeouts int
	Store    Store
	Workers  Workers
	// Diagnose says that the candidate is to be diagnosed.
	Diagnose bool
	// Due, if not nil, reports whether a checkpoint is due. The engine always
	// writes one at the end.
	Due func() bool
	// Progress, if not nil, receives the progress after each round and each
	// finding.
	Progress func(*Progress)
}

// An End is the reason why a campaign ended.
type End string

// The ends.
const (
	AllCases End = "cases"    // all cases were tried
	Stopped  End = "stopped"  // there was no more time
	Timeouts End = "timeouts" // too many cases timed out
)

// ErrStopped says that the current round must be abandoned.
var ErrStopped = errors.New("stopped")

// An Engine runs one campaign.
type Engine struct {
	Options
	state *state
	log   hash.Hash
	fresh bool
	// cover is the coverage before the present round.
	cover snapshot
	// timeouts and known count the timeouts and findings before this run.
	timeouts, known int
	// kept is the state after the last round. pending lists the findings since
	// then.
	kept    []byte
	pending []Filed
}

// New returns a campaign at its start.
func New(p Params, o Options) *Engine {
	return &Engine{Options: o, state: newState(p), log: sha256.New(), fresh: true}
}

// Kept gives access to the stored parts of a campaign.
type Kept struct {
	Checkpoint []byte
	// Log is the log. It may be longer than the checkpoint records.
	Log []byte
	// Entry reads a corpus entry, Finding a finding.
	Entry   func(name string) ([]byte, error)
	Finding func(name string) ([]byte, error)
}

// Resume returns a campaign in the state of its checkpoint, and the number of
// log bytes that the checkpoint records. The error is ErrVersion, ErrChanged,
// ErrParameters or ErrEntry and says why the campaign cannot be resumed.
func Resume(p Params, k Kept, o Options) (*Engine, int, error) {
	s, err := readState(k.Checkpoint)
	if err != nil {
		return nil, 0, err
	}
	if s.Params != p {
		return nil, 0, fmt.Errorf("%w: %s", ErrParameters, s.Params.differ(&p))
	}
	if err := s.check(k); err != nil {
		return nil, 0, err
	}
	e := &Engine{Options: o, state: s, log: sha256.New(), timeouts: s.Verdicts[spec.Timeout], known: len(s.Findings)}
	e.log.Write(k.Log[:s.Log.Bytes])
	return e, s.Log.Bytes, e.mark()
}

// Run tries cases until all were tried or something ends it earlier. It keeps
// the results in both cases. Once time is done no further case is tried; once ctx is done
// there is no last diagnosis either. An error is one of the harness.
func (e *Engine) Run(ctx, time context.Context) (End, error) {
	if e.fresh {
		if err := e.begin(); err != nil {
			return "", err
		}
	}
	e.progress()
	end, err := e.rounds(time)
	if err != nil {
		return "", err
	}
	if err := e.back(); err != nil { // the round may have been abandoned
		return "", err
	}
	if err := e.group(ctx); err != nil {
		return "", err
	}
	if err := e.checkpoint(); err != nil {
		return "", err
	}
	return end, e.footer(end)
}

// back returns to the state after the last round.
func (e *Engine) back() error {
	s, err := readState(e.kept)
	if err != nil {
		return err
	}
	for i := range s.Corpus { // a round only adds entries
		s.Corpus[i].token, s.Corpus[i].hash = e.state.Corpus[i].token, e.state.Corpus[i].hash
	}
	e.state = s
	return nil
}

func (e *Engine) rounds(ctx context.Context) (End, error) {
	for {
		n := e.next()
		switch {
		case n == 0:
			return AllCases, nil
		case e.Timeouts > 0 && e.state.Verdicts[spec.Timeout]-e.timeouts >= e.Timeouts:
			return Timeouts, nil
		case ctx.Err() != nil:
			return Stopped, nil
		}
		err := e.learn(ctx)
		if err == nil {
			err = e.round(ctx, n)
		}
		if errors.Is(err, ErrStopped) {
			return Stopped, nil
		}
		if err == nil && (e.Due == nil || e.Due()) {
			err = e.checkpoint()
		}
		if err != nil {
			return "", err
		}
	}
}

// A unit has at most unitCases cases, and at most a lastUnits-th of those of its round that are left. A round
// has at most mostCases, and a quarter of the cases before it, so that the engine learns early
// and workers do not wait for one another late.
const (
	unitCases = 8
	lastUnits = 8
	mostCases = 1024
)

// next returns the size of the next round, 0 if there is none.
func (e *Engine) next() int {
	size := min(max(e.state.Tried/4, unitCases), e.state.Params.mostCases()) &^ (unitCases - 1)
	return int(min(size, e.Cases-min(e.state.Tried, e.Cases)))
}

// unit completes a unit.
func (e *Engine) unit(w work) *Unit {
	w.Dialect, w.Known = e.state.Params.Dialect, e.state.Diagnosis.Known
	return &Unit{work: w}
}

// do has units done, and checks what comes back.
func (e *Engine) do(ctx context.Context, step int, units []*Unit) ([]*Result, error) {
	if len(units) == 0 {
		return nil, nil
	}
	results, err := e.Workers.Do(ctx, step, units, e.blob)
	switch {
	case ctx.Err() != nil:
		return nil, ErrStopped
	case err != nil:
		return nil, err
	case len(results) != len(units):
		return nil, fmt.Errorf("campaign: %d results of %d units", len(results), len(units))
	}
	for i, r := range results {
		if err := r.fits(units[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// blob returns the text with a hash.
func (e *Engine) blob(hash string) ([]byte, error) {
	if hash == e.cover.hash {
		return e.cover.text, nil
	}
	for i := range e.state.Corpus {
		if c := &e.state.Corpus[i]; c.hash == hash {
			return EntryText(c.token), nil
		}
	}
	for i := range e.state.Findings {
		if f := &e.state.Findings[i]; f.Sum == hash {
			return e.Store.Stored(f.Name)
		}
	}
	return nil, fmt.Errorf("campaign: nothing has the hash %.12s", hash)
}

// entries returns the tokens of the corpus by their hashes.
func (e *Engine) entries() map[string]*perform.Token {
	all := map[string]*perform.Token{}
	for i := range e.state.Corpus {
		all[e.state.Corpus[i].hash] = &e.state.Corpus[i].token
	}
	return all
}

// lost notes that a unit could not be done.
func (e *Engine) lost(r *Result) {
	if e.state.Problem == "" {
		e.state.Problem = r.body.Lost
	}
}
