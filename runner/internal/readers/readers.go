package readers

import (
	"cmp"
	"errors"
	"iter"
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Way is one way to read the stream otherwise.
type Way struct {
	// Known are the deviations that read so, the best known one first.
	Known []deviation.Deviation
	// Record is the record after which the transcripts differ first, or spec.AtEnd,
	// and Line its line. Event says what the stream says there; Text is the beginning
	// of the record. Neither is safe to show.
	Record, Line int
	Event, Text  string
	// Differences are what a user sees otherwise, the worst first: at the end or, if that
	// is worse, at Record. Then Later is what a user sees at the end.
	Differences, Later []Seen
	// Passes says that the transcripts are equal at the end.
	Passes bool
	// Ordinary says that an ordinary stream shows the deviation, too.
	Ordinary bool

	departure fit.Departure
	located   bool
}

// Readings are all ways to read one stream otherwise.
type Readings struct {
	// Ways are sorted: peculiar to such streams first, then what a user sees worst.
	Ways []Way
	// Deviations counts those that read otherwise, of Tried.
	Deviations, Tried int
	// Records and Events count what was read; Cut says that the stream has more. After
	// Compared records of the Meaning ones that have events transcripts were compared.
	Records, Events, Compared, Meaning int
	Cut                                bool

	stream   spec.Stream
	policies spec.Policies
	final    spec.Transcript
	lines    map[int]int
}

// MostEvents and MostBytes are the most events, and the most bytes of records, that
// are read of a stream.
const (
	MostEvents = 20_000
	MostBytes  = 64 << 20
)

// Find reads a recorded stream with every deviation. It says of all ways where they
// depart, or only of those that Print shows. It takes two passes. The error is the
// reader's, or one of package trace.
func Find(i *trace.Import, all bool) (*Readings, error) {
	r := &Readings{stream: spec.Stream{Features: i.Features}, policies: trace.Policies(), lines: map[int]int{}}
	if err := r.take(i.Batches()); err != nil {
		return nil, err
	}
	if r.stream.End = i.Cause(); r.Cut {
		r.stream.End = spec.Cut
	}
	pass := deviation.Compose().Read(&r.stream, r.policies)
	pass.To(spec.AtEnd)
	r.final = pass.Transcript()
	r.depart()
	for located := true; located; {
		located = false
		slices.SortStableFunc(r.Ways, compareWays)
		for n := range r.Ways {
			if w := &r.Ways[n]; !w.located && (all || !w.Ordinary || n < inFull+inLine) {
				r.locate(w)
				located = true
			}
		}
		r.Ways = slices.DeleteFunc(r.Ways, func(w Way) bool { return w.located && len(w.Differences) == 0 })
	}
	for n := range r.Ways {
		r.Deviations += len(r.Ways[n].Known)
	}
	return r, r.texts(i.Batches())
}

// take keeps the events of a stream.
func (r *Readings) take(batches iter.Seq2[wire.Batch, error]) error {
	size := 0
	for b, err := range batches {
		if errors.Is(err, trace.ErrSize) || errors.Is(err, trace.ErrRecords) {
			r.Cut = true
			break
		}
		if err != nil {
			return err
		}
		size += len(b.Record.JSON)
		if r.Events+len(b.Events) > MostEvents || size > MostBytes {
			r.Cut = true
			break
		}
		r.Records, r.lines[b.Record.Number] = b.Record.Number, b.Record.Line
		r.Events += len(b.Events)
		r.stream.Events = append(r.stream.Events, b.Events...)
		if len(b.Events) > 0 {
			r.Meaning++
		}
	}
	return nil
}

// depart finds the ways.
func (r *Readings) depart() {
	root := ""
	if len(r.final.Sessions) > 0 {
		root = r.final.Sessions[0].ID
	}
	usual := map[string]bool{}
	for _, d := range fit.Depart(ordinary(&r.stream, root), r.policies, fit.Options{}).Found {
		for _, one := range append(d.Same, d.Deviation) {
			usual[one.Name] = true
		}
	}
	found := fit.Depart(&r.stream, r.policies, fit.Options{})
	r.Tried, r.Compared = found.Tried, found.Compared-1
	for _, d := range found.Found {
		w := Way{Known: append([]deviation.Deviation{d.Deviation}, d.Same...), departure: d, Passes: len(d.Final) == 0}
		w.Differences = describeAll(d.Final, &r.final)
		for _, one := range w.Known {
			w.Ordinary = w.Ordinary || usual[one.Name] || one.Kind == deviation.View
		}
		slices.SortStableFunc(w.Known, func(a, b deviation.Deviation) int { return cmp.Compare(fame(&a), fame(&b)) })
		r.Ways = append(r.Ways, w)
	}
}

// fame orders deviations: those that public bugs have, those that were written down,
// those that a program may have, and those that only follow from a decision.
func fame(d *deviation.Deviation) int {
	switch {
	case d.Generic:
		return 3
	case d.Allowed():
		return 2
	case len(d.Bugs) == 0:
		return 1
	}
	return 0
}

// locate finds where a way departs, and what a user sees there and at the end.
func (r *Readings) locate(w *Way) {
	there := describeAll(fit.Locate(&r.stream, r.policies, &w.departure), &r.final)
	w.located = true
	if len(there) > 0 && rankOf(there) < rankOf(w.Differences) {
		w.Differences, w.Later = there, w.Differences
	}
	if w.Record = w.departure.At; w.Record == spec.AtEnd {
		w.Event = "the input ends"
		return
	}
	w.Line, w.Event = r.lines[w.Record], r.event(w.Record)
}

// rankOf returns the rank of the worst one.
func rankOf(all []Seen) int {
	if len(all) == 0 {
		return leastRank
	}
	return all[0].rank
}

// compareWays puts the way first that a user should read first.
func compareWays(a, b Way) int {
	return cmp.Or(
		falseFirst(a.Ordinary, b.Ordinary),
		falseFirst(rankOf(a.Differences) >= hardlySeen, rankOf(b.Differences) >= hardlySeen),
		falseFirst(len(a.Later) > 0 || a.Passes, len(b.Later) > 0 || b.Passes),
		cmp.Compare(fame(&a.Known[0]), fame(&b.Known[0])),
		cmp.Compare(rankOf(a.Differences), rankOf(b.Differences)),
		cmp.Compare(uint(a.Record), uint(b.Record)), // the end of input is -1
	)
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// texts adds the beginnings of the records to the ways. It reads no further than they go:
// what is behind them may be too much to read.
func (r *Readings) texts(batches iter.Seq2[wire.Batch, error]) error {
	at := map[int][]*Way{}
	for n := range r.Ways {
		if record := r.Ways[n].Record; record > 0 { // neither the end nor one that was not located
			at[record] = append(at[record], &r.Ways[n])
		}
	}
	for b, err := range batches {
		if len(at) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		for _, w := range at[b.Record.Number] {
			w.Text = clip(string(b.Record.JSON[:min(len(b.Record.JSON), 4*longValue)]), longValue)
		}
		delete(at, b.Record.Number)
	}
	return nil
}
