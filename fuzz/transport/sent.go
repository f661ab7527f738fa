package transport

import (
	"iter"
	"slices"
)

// None stands for a place that there is not.
const None = -1

// Sent is a text as a transport brings it.
type Sent struct {
	Chunks [][]byte
	// Ends are, by number of records from 0, after how many chunks just so many
	// are complete; None where no chunk ends between one and the next, or where
	// the record does not end.
	Ends []int
	// Complete is how many records are there whole, with their ends. Torn: the
	// next one's payload is there, and its end is not.
	Complete int
	Torn     bool
	// Cut: the input breaks off, because of damage.
	Cut bool
	// Bad is how many stretches are no records to any reader, and have to be
	// reported.
	Bad int

	from, to []int // by record; bytes of the text
	bounds   []int // by chunk, where it ends
}

// mostChunks bounds how many chunks a text of single bytes has; a longer text is
// cut less finely.
const mostChunks = 1 << 15

// Apply writes the text and cuts it as the plan says. What the plan says of
// records, lines or bytes that there are not does nothing.
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
	s.settle(w)
	return s
}

// ends are the places at which chunks end, in order: of bytes of the text, the
// last one its length.
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

// places are those of a span, in bytes of the text.
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

// settled is where a record is surely complete to every reader: a CR is the end
// of a line, unless the reader waits for what follows.
func (w *writer) settled(r int) int {
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

// settle finds the chunks after which just so many records are complete.
func (s *Sent) settle(w *writer) {
	s.Ends = []int{0}
	for r := range w.to {
		at := slices.IndexFunc(s.bounds, func(end int) bool { return end >= w.settled(r) })
		if last := r == len(w.to)-1; at < 0 || !last && s.bounds[at] >= w.full[r+1] {
			s.Ends = append(s.Ends, None)
			continue
		}
		s.Ends = append(s.Ends, at+1)
	}
}

// Record is the number, from 1, of the record that ends in a chunk, counted from
// 1, the first of several; where none does, the one that the chunk is part of.
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
