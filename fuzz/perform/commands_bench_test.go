package perform_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
	"github.com/leanovate/gopter/gen"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// The baseline of the generator's figure: gopter's own way to make sequences,
// with the kinds of events of the neutral dialect as its commands and a state
// that says which are allowed.

// heard is the baseline's state: what is open in a session.
type heard struct {
	turn, message bool
	calls         int
	events        int
}

// An eventCommand is one event as a command; its system under test keeps the stream.
type eventCommand struct {
	event   spec.Event
	allowed func(heard) bool
	next    func(heard) heard
}

func (c *eventCommand) Run(sut commands.SystemUnderTest) commands.Result {
	kept := sut.(*[]spec.Event)
	*kept = append(*kept, c.event)
	return nil
}

func (c *eventCommand) NextState(s commands.State) commands.State {
	next := c.next(s.(heard))
	next.events++
	return next
}

func (c *eventCommand) PreCondition(s commands.State) bool { return c.allowed(s.(heard)) }

func (c *eventCommand) PostCondition(commands.State, commands.Result) *gopter.PropResult {
	return &gopter.PropResult{Status: gopter.PropTrue}
}

func (c *eventCommand) String() string { return c.event.Kind.String() }

// alphabet lists the commands that the state allows.
func alphabet(s heard) []any {
	call := fmt.Sprint("c", s.calls)
	of := func(e spec.Event, allowed func(heard) bool, next func(heard) heard) *eventCommand {
		e.Session = "s"
		return &eventCommand{event: e, allowed: allowed, next: next}
	}
	inTurn := func(h heard) bool { return h.turn }
	same := func(h heard) heard { return h }
	all := []*eventCommand{
		of(spec.Event{Kind: spec.TurnStart}, func(h heard) bool { return !h.turn }, func(h heard) heard { h.turn = true; return h }),
		of(spec.Event{Kind: spec.Text, Message: "m", Text: "some words"}, inTurn, func(h heard) heard { h.message = true; return h }),
		of(spec.Event{Kind: spec.CallOpen, Message: "m", Slot: "0", Call: call, Name: "read"}, inTurn, func(h heard) heard { h.calls++; return h }),
		of(spec.Event{Kind: spec.CallArgs, Message: "m", Slot: "0", Text: `{"a":`}, func(h heard) bool { return h.calls > 0 }, same),
		of(spec.Event{Kind: spec.CallDone, Call: fmt.Sprint("c", s.calls-1), Result: []byte(`"ok"`)}, func(h heard) bool { return h.calls > 0 }, same),
		of(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteHeartbeat}, inTurn, same),
		of(spec.Event{Kind: spec.TurnEnd}, inTurn, func(h heard) heard { h.turn = false; return h }),
	}
	var enabled []any
	for _, c := range all {
		if c.allowed(s) {
			enabled = append(enabled, c)
		}
	}
	return enabled
}

// baseline draws cases and gives each to done.
func baseline(done func([]spec.Event)) gopter.Prop {
	return commands.Prop(&commands.ProtoCommands{
		NewSystemUnderTestFunc: func(commands.State) commands.SystemUnderTest { return new([]spec.Event) },
		DestroySystemUnderTestFunc: func(sut commands.SystemUnderTest) {
			done(*sut.(*[]spec.Event))
		},
		InitialStateGen: gen.Const(heard{}),
		GenCommandFunc: func(s commands.State) gopter.Gen {
			enabled := alphabet(s.(heard))
			return gen.OneConstOf(enabled...)
		},
	})
}

// BenchmarkAgainstCommands prints how many times faster an event is generated
// and performed here than by gopter's commands, in one run.
func BenchmarkAgainstCommands(b *testing.B) {
	var events, theirs int
	var ours, other time.Duration
	var g perform.Generator
	count := baseline(func(made []spec.Event) { theirs += len(made) })
	parameters := gopter.DefaultTestParametersWithSeed(1)
	parameters.MinSuccessfulTests, parameters.MinSize, parameters.MaxSize, parameters.Workers = 50, 50, 51, 1
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		for n := range 1000 {
			events += len(g.Case(&voices[0].Features, perform.Degraded, perform.CaseSeed(uint64(i), uint64(n))).Stream.Events)
		}
		ours += time.Since(start)
		start = time.Now()
		if r := count.Check(parameters); !r.Passed() {
			b.Fatal(r)
		}
		other += time.Since(start)
	}
	us, them := float64(events)/ours.Seconds(), float64(theirs)/other.Seconds()
	b.ReportMetric(us/1e6, "Mevents/s")
	b.ReportMetric(them/1e6, "commands-Mevents/s")
	b.ReportMetric(us/them, "x-commands")
}
