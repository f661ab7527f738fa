package transport

import (
	"iter"
	"slices"
)

// None stands for a missing position.
const None = -1

// Sent is a text after a plan was applied: cut into chunks.
type Sent struct {
	Chunks [][]byte
	// Ends maps each number of records, from 0, to the number of chunks after
	// which exactly so many records are complete. It is None where no chunk
	// ends between two records, or where the record does not end.
	Ends []int
	// Complete is the number of records that are complete with their ends. Torn
	// says that the next record has its payload, but not its end.
	Complete int
	Torn     bool
	// Cut says that the input ends early because of damage.
	Cut bool
	// Bad is the number of invalid records that a reader must report.
	Bad int

	from, to []int // by record, as offsets in the text
	bounds   []int // by chunk, the offset of its end
}

// mostChunks limits the number of single-byte chunks. A longer text is cut into
// larger ones.
const mostChunks = 1 << 15

// Apply writes the text and cuts it according to the plan. Parts about missing
// records, lines or bytes have no effect.
func (t Text) Apply(p *Plan) *Sent {
	w := t.write(p)
	s := &Sent{from: w.from, to: w.to, Cut: slices.ContainsFunc(p.Damage, func(d Damage) bool { return d.Kind == End })}
	for s.Complete < len(w.to) && w.to[s.Complete] <= len(w.out) {
		s.Complete++
	}
	s.Torn = s.Complete < len(w.to) && w.full[s.Complete] <= len(w.out)
	for _, end := range w.bad {
		if end <= len(w.out) {
			s.Bad++
		}
	}
	s.cut(w, t.ends(w, p))
	s.setEnds(w)
	return s
}

// ends returns the offsets of chunk ends in ascending order. The last is the
// length of the text.
func (t Text) ends(w *writer, p *Plan) []int {
	set := map[int]bool{len(w.out): true}
	for r := range w.to {
		if !p.Cuts.One && !slices.Contains(p.Cuts.Joins, r) || t.Apart {
			set[w.from[r]], set[w.own[r]] = true, true
		}
	}
	if last := len(w.to); last > 0 && !p.Cuts.One {
		set[w.to[last-1]] = true
	}
	for _, s := range p.Cuts.Spans {
		for at := range w.places(s) {
			set[at] = true
		}
	}
	for at, step := 1, 1+len(w.out)/mostChunks; p.Cuts.Bytes && at < len(w.out); at += step {
		set[at] = true
	}
	all := make([]int, 0, len(set))
	for at := range set {
		if at > 0 && at <= len(w.out) {
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return all
}

// places returns the offsets of a span in the text.
func (w *writer) places(s Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		if s.Record < 0 || s.Record >= len(w.to) {
			return
		}
		own := w.own[s.Record]
		for at := max(own+s.From, w.from[s.Record]); at <= own+s.To && at < w.to[s.Record] && yield(at); at++ {
		}
	}
}

// completed returns the offset at which a record is complete for every reader.
// After a CR a reader may wait for the next byte.
func (w *writer) completed(r int) int {
	if w.plan.Ends == CR && w.text.Framing == SSE {
		return w.to[r] + 1
	}
	return w.to[r]
}

// cut makes the chunks.
func (s *Sent) cut(w *writer, ends []int) {
	empty := func(at int) {
		for _, r := range w.plan.Cuts.Empties {
			if r >= 0 && r < len(w.from) && w.from[r] == at {
				s.Chunks, s.bounds = append(s.Chunks, []byte{}), append(s.bounds, at)
			}
		}
	}
	from := 0
	for _, to := range ends {
		empty(from)
		s.Chunks, s.bounds = append(s.Chunks, w.out[from:to]), append(s.bounds, to)
		from = to
	}
}

// setEnds finds the chunks after which exactly n records are complete, for each
// n.
func (s *Sent) setEnds(w *writer) {
	s.Ends = []int{0}
	for r := range w.to {
		at := slices.IndexFunc(s.bounds, func(end int) bool { return end >= w.completed(r) })
		if last := r == len(w.to)-1; at < 0 || !last && s.bounds[at] >= w.full[r+1] {
			s.Ends = append(s.Ends, None)
			continue
		}
		s.Ends = append(s.Ends, at+1)
	}
}

// Record returns the number, from 1, of the first record that ends in a chunk;
// chunks count from 1. If no record ends there, it is the record that the chunk
// belongs to.
func (s *Sent) Record(chunk int) int {
	if chunk < 1 || len(s.to) == 0 {
		return 0
	}
	chunk = min(chunk, len(s.bounds))
	start := 0
	if chunk > 1 {
		start = s.bounds[chunk-2]
	}
	for r, end := range s.to {
		if end > start {
			return r + 1
		}
	}
	return len(s.to)
}
