package distill

import (
	"reflect"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/spec"
)

// A Covering is what shows all that a recording shows.
type Covering struct {
	// Distillates are the small streams, in the order of the recording.
	Distillates []Distillate
	// Behaviours are those of the recording: the steps and orders of all its
	// segments, and the rules that the kept ones exercise, which are all where
	// the recording is one segment.
	Behaviours behaviour.Set
	// Shown are those of the distillates together: the same, but in a long recording
	// for what no kept segment shows once it is read by itself.
	Shown behaviour.Set
	// Runs is how many runs of the judge were spent, Stopped that they ran out or
	// that Stop said so.
	Runs    int
	Stopped bool
}

// Covers finds the smallest set of small streams that together show every
// behaviour that a recording shows. It keeps segments (Kept); chooses some that
// together show what all of these show, with the rules that they exercise; and
// reduces each as long as it shows its own behaviours, written anew and decoded
// again, and none that the recording does not show. It reads the recording once,
// or twice where the dialect cannot write what was kept.
func Covers(from *Recording, o Options) (*Covering, error) {
	f, err := formatOf(from.Dialect)
	if err != nil {
		return nil, err
	}
	pass, err := Kept(from)
	if err != nil {
		return nil, err
	}
	d := &distiller{format: f, o: o.withDefaults(), out: &Covering{}}
	d.each = parallel.Map(d.o.Jobs)
	d.chosen(pass)
	if err := d.bytes(from); err != nil {
		return nil, err
	}
	d.reduce()
	return d.out, nil
}

// A distiller is the state of Covers.
type distiller struct {
	format
	o     Options
	each  func(n int, do func(i int))
	out   *Covering
	parts []*part
	// needed are those whose records' bytes are needed.
	needed []*part
}

// A part is a piece on its way to a distillate.
type part struct {
	*Piece
	// raw are its records as they were recorded, nil where it can be written anew.
	raw [][]byte
	d   Distillate
	// shows is what the distillate shows.
	shows   behaviour.Set
	runs    int
	stopped bool
}

// chosen asks the pieces what they show by themselves and chooses among them.
func (d *distiller) chosen(pass *Pass) {
	raw := make([]bool, len(pass.Pieces))
	d.each(len(pass.Pieces), func(i int) { raw[i] = d.alone(pass.Pieces[i], pass.Segments == 1) })
	d.out.Behaviours = pass.Behaviours.Union(shown(pass.Pieces))
	for _, p := range choose(pass.Pieces) {
		one := &part{Piece: p}
		if raw[slices.Index(pass.Pieces, p)] {
			one.raw = d.prelude(one)
			d.needed = append(d.needed, one)
		}
		d.parts = append(d.parts, one)
	}
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
	read, err := d.anew(p.Stream)
	if err != nil {
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
	d.each(len(d.parts), func(i int) { d.part(d.parts[i]) })
	d.parts = d.least()
	rare := rarity(d.parts)
	for _, p := range d.parts {
		p.d.Rule = rare.of(p.shows.Rules())
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
	r := &reduction{o: &d.o}
	p.d = Distillate{First: p.First, Last: p.Last}
	if p.raw == nil {
		r.judge = newJudge(p.Shows, d.out.Behaviours, d.written)
		r.judge.known = newKnown()
		p.d.Stream = r.reduce(shrink.Subject{Stream: p.Stream}, false).Stream
		d.again(&p.d.Stream)
	} else {
		d.raw(r, p)
	}
	p.shows = behaviour.All(&p.d.Stream)
	p.runs, p.stopped = r.runs, r.over()
	asked := newJudge(p.Shows, r.judge.may, func(s *shrink.Subject) (spec.Stream, error) { return s.Stream, nil })
	p.d.Holds = func(s spec.Stream, _ [][]byte) bool { return asked.holds(&shrink.Subject{Stream: s}) }
}
