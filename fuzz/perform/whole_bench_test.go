package perform_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leanovate/gopter"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// caseLength is the length of a case of which the figure speaks. Ours are those
// of the drawn ones that come within a tenth of it.
const caseLength = 50

// BenchmarkWhole prints what one core makes of cases on their whole way without
// a candidate: drawn, performed and read by the model, up to the transcript.
//
//   - of-bare: cases a second against a hand-written loop that draws each event from
//     those enabled, in a kept buffer, and feeds the same model;
//   - of-bare-drawn: the same with nobody reading the cases, on either side: what
//     drawing and performing costs alone;
//   - x-commands-drawn: that against gopter's commands that draw the same alphabet as
//     BenchmarkAgainstCommands.
//
// The ways take turns in short rounds, of which the quarter fastest count, up to
// the slowest of them; the time is the processor's, garbage collection and all.
// So other work on the machine changes little. Ours are of all dialects that have
// cases of that length, in turn, and degraded.
func BenchmarkWhole(b *testing.B) {
	const cases = 200
	long := longCases()
	var g perform.Generator
	var costs [5][]float64 // by whom -> each round's ns an event
	for round := 0; b.Loop(); round++ {
		for i, way := range []func() int{
			func() int { return wholeCases(&g, long, round*cases, cases, modelled) },
			func() int { return bareEvents(round, cases, modelled) },
			func() int { return wholeCases(&g, long, round*cases, cases, untouched) },
			func() int { return bareEvents(round, cases, untouched) },
			func() int { return commandEvents(cases/20, untouched) },
		} {
			start := wiretest.Worked(b)
			events := way()
			costs[i] = append(costs[i], float64(wiretest.Worked(b)-start)/float64(events))
		}
	}
	cost := func(i int) float64 { return quarter(costs[i]) }
	b.ReportMetric(1e9/caseLength/cost(0), "cases/s")
	b.ReportMetric(cost(1)/cost(0), "of-bare")
	b.ReportMetric(cost(3)/cost(2), "of-bare-drawn")
	b.ReportMetric(cost(4)/cost(2), "x-commands-drawn")
	b.ReportMetric(0, "ns/op")
}

// quarter is what a quarter of the values is not above.
func quarter(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/4]
}

// A drawn case is one of a dialect by its seed.
type drawn struct {
	features *spec.Features
	seed     uint64
}

// longCases finds cases of the figure's length, the dialects in turn.
func longCases() []drawn {
	var g perform.Generator
	var all []drawn
	for n := range uint64(2000) {
		for i := range voices {
			f, seed := &voices[i].Features, perform.CaseSeed(3, n)
			if length := len(g.Case(f, perform.Degraded, seed).Stream.Events); 10*max(length-caseLength, caseLength-length) <= caseLength {
				all = append(all, drawn{f, seed})
			}
		}
	}
	return all
}

// wholeCases makes cases, from one of a number on, gives them to read, and counts
// their events.
func wholeCases(g *perform.Generator, from []drawn, number, cases int, read func(spec.Stream)) int {
	events := 0
	for n := range cases {
		d := from[(number+n)%len(from)]
		c := g.Case(d.features, perform.Degraded, d.seed)
		read(c.Stream)
		events += len(c.Stream.Events)
	}
	return events
}

func modelled(s spec.Stream) { model.Run(s, spec.Policies{}) }

func untouched(spec.Stream) {}

// commandEvents has gopter's commands make cases, gives them to read, and counts
// their events.
func commandEvents(cases int, read func(spec.Stream)) int {
	parameters := gopter.DefaultTestParametersWithSeed(1)
	parameters.MinSuccessfulTests, parameters.MinSize, parameters.MaxSize, parameters.Workers = cases, caseLength, caseLength+1, 1
	events := 0
	baseline(func(made []spec.Event) {
		events += len(made)
		read(spec.Stream{Features: voices[0].Features, Events: made, End: spec.EOF})
	}).Check(parameters)
	return events
}

// bareEvents draws cases in a plain loop, gives them to read, and counts their
// events.
func bareEvents(round, cases int, read func(spec.Stream)) int {
	rng := rand.New(rand.NewPCG(uint64(round), 1))
	stream := spec.Stream{Features: voices[0].Features, Events: make([]spec.Event, 0, caseLength), End: spec.EOF}
	for range cases {
		stream.Events = bareCase(stream.Events[:0], rng)
		read(stream)
	}
	return cases * caseLength
}

var callIDs = func() (ids [caseLength]string) {
	for i := range ids {
		ids[i] = "c" + string(rune('a'+i))
	}
	return ids
}()

// bareCase draws the events of one case, each from those that are allowed.
func bareCase(events []spec.Event, rng *rand.Rand) []spec.Event {
	turn, open, calls := false, 0, 0
	for i := range caseLength {
		e := spec.Event{Session: "s", Record: i + 1}
		enabled := 1
		switch {
		case turn && calls > 0:
			enabled = 6
		case turn:
			enabled = 4
		}
		switch drawn := rng.IntN(enabled); {
		case !turn:
			e.Kind, turn = spec.TurnStart, true
		case drawn == 0:
			e.Kind, turn = spec.TurnEnd, false
		case drawn == 1:
			e.Kind, e.Message, e.Text = spec.Text, "m", "some words"
		case drawn == 2:
			e.Kind, e.Message, e.Slot, e.Call, e.Name = spec.CallOpen, "m", "0", callIDs[calls], "read"
			calls, open = calls+1, calls
		case drawn == 3:
			e.Kind, e.Note = spec.NoteEvent, spec.NoteHeartbeat
		case drawn == 4:
			e.Kind, e.Message, e.Slot, e.Text = spec.CallArgs, "m", "0", `{"a":`
		default:
			e.Kind, e.Call, e.Result = spec.CallDone, callIDs[open], okResult
		}
		events = append(events, e)
	}
	return events
}

var okResult = []byte(`"ok"`)
