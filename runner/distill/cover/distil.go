package cover

import (
	"iter"
	"reflect"
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
	// Shown are those of the distillates together: the same, but in a long recording
	// for what no kept segment shows once it is read by itself.
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
	// needed are those whose records' bytes are needed.
	needed []*part
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

// chosen asks the pieces what they show by themselves and chooses among them.
func (d *distiller) chosen(pass *Pass) {
	raw := make([]bool, len(pass.Pieces))
	d.o.Map(len(pass.Pieces), func(i int) { raw[i] = d.alone(pass.Pieces[i], pass.Segments == 1) })
	d.out.Behaviours = pass.Behaviours.Union(shown(pass.Pieces))
	for _, p := range choose(pass.Pieces) {
		one := &part{Piece: p}
		if raw[slices.Index(pass.Pieces, p)] {
			one.raw = d.prelude(one)
			d.needed = append(d.needed, one)
		}
		d.parts = append(d.parts, one)
	}
	d.out.Chosen = len(d.parts)
}

func shown(pieces []*Piece) (all behaviour.Set) {
	for _, p := range pieces {
		all = all.Union(p.Shows)
	}
	return all
}

// alone finds what a piece shows once it is written and read by itself, and
// reports whether its records' own bytes are needed. A piece of a longer recording
// may show less by itself: what a decoder knows of what came before is not there.
func (d *distiller) alone(p *Piece, whole bool) (raw bool) {
	p.Shows = behaviour.All(&p.Stream)
	read, ok := d.anew(&shrink.Subject{Stream: p.Stream})
	if !ok {
		return true
	}
	shows := p.Shows
	if !reflect.DeepEqual(read.Events, p.Stream.Events) {
		shows = behaviour.All(&read)
	}
	if whole || !p.Shows.Contains(shows) {
		return shows != p.Shows
	}
	p.Shows = shows
	return false
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
		p.d.Stream = r.barring(shrink.Subject{Stream: p.Stream}).Stream
		p.d.Stream.Events = d.again(p.d.Stream)
	} else {
		d.raw(r, p)
	}
	p.shows = behaviour.All(&p.d.Stream)
	p.runs, p.stopped = r.runs, r.over()
	asked := newJudge(p.Shows, r.judge.may, func(s *shrink.Subject) (spec.Stream, bool) { return s.Stream, true })
	p.d.Holds = func(s spec.Stream, _ [][]byte) bool { return asked.holds(&shrink.Subject{Stream: s}) }
}
