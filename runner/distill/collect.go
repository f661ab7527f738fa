package distill

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
)

// A Piece is a segment that was kept.
type Piece struct {
	segment.Segment
	// Shows are its behaviours: steps and orders, and the rules once Distil has
	// asked for them.
	Shows  behaviour.Set
	length int // see lengthOf
	uses   int // in how many places it is the best
}

// A Pass is what one pass over a recording keeps.
type Pass struct {
	// Pieces are the kept segments, in the order of the recording.
	Pieces []*Piece
	// Behaviours are the steps and orders of all segments, kept or not.
	Behaviours behaviour.Set
	// Segments counts what there was.
	Segments int
}

// whole is how many events a recording may have to be one segment, and wholeBytes
// how much they may weigh.
const (
	whole      = 512
	wholeBytes = segment.DefaultBytes
)

// lightest is what a segment may weigh before it counts as longer than its events
// are many, by one for each heavy bytes: what is kept of a recording stays small.
const (
	lightest = 64 << 10
	heavy    = 256
)

// A Collector takes in a recording event by event. Use NewCollector.
type Collector struct {
	features spec.Features
	cutter   *segment.Cutter
	tracker  *behaviour.Tracker
	pass     Pass
	// shortest is the shortest segment that shows each behaviour, richest the one
	// that shows most beside it for its length: what is rare counts for more.
	shortest, richest [behaviour.Most]*Piece
	// seen counts the segments that show each behaviour.
	seen [behaviour.Most]int
	// short is the recording so far, while it may be one segment.
	short  []spec.Event
	weight int
	long   bool
	take   func(*segment.Segment) error
}

// NewCollector returns a collector of a recording with these features.
func NewCollector(f spec.Features) *Collector {
	k := &Collector{features: f, cutter: segment.NewCutter(f, segment.Options{}), tracker: behaviour.NewTracker(f)}
	k.take = k.segment
	return k
}

// Add takes in the events of one record, which are copied as far as they are
// kept.
func (k *Collector) Add(events []spec.Event) error {
	if k.long {
		return k.cutter.Add(events, k.take)
	}
	k.short, k.weight = append(k.short, events...), k.weight+segment.Weigh(events)
	if len(k.short) <= whole && k.weight <= wholeBytes {
		return nil
	}
	k.long = true
	short := k.short
	k.short = nil
	for len(short) > 0 {
		n := record(short)
		if err := k.cutter.Add(short[:n], k.take); err != nil {
			return err
		}
		short = short[n:]
	}
	return nil
}

// record is how many events the first record has.
func record(events []spec.Event) int {
	n := 1
	for n < len(events) && events[n].Record == events[0].Record {
		n++
	}
	return n
}

// End ends the recording and returns what is kept.
func (k *Collector) End(cause spec.Cause) (*Pass, error) {
	if k.long {
		if err := k.cutter.End(cause, k.take); err != nil {
			return nil, err
		}
	} else if err := k.one(cause); err != nil {
		return nil, err
	}
	slices.SortStableFunc(k.pass.Pieces, func(a, b *Piece) int { return a.First - b.First })
	return &k.pass, nil
}

// one takes the whole recording for one segment.
func (k *Collector) one(cause spec.Cause) error {
	if len(k.short) == 0 {
		return nil
	}
	s := segment.Segment{First: k.short[0].Record, Last: k.short[len(k.short)-1].Record}
	s.Stream = spec.Stream{Features: k.features, Events: renumbered(k.short), End: cause}
	return k.segment(&s)
}

// renumbered are the events with their records counted from 1 without gaps.
func renumbered(events []spec.Event) []spec.Event {
	out := slices.Clone(events)
	for i, n := 0, 0; i < len(out); i++ {
		if i == 0 || events[i].Record != events[i-1].Record {
			n++
		}
		out[i].Record = n
	}
	return out
}

// segment keeps a segment that shows something new, or in fewer events.
func (k *Collector) segment(s *segment.Segment) error {
	shows := k.tracker.Of(s.Stream.Events)
	k.pass.Segments++
	k.pass.Behaviours = k.pass.Behaviours.Union(shows)
	shows.Each(func(b int) { k.seen[b]++ })
	p := &Piece{Shows: shows, length: lengthOf(s.Stream.Events)}
	k.rate(p)
	if p.uses > 0 {
		p.Segment = *s.Clone()
		k.pass.Pieces = slices.DeleteFunc(append(k.pass.Pieces, p), func(p *Piece) bool { return p.uses == 0 })
	}
	return nil
}

// lengthOf is what it costs to keep events: how many there are, and what they
// weigh where that is much.
func lengthOf(events []spec.Event) int {
	return len(events) + max(0, segment.Weigh(events)-lightest)/heavy
}

// rate puts a piece where it is the shortest or the richest.
func (k *Collector) rate(p *Piece) {
	riches := k.riches(p)
	p.Shows.Each(func(b int) {
		if old := k.shortest[b]; old == nil || p.length < old.length {
			give(&k.shortest[b], p)
		}
		if old := k.richest[b]; old == nil || riches > k.riches(old) {
			give(&k.richest[b], p)
		}
	})
}

// give puts a piece in the place of another.
func give(place **Piece, p *Piece) {
	if old := *place; old != nil {
		old.uses--
	}
	p.uses++
	*place = p
}

// riches is how much a piece shows for its length, as far as can be told by now.
func (k *Collector) riches(p *Piece) float64 {
	sum := 0.0
	p.Shows.Each(func(b int) { sum += 1 / float64(k.seen[b]) })
	return sum / float64(p.length)
}

// Kept makes one pass over a recording. An error is the recording's; what was kept
// until then is returned with it.
func Kept(from *Recording) (*Pass, error) {
	f, err := formatOf(from.Dialect)
	if err != nil {
		return nil, err
	}
	k := NewCollector(f.features())
	for batch, err := range from.Batches() {
		if err == nil {
			err = k.Add(batch.Events)
		}
		if err != nil {
			return &k.pass, fmt.Errorf("reading the recording: %w", err)
		}
	}
	pass, err := k.End(from.Cause())
	if err != nil {
		return &k.pass, fmt.Errorf("cutting the recording: %w", err)
	}
	return pass, nil
}
