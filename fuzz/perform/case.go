package perform

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// Level says what may go wrong in a case.
type Level = fault.Level

// The levels.
const (
	Clean    = fault.Clean
	Degraded = fault.Degraded
	Hostile  = fault.Hostile
)

// A Case is one scenario, performed in one order as one stream.
type Case struct {
	Seed     uint64
	Level    Level
	Scenario *scenario.Scenario
	// Schedule is the order in which the scenario's steps come.
	Schedule script.Order
	// Edits are what was done to the stream after it was emitted, at level hostile.
	Edits damage.Edits
	// Stream is the case as a reader gets it.
	Stream spec.Stream
	// Faults are those that happen, with the ids that they touch.
	Faults []spec.Fault

	script    script.Script
	emitted   []script.Emitted
	performer performer
	// undamaged is the stream before it was damaged.
	undamaged spec.Stream
	// cut is the last record that is emitted; None for all.
	cut int
	// drawn are the edits that were drawn with the case.
	drawn damage.Edits
	// forms are those of its records.
	forms spec.Forms
	// choices holds the choices that made the case; nil where they are not known.
	choices *choice.Sources
}

// Choices are what was chosen to make the case, faults that were performed away
// among them; false where the case was made in another way. They are a copy.
func (c *Case) Choices() (choice.Choices, bool) {
	if c.choices == nil {
		return choice.Choices{}, false
	}
	return c.choices.Used().Clone(), true
}

// Spans are the parts of a layer's choices; none where they are not known. They
// are good as long as the case is.
func (c *Case) Spans(l choice.Layer) []choice.Span {
	if c.choices == nil {
		return nil
	}
	return c.choices.Layer(l).Spans()
}

// perform writes the scenario as a stream, in the memory of the one before, and
// damages it.
func (c *Case) perform() {
	c.emit()
	c.damage()
}

// emit writes the scenario as a stream.
func (c *Case) emit() {
	c.emitted = script.Emit(c.emitted[:0], c.Scenario, &c.script, c.Schedule)
	if c.takes(script.Files) {
		c.emitted = script.InFiles(c.emitted)
	}
	if c.takes(script.Resumed) {
		c.emitted = script.WithHistory(c.emitted)
	}
	if c.takes(script.Openings) {
		script.Opened(c.emitted)
	}
	if c.takes(script.ToolLogs) {
		c.emitted = script.WithLogs(c.Scenario, c.emitted)
	}
	if c.takes(script.Beside) {
		c.emitted = script.WithNotes(c.emitted)
	}
	if c.takes(script.Interleaved) {
		c.emitted = script.WithTurns(c.Scenario, c.emitted)
	}
	if c.takes(script.Layers) {
		c.emitted = script.InLayers(c.emitted)
	}
	if c.takes(script.Chunks) {
		c.emitted = script.Chunked(c.Scenario, c.emitted)
	}
	c.undamaged.Features, c.undamaged.End, c.undamaged.Forms = c.Scenario.Features, c.Scenario.InputEnd(), c.forms
	if !c.harmed() && c.cut != scenario.None && c.cut < lastRecord(c.emitted) {
		c.emitted, c.undamaged.End = upTo(c.emitted, c.cut), spec.Cut
	}
	c.undamaged.Events = grown(c.undamaged.Events, len(c.emitted))
	p := &c.performer
	p.reset(c.Scenario, c.emitted)
	for i := range c.emitted {
		p.event(i, &c.undamaged.Events[i])
	}
}

// takes reports whether the case takes a form that steps make.
func (c *Case) takes(form string) bool {
	n := slices.Index(c.Scenario.Features.Forms, form)
	return n >= 0 && c.forms.Has(n)
}

// harmed reports whether more is done to the stream than names changed.
func (c *Case) harmed() bool { return len(c.Edits) > 0 && len(c.Edits.Harmless()) < len(c.Edits) }

// damage does to the emitted stream what is to be done to it, and only then cuts
// it.
func (c *Case) damage() {
	c.Stream = c.undamaged
	c.Faults = c.Scenario.Injected(c.Faults[:0])
	if len(c.Edits) == 0 {
		return
	}
	c.Stream = damage.Apply(c.undamaged, c.Edits)
	c.Edits.RenameFaults(c.Faults)
	c.Faults = c.Edits.Faults(c.Faults)
	if events := c.Stream.Events; c.harmed() && c.cut != scenario.None && c.cut < c.Stream.Records() {
		n := slices.IndexFunc(events, func(e spec.Event) bool { return e.Record > c.cut })
		c.Stream.Events, c.Stream.End = events[:n], spec.Cut
	}
}

// Undamaged is the stream as it was before it was damaged; Stream, where it was not.
func (c *Case) Undamaged() spec.Stream { return c.undamaged }

// grown is a slice of n zero events, in the old memory where that suffices.
func grown(events []spec.Event, n int) []spec.Event {
	if cap(events) < n {
		return make([]spec.Event, n, n+n/4)
	}
	clear(events[:n])
	return events[:n]
}

func upTo(emitted []script.Emitted, record int) []script.Emitted {
	for i := range emitted {
		if emitted[i].Record > record {
			return emitted[:i]
		}
	}
	return emitted
}

// Without is the same case with faults, and what needs them, performed away.
func (c *Case) Without(ids ...int) *Case {
	away := c.copied()
	faults := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return id >= damage.FirstID })
	away.Scenario, away.Edits = c.Scenario.Without(faults...), c.Edits.Without(ids...)
	away.perform()
	return away
}

// Cut is the same case, emitted up to a record, where the transport breaks.
func (c *Case) Cut(record int) *Case {
	short := c.copied()
	short.cut = record
	short.perform()
	return short
}

// In is the same case, emitted in other forms.
func (c *Case) In(f spec.Forms) *Case {
	other := c.copied()
	other.forms = f
	other.perform()
	return other
}

// copied is the case without its memory, so that it can be written anew.
func (c *Case) copied() *Case {
	return &Case{
		Seed: c.Seed, Level: c.Level, Scenario: c.Scenario, Schedule: c.Schedule, script: c.script, cut: c.cut,
		choices: c.choices, Edits: c.Edits, drawn: c.drawn, forms: c.forms,
	}
}

// String names the case by what makes it again. It is cheap: gopter formats
// every value that it draws, passing or not.
func (c *Case) String() string {
	return fmt.Sprintf("%s %s seed %d off %x", c.Scenario.Features.Dialect, c.Level, c.Seed, uint64(c.Scenario.Off))
}
