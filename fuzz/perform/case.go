package perform

import (
	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Level says what may go wrong in a case.
type Level = scenario.Level

// The levels.
const (
	Clean    = scenario.Clean
	Degraded = scenario.Degraded
	Hostile  = scenario.Hostile
)

// A Case is one scenario, told in one order as one stream.
type Case struct {
	Seed     uint64
	Level    Level
	Scenario *scenario.Scenario
	// Schedule is the order in which the scenario's beats are told.
	Schedule scenario.Order
	Stream   spec.Stream
	// Hazards are those that happen, with the ids that they touch.
	Hazards []spec.Hazard

	script    scenario.Script
	said      []scenario.Said
	performer performer
	// cut is the last record that is told; None for all.
	cut int
	// dealer holds the choices that made the case; nil where they are not known.
	dealer *choice.Dealer
}

// Choices are what was chosen to make the case, hazards that were performed away
// among them; false where the case was made in another way. They are a copy.
func (c *Case) Choices() (choice.Choices, bool) {
	if c.dealer == nil {
		return choice.Choices{}, false
	}
	return c.dealer.Used().Clone(), true
}

// Spans are the parts of a layer's choices; none where they are not known. They
// are good as long as the case is.
func (c *Case) Spans(l choice.Layer) []choice.Span {
	if c.dealer == nil {
		return nil
	}
	return c.dealer.Layer(l).Spans()
}

// perform tells the scenario as a stream, in the memory of the one before.
func (c *Case) perform() {
	c.said = scenario.Tell(c.said[:0], c.Scenario, &c.script, c.Schedule)
	c.Stream.Features, c.Stream.End = c.Scenario.Features, c.Scenario.InputEnd()
	if c.cut != scenario.None && c.cut < c.Records() {
		c.said, c.Stream.End = upTo(c.said, c.cut), spec.Cut
	}
	c.Stream.Events = grown(c.Stream.Events, len(c.said))
	p := &c.performer
	p.reset(c.Scenario, c.said)
	for i := range c.said {
		p.event(i, &c.Stream.Events[i])
	}
	c.Hazards = c.Scenario.Hazards(c.Hazards[:0])
}

// grown is a slice of n zero events, in the old memory where that suffices.
func grown(events []spec.Event, n int) []spec.Event {
	if cap(events) < n {
		return make([]spec.Event, n, n+n/4)
	}
	clear(events[:n])
	return events[:n]
}

func upTo(said []scenario.Said, record int) []scenario.Said {
	for i := range said {
		if said[i].Record > record {
			return said[:i]
		}
	}
	return said
}

// Without is the same case with hazards, and what needs them, performed away.
func (c *Case) Without(ids ...int) *Case {
	away := c.copied()
	away.Scenario = c.Scenario.Without(ids...)
	away.perform()
	return away
}

// Cut is the same case, told up to a record, where the transport breaks.
func (c *Case) Cut(record int) *Case {
	short := c.copied()
	short.cut = record
	short.perform()
	return short
}

// copied is the case without its memory, so that it can be told anew.
func (c *Case) copied() *Case {
	return &Case{
		Seed: c.Seed, Level: c.Level, Scenario: c.Scenario, Schedule: c.Schedule, script: c.script, cut: c.cut,
		dealer: c.dealer,
	}
}
