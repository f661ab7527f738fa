package cover

import (
	"iter"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Options say how to distil. Codec is needed.
type Options struct {
	// Codec and Variant write what is kept, and read it again.
	Codec   wire.Codec
	Variant string
	// Map calls do with each number from 0 to n-1, perhaps at once, and returns
	// when all are done; nil calls one after the other. Width is how many it can
	// call at once, 0 for one. Neither changes the result.
	Map   func(n int, do func(i int))
	Width int
	// Stop, if not nil, is asked now and then; once it is true what is smallest so
	// far is the result.
	Stop func() bool
	// Runs is how many runs of the judge each reduction takes at most; 0 for
	// DefaultRuns.
	Runs int
}

// DefaultRuns is how many runs a reduction takes at most if nothing else is said.
const DefaultRuns = 4000

// A Result is what a recording is distilled to.
type Result struct {
	// Distillates are the small streams, in the order of the recording.
	Distillates []distill.Distillate
	// Behaviours are those of the recording: the steps and orders of all its
	// segments, and the rules that the kept ones exercise, which are all where
	// the recording is one segment.
	Behaviours behaviour.Set
	// Shown are those of the distillates together, which is the same.
	Shown behaviour.Set
	// Segments, Cut and Events count what there was: see Pass. Kept is how many
	// segments were kept, Chosen how many of them were reduced.
	Segments, Cut, Events, Kept, Chosen int
	// Runs is how many runs of the judge were spent, Stopped that they ran out or
	// that Stop said so.
	Runs    int
	Stopped bool
}

// Distil makes one pass over a recording (two, where the dialect cannot write
// what was kept, so that the records' own bytes are needed) and reduces what it
// keeps. The batches are those of the recording from its beginning, each time they
// are asked for. The error is theirs.
func Distil(batches iter.Seq2[wire.Batch, error], f spec.Features, cause func() spec.Cause, o Options) (*Result, error) {
	if o.Runs <= 0 {
		o.Runs = DefaultRuns
	}
	if o.Map == nil {
		o.Map = inTurn
	}
	pass, err := Kept(batches, f, cause)
	if err != nil {
		return nil, err
	}
	d := &distiller{o: &o, out: &Result{Segments: pass.Segments, Cut: pass.Cut, Events: pass.Events, Kept: len(pass.Pieces)}}
	d.chosen(pass)
	if err := d.read(batches); err != nil {
		return nil, err
	}
	d.reduce()
	return d.out, nil
}

func inTurn(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// A distiller is the state of Distil.
type distiller struct {
	o     *Options
	out   *Result
	parts []*part
}

// A part is a piece on its way to a distillate.
type part struct {
	*Piece
	// raw are its records as they were recorded, nil where it can be written anew.
	raw [][]byte
	d   distill.Distillate
	// shows is what the distillate shows.
	shows   behaviour.Set
	runs    int
	stopped bool
}

// chosen asks the pieces for their rules and chooses among them.
func (d *distiller) chosen(pass *Pass) {
	d.o.Map(len(pass.Pieces), func(i int) {
		p := pass.Pieces[i]
		p.Shows = p.Shows.Union(behaviour.Rules(&p.Stream))
	})
	d.out.Behaviours = pass.Behaviours
	for _, p := range pass.Pieces {
		d.out.Behaviours = d.out.Behaviours.Union(p.Shows)
	}
	for _, p := range choose(pass.Pieces) {
		d.parts = append(d.parts, &part{Piece: p})
	}
	d.out.Chosen = len(d.parts)
}

// reduce reduces all parts and lists what is left of them.
func (d *distiller) reduce() {
	d.o.Map(len(d.parts), func(i int) { d.part(d.parts[i]) })
	d.parts = d.least()
	rare := rarity(d.parts)
	for _, p := range d.parts {
		p.d.Rules = p.shows.Rules()
		p.d.Rule = rare.of(p.d.Rules)
		d.out.Distillates = append(d.out.Distillates, p.d)
		d.out.Shown = d.out.Shown.Union(p.shows)
	}
	for _, p := range d.parts {
		d.out.Runs += p.runs
		d.out.Stopped = d.out.Stopped || p.stopped
	}
}

// least leaves out the parts all of which others came to show.
func (d *distiller) least() []*part {
	var pieces []*Piece
	of := map[*Piece]*part{}
	for _, p := range d.parts {
		small := &Piece{Shows: p.shows}
		small.Stream = p.d.Stream
		pieces, of[small] = append(pieces, small), p
	}
	var left []*part
	for _, p := range choose(pieces) {
		left = append(left, of[p])
	}
	return left
}

// part reduces one.
func (d *distiller) part(p *part) {
	r := &reduction{o: d.o}
	p.d = distill.Distillate{First: p.First, Last: p.Last}
	if p.raw == nil {
		r.judge = newJudge(p.Shows, d.out.Behaviours, d.anew)
		p.d.Stream = r.reduce(shrink.Subject{Stream: p.Stream}, false).Stream
		p.d.Stream.Events = d.again(p.d.Stream)
	} else {
		d.raw(r, p)
	}
	p.shows = behaviour.All(&p.d.Stream)
	p.runs, p.stopped = r.runs, r.over()
	asked := newJudge(p.Shows, behaviour.Any(), func(s *shrink.Subject) (spec.Stream, bool) { return s.Stream, true })
	p.d.Holds = func(s spec.Stream, _ [][]byte) bool { return asked.holds(&shrink.Subject{Stream: s}) }
}

// anew is what is read of a subject once it is written.
func (d *distiller) anew(s *shrink.Subject) (spec.Stream, bool) {
	records, err := wire.EncodeStream(d.o.Codec, d.o.Variant, s.Stream)
	if err != nil {
		return spec.Stream{}, false
	}
	return d.decoded(records, s.Stream.End)
}

func (d *distiller) decoded(records [][]byte, end spec.Cause) (spec.Stream, bool) {
	read, problems := wire.DecodeRecords(d.o.Codec, d.o.Variant, records)
	read.End = end
	return read, len(problems) == 0
}

// again are the events as they are read once they are written.
func (d *distiller) again(s spec.Stream) []spec.Event {
	read, ok := d.anew(&shrink.Subject{Stream: s})
	if !ok {
		return s.Events
	}
	return read.Events
}

// raw reduces a part that cannot be written anew: whole records, with their
// bytes, and what is left of them by events if that can be written.
func (d *distiller) raw(r *reduction, p *part) {
	stream, _ := d.decoded(p.raw, p.Stream.End)
	subject, numbers := spoken(stream)
	pick := func(s *shrink.Subject) [][]byte {
		var records [][]byte
		for _, n := range s.Kept {
			records = append(records, p.raw[numbers[n-1]-1])
		}
		return records
	}
	shows := behaviour.All(&stream)
	p.Shows = shows
	r.judge = newJudge(shows, d.out.Behaviours.Union(shows), func(s *shrink.Subject) (spec.Stream, bool) {
		return d.decoded(pick(s), s.Stream.End)
	})
	left := r.reduce(shrink.Subject{Stream: subject}, true)
	if left.Kept == nil {
		left.Kept = upTo(len(numbers))
	}
	p.d.Records = pick(&left)
	p.d.Stream, _ = d.decoded(p.d.Records, p.Stream.End)
	written := newJudge(shows, r.judge.may, d.anew)
	whole := shrink.Subject{Stream: p.d.Stream}
	whole.Stream, _ = spoken(whole.Stream)
	if written.holds(&whole) {
		r.judge = written
		p.d.Stream = r.reduce(whole, false).Stream
		p.d.Stream.Events, p.d.Records = d.again(p.d.Stream), nil
	}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// spoken is a stream without the records that say nothing, and the numbers of
// those that do.
func spoken(s spec.Stream) (spec.Stream, []int) {
	var numbers []int
	for i := range s.Events {
		if i == 0 || s.Events[i].Record != s.Events[i-1].Record {
			numbers = append(numbers, s.Events[i].Record)
		}
	}
	s.Events = numbered(s.Events, nil)
	return s, numbers
}

// read gets the bytes of the parts that cannot be written anew.
func (d *distiller) read(batches iter.Seq2[wire.Batch, error]) error {
	var needed []*part
	for _, p := range d.parts {
		read, ok := d.anew(&shrink.Subject{Stream: p.Stream})
		if !ok || behaviour.All(&read) != p.Shows {
			p.raw = d.prelude(p)
			needed = append(needed, p)
		}
	}
	if len(needed) == 0 {
		return nil
	}
	for batch, err := range batches {
		if err != nil {
			return err
		}
		for _, p := range needed {
			if n := batch.Record.Number; n >= p.First && n <= p.Last && batch.Problem == nil {
				p.raw = append(p.raw, slices.Clone(batch.Record.JSON))
			}
		}
	}
	return nil
}

// prelude are the records in front of a part, written anew; nothing where they
// cannot be.
func (d *distiller) prelude(p *part) [][]byte {
	front := p.Stream
	n := 0
	for n < len(front.Events) && front.Events[n].Record <= p.Prelude {
		n++
	}
	front.Events = front.Events[:n]
	records, err := wire.EncodeStream(d.o.Codec, d.o.Variant, front)
	if err != nil {
		return [][]byte{}
	}
	return records
}
