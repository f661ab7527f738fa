package bulk

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
)

const (
	// pooled is how many stretches are at hand; every renewed-th that is drawn is
	// replaced, so that what the stream is made of changes along it.
	pooled  = 240
	renewed = 16
	// patience is how many cases are tried for one that will do.
	patience = 20_000
	// degraded is how often a stretch is one where things go wrong, at that level.
	degraded = 8
	// lonely is how often a case without sub-sessions is taken where there can be
	// some.
	lonely = 4
)

// A stretch is one performed case, ready to be put into the stream.
type stretch struct {
	events []spec.Event
	size   int // how many events there are
	faults []spec.Fault
	// root is the session of the user, which goes on from stretch to stretch; turns
	// and messages are how many numbers of each it uses.
	root            string
	turns, messages int
	// failed: its last run did not end well.
	failed bool
	// anew: it must begin a conversation, since it restates one whole.
	anew bool
}

// A pool holds the stretches that a stream is made of.
type pool struct {
	features  *spec.Features
	o         *Options
	tried     uint64 // cases made so far
	stretches []*stretch
	drawn     int
	search    perform.Generator // its case is good until the next one
}

func newPool(f *spec.Features, o *Options) (*pool, error) {
	p := &pool{features: f, o: o}
	for range pooled {
		s := p.fresh()
		if s == nil {
			return nil, fmt.Errorf("of %d cases of %s none can stand in a stream", patience, o.Dialect)
		}
		p.stretches = append(p.stretches, s)
	}
	return p, nil
}

// draw is a stretch, and renews the pool now and then.
func (p *pool) draw(rng *rand.Rand) *stretch {
	i := rng.IntN(len(p.stretches))
	if p.drawn++; p.drawn%renewed == 0 {
		if s := p.fresh(); s != nil {
			p.stretches[i] = s
		}
	}
	return p.stretches[i]
}

// fresh makes the next stretch that may be anywhere in the stream; nil where
// none is found.
func (p *pool) fresh() *stretch {
	for range patience {
		p.tried++
		level := perform.Clean
		if p.o.Level == perform.Degraded && p.tried%degraded == 0 {
			level = perform.Degraded
		}
		seed := perform.CaseSeed(p.o.Seed, p.tried)
		c := p.search.Case(p.features, level, seed)
		if (len(c.Scenario.Sessions) > 1 || p.tried%lonely == 0) && p.fits(c) {
			return p.prepare(perform.Generate(*p.features, level, seed), p.tried, true)
		}
	}
	return nil
}

// fits reports whether a case may be anywhere in the stream: others can follow
// it, it ends what it began, and it has nothing of what is injected.
func (p *pool) fits(c *perform.Case) bool {
	if !continuable(c) || slices.ContainsFunc(p.o.Faults, func(injected Fault) bool { return injected.shown(c) }) {
		return false
	}
	t := read(&c.Stream)
	return atRest(&t) && (c.Level != perform.Clean || honest(&c.Stream, &t))
}

// read is what the model reads in a stream.
func read(s *spec.Stream) spec.Transcript {
	state := model.New(s.Features, spec.Policies{})
	for i := range s.Events {
		state.Step(&s.Events[i])
	}
	state.End(s.End)
	return state.Transcript()
}

// continuable: it can stand between others. The input goes on, nothing waits or was
// cancelled, nothing of it is of an unknown kind, and it does not restate the one
// conversation of a dialect that has no others.
func continuable(c *perform.Case) bool {
	lone := c.Stream.Features.NamelessRoot
	return c.Stream.End == spec.EOF && len(c.Stream.Events) > 0 && !slices.ContainsFunc(c.Stream.Events, func(e spec.Event) bool {
		return e.Kind == spec.Cancel || e.Kind == spec.Wait && e.Call == "" || e.Note == spec.NoteUnknown || e.Fatal && e.Global || e.Kind == spec.History && lone
	})
}

// atRest: the stream has come to its end. A run that is open is another one's
// parent in some formats, and forbids another one in others.
func atRest(t *spec.Transcript) bool {
	ended := []spec.Outcome{spec.OutcomeCompleted, spec.OutcomeFailed, spec.OutcomeUnknown}
	return slices.Contains(ended, t.Outcome) && len(t.Active) == 0
}

// honest: there is nothing to report of a stream.
func honest(s *spec.Stream, t *spec.Transcript) bool {
	return len(t.Anomalies) == 0 && len(produce.Breaches(s.Features, t)) == 0
}

// prepare makes a stretch of a case; wordy makes its texts and results as long
// as real ones.
func (p *pool) prepare(c *perform.Case, number uint64, wordy bool) *stretch {
	s := &stretch{events: c.Stream.Events, faults: slices.Clone(c.Faults), root: c.Scenario.Sessions[0].ID}
	outcome := read(&c.Stream).Outcome
	s.failed = outcome != spec.OutcomeCompleted && outcome != spec.OutcomeUnknown
	if wordy {
		s.events = lengthen(s.events, rand.New(rand.NewPCG(p.o.Seed, number)))
	}
	s.size = len(s.events)
	s.measure(p.features)
	return s
}
