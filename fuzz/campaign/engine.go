package campaign

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"github.com/quock-dev/quock/spec"
)

// Options set the extent of a campaign and connect it to its environment.
type Options struct {
	// Features are the features of the dialect.
	Features spec.Features
	// Cases is the number of cases over all shards.
	Cases uint64
	// Timeouts is the number of timeouts that ends the campaign; 0 means no
	// limit.
	Timeouts int
	Reader   Reader
	Store    Store
	// Map calls do with each number from 0 to n-1, possibly in parallel, and
	// returns when all calls have returned. worker is below Width; parallel
	// calls have different workers. The results do not depend on Map or Width.
	Map   func(n int, do func(worker, i int))
	Width int
	// Stop, if not nil, is polled. Once it returns true, the engine abandons
	// the current batch.
	Stop func() bool
	// Due, if not nil, reports whether a checkpoint is due. The engine always
	// writes one at the end.
	Due func() bool
	// Progress, if not nil, receives the progress after each batch and each
	// finding.
	Progress func(*Progress)
}

// An End is the reason why a campaign ended.
type End string

// The ends.
const (
	AllCases End = "cases"    // all cases were tried
	Stopped  End = "stopped"  // Stop returned true
	Timeouts End = "timeouts" // too many cases timed out
)

// ErrStopped says that the current batch must be abandoned. A Store may return
// it.
var ErrStopped = errors.New("stopped")

// An Engine runs one campaign.
type Engine struct {
	Options
	state  *state
	makers []*maker
	log    hash.Hash
	fresh  bool
	// timeouts and known count the timeouts and findings before this run.
	timeouts, known int
	// kept is the state after the last batch. pending lists the findings since
	// then.
	kept    []byte
	pending []Filed
}

// New returns a campaign at its start.
func New(p Params, o Options) *Engine {
	e := &Engine{Options: o, state: newState(p), log: sha256.New(), fresh: true}
	e.ready()
	return e
}

// Kept gives access to the stored parts of a campaign.
type Kept struct {
	Checkpoint []byte
	// Log is the log. It may be longer than the checkpoint records.
	Log []byte
	// Entry reads a corpus entry. Finding reads the checksum of a finding.
	Entry   func(name string) ([]byte, error)
	Finding func(name string) (sum string, err error)
}

// Resume returns a campaign in the state of its checkpoint, and the number of
// log bytes that the checkpoint records. The error is ErrVersion, ErrChanged,
// ErrParameters or ErrEntry and says why the campaign cannot be resumed.
func Resume(p Params, k Kept, o Options) (*Engine, int, error) {
	s, err := readState(k.Checkpoint)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case len(s.Merged) > 0:
		return nil, 0, fmt.Errorf("%w: it was merged from several shards", ErrParameters)
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

// Run tries cases until all were tried or something ends it earlier. It keeps
// the results in both cases. An error is one of the harness.
func (e *Engine) Run() (End, error) {
	if e.fresh {
		if err := e.begin(); err != nil {
			return "", err
		}
	}
	if known := e.state.Diagnosis.Known; len(known) > 0 {
		e.Reader.Know(known)
	}
	end, err := e.batches()
	if err != nil {
		return "", err
	}
	if e.state, err = readState(e.kept); err != nil { // the batch may have been abandoned
		return "", err
	}
	if err := e.group(); err != nil {
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
		err := e.learn()
		if err == nil {
			err = e.batch(n)
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

func (e *Engine) stopped() bool { return e.Stop != nil && e.Stop() }

// batchSize is the number of cases of a batch. The first batches are smaller,
// so that the engine learns early.
const batchSize = 64

// next returns the size of the next batch, 0 if there is none.
func (e *Engine) next() int {
	size := uint64(min(batchSize, 8<<min(e.state.Batches, 8)))
	left := e.share() - min(e.state.Tried, e.share())
	return int(min(size, left))
}

// share returns how many of the cases belong to the shard.
func (e *Engine) share() uint64 {
	p := &e.state.Params
	return (e.Cases + uint64(p.Shards) - uint64(p.Shard)) / uint64(p.Shards)
}
