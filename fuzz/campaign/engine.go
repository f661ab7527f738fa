package campaign

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"github.com/quock-dev/quock/spec"
)

// Options say how far a campaign goes and what it works with.
type Options struct {
	// Features are those of the dialect.
	Features spec.Features
	// Cases is how many cases there are, over all shards.
	Cases uint64
	// Timeouts is how many cases may end in a timeout before the campaign ends; 0
	// for any number.
	Timeouts int
	Reader   Reader
	Keeper   Keeper
	// Map calls do with each number from 0 to n-1, perhaps at once, and returns when
	// all are done; worker, below Width, is another one for calls at once. Neither
	// changes what comes out.
	Map   func(n int, do func(worker, i int))
	Width int
	// Stop, if not nil, is asked now and then; once it is true the batch under way
	// is given up.
	Stop func() bool
	// Due, if not nil, says whether it is time for a checkpoint; there is one at the
	// end in any case.
	Due func() bool
	// Tell, if not nil, hears how it goes, behind each batch and each finding.
	Tell func(*Progress)
}

// An End is why a campaign ended.
type End string

// The ends.
const (
	AllCases End = "cases"    // all were tried
	Stopped  End = "stopped"  // it was told to stop
	Timeouts End = "timeouts" // too many cases timed out
)

// ErrStopped says that the batch under way is to be given up. A Keeper may say so.
var ErrStopped = errors.New("stopped")

// An Engine runs one campaign.
type Engine struct {
	Options
	state  *state
	makers []*maker
	log    hash.Hash
	fresh  bool
	// timeouts and known are the timeouts and findings before this run.
	timeouts, known int
	// kept is the state at the end of the last batch, pending the findings since.
	kept    []byte
	pending []Filed
}

// New returns a campaign at its beginning.
func New(p Params, o Options) *Engine {
	e := &Engine{Options: o, state: newState(p), log: sha256.New(), fresh: true}
	e.ready()
	return e
}

// Kept is where a campaign's parts are read from.
type Kept struct {
	Checkpoint []byte
	// Log is the log, perhaps with more than the checkpoint counts.
	Log []byte
	// Entry reads a corpus entry, Finding the checksum of a finding.
	Entry   func(name string) ([]byte, error)
	Finding func(name string) (sum string, err error)
}

// Resume returns a campaign as its checkpoint has it, and how many bytes of the log
// that counts. The error, ErrVersion, ErrChanged, ErrParameters or ErrEntry, says
// why it cannot go on.
func Resume(p Params, k Kept, o Options) (*Engine, int, error) {
	s, err := readState(k.Checkpoint)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case len(s.Merged) > 0:
		return nil, 0, fmt.Errorf("%w: it was merged of several shards", ErrParameters)
	case s.Params != p:
		return nil, 0, fmt.Errorf("%w: %s", ErrParameters, s.Params.differ(&p))
	}
	if err := s.check(k); err != nil {
		return nil, 0, err
	}
	e := &Engine{Options: o, state: s, log: sha256.New(), timeouts: s.Verdicts[spec.Timeout], known: len(s.Findings)}
	e.log.Write(k.Log[:s.Log.Bytes])
	e.ready()
	return e, s.Log.Bytes, e.mark()
}

func (e *Engine) ready() {
	e.Width = max(1, e.Width)
	if e.Map == nil {
		e.Width, e.Map = 1, inTurn
	}
	for range e.Width {
		e.makers = append(e.makers, &maker{features: e.Features})
	}
}

func inTurn(n int, do func(worker, i int)) {
	for i := range n {
		do(0, i)
	}
}

// Run goes on until all cases were tried or something ends it earlier. What was
// done is kept in either case. The error is ours.
func (e *Engine) Run() (End, error) {
	if e.fresh {
		if err := e.begin(); err != nil {
			return "", err
		}
	}
	end, err := e.batches()
	if err != nil {
		return "", err
	}
	if e.state, err = readState(e.kept); err != nil { // a batch may have been given up
		return "", err
	}
	if err := e.checkpoint(); err != nil {
		return "", err
	}
	return end, e.footer(end)
}

func (e *Engine) batches() (End, error) {
	for {
		n := e.next()
		switch {
		case n == 0:
			return AllCases, nil
		case e.Timeouts > 0 && e.state.Verdicts[spec.Timeout]-e.timeouts >= e.Timeouts:
			return Timeouts, nil
		case e.stopped():
			return Stopped, nil
		}
		err := e.batch(n)
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

func (e *Engine) stopped() bool { return e.Stop != nil && e.Stop() }

// batchSize is how many cases a batch has; the first ones have fewer, so that
// there is something to learn from soon.
const batchSize = 64

// next is the size of the next batch, 0 for none.
func (e *Engine) next() int {
	size := uint64(min(batchSize, 8<<min(e.state.Batches, 8)))
	left := e.share() - min(e.state.Tried, e.share())
	return int(min(size, left))
}

// share is how many of the cases are the shard's.
func (e *Engine) share() uint64 {
	p := &e.state.Params
	return (e.Cases + uint64(p.Shards) - uint64(p.Shard)) / uint64(p.Shards)
}
