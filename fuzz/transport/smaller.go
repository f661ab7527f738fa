package transport

import (
	"iter"
	"slices"
)

// Smaller yields plans that do less than p: first the plain plan; then plans
// without damage, without cuts and without forms; then plans without one part;
// then plans with smaller parts. A caller that repeatedly continues with the
// first plan that still fails ends at a minimal plan.
func (t Text) Smaller(p *Plan) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		for _, step := range []func(*Plan, func(Plan) bool) bool{coarse, fields, parts, t.cutLess, lesser} {
			if !step(p, func(q Plan) bool { return same(p, &q) || yield(q) }) {
				return
			}
		}
	}
}

// changed yields a changed copy of p.
func changed(p *Plan, yield func(Plan) bool, change func(*Plan)) bool {
	q := p.Clone()
	change(&q)
	return yield(q)
}

func coarse(p *Plan, yield func(Plan) bool) bool {
	return yield(Plan{}) && yield(Plan{Damage: p.Damage}) && yield(Plan{Cuts: p.Cuts}) &&
		changed(p, yield, func(q *Plan) { q.Damage = nil }) &&
		changed(p, yield, func(q *Plan) { q.Cuts = Cuts{} }) &&
		yield(Plan{Cuts: p.Cuts, Damage: p.Damage})
}

func fields(p *Plan, yield func(Plan) bool) bool {
	return changed(p, yield, func(q *Plan) { q.Ends = LF }) &&
		(p.Ends != Mixed || changed(p, yield, func(q *Plan) { q.Ends = CRLF })) &&
		changed(p, yield, func(q *Plan) { q.Mark = false }) &&
		changed(p, yield, func(q *Plan) { q.Tight = false }) &&
		changed(p, yield, func(q *Plan) { q.Raw = false }) &&
		changed(p, yield, func(q *Plan) { q.Unended = 0 }) &&
		changed(p, yield, func(q *Plan) { q.Unended = min(q.Unended, 1) })
}

// parts yields p without halves of each list, and without each of its elements.
func parts(p *Plan, yield func(Plan) bool) bool {
	return without(p, yield, func(q *Plan) *[]Insert { return &q.Inserts }) &&
		without(p, yield, func(q *Plan) *[]Split { return &q.Splits }) &&
		without(p, yield, func(q *Plan) *[]Member { return &q.Members }) &&
		without(p, yield, func(q *Plan) *[]Damage { return &q.Damage }) &&
		without(p, yield, func(q *Plan) *[]Span { return &q.Cuts.Spans }) &&
		without(p, yield, func(q *Plan) *[]int { return &q.Cuts.Joins }) &&
		without(p, yield, func(q *Plan) *[]int { return &q.Cuts.Empties })
}

func without[T any](p *Plan, yield func(Plan) bool, list func(*Plan) *[]T) bool {
	n := len(*list(p))
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; from += size {
			if !changed(p, yield, func(q *Plan) { *list(q) = slices.Delete(*list(q), from, min(from+size, n)) }) {
				return false
			}
		}
	}
	return true
}

// cutLess yields p with explicit cuts, and with shorter spans.
func (t Text) cutLess(p *Plan, yield func(Plan) bool) bool {
	if p.Cuts.Bytes && !changed(p, yield, func(q *Plan) { q.Cuts.Bytes, q.Cuts.Spans = false, t.everywhere(p) }) {
		return false
	}
	if p.Cuts.One && (!changed(p, yield, func(q *Plan) { q.Cuts.One = false }) ||
		!changed(p, yield, func(q *Plan) { q.Cuts.One, q.Cuts.Joins = false, t.joins() })) {
		return false
	}
	for i, s := range p.Cuts.Spans {
		middle := s.From + (s.To-s.From)/2
		for _, half := range []Span{{s.Record, s.From, middle}, {s.Record, middle + 1, s.To}, {s.Record, s.From, s.To - 1}, {s.Record, s.From + 1, s.To}} {
			if half.From <= half.To && s.From < s.To && !changed(p, yield, func(q *Plan) { q.Cuts.Spans[i] = half }) {
				return false
			}
		}
	}
	return true
}

// everywhere returns a span over each record that separates its bytes.
func (t Text) everywhere(p *Plan) []Span {
	w := t.write(p)
	var all []Span
	for r := range w.to {
		if from, to := w.from[r]-w.own[r]+1, w.to[r]-w.own[r]-1; from <= to {
			all = append(all, Span{Record: r, From: from, To: to})
		}
	}
	return all
}

func (t Text) joins() []int {
	var all []int
	for r := 1; r < len(t.Records); r++ {
		all = append(all, r)
	}
	return all
}

// lesser yields p with smaller parts: fewer places, shorter and plainer
// members, inserts outside of records, ends between records, shorter tails.
func lesser(p *Plan, yield func(Plan) bool) bool {
	for i := range p.Splits {
		if !without(p, yield, func(q *Plan) *[]int { return &q.Splits[i].Places }) {
			return false
		}
	}
	for i, m := range p.Members {
		if m.Kind != Plain && !changed(p, yield, func(q *Plan) { q.Members[i].Kind, q.Members[i].Size = Plain, 0 }) ||
			m.Size > longSize && !changed(p, yield, func(q *Plan) { q.Members[i].Size = longSize }) {
			return false
		}
	}
	for i := range p.Inserts {
		if p.Inserts[i].Line > 0 && !changed(p, yield, func(q *Plan) { q.Inserts[i].Line = 0 }) {
			return false
		}
	}
	return lesserDamage(p, yield)
}

func lesserDamage(p *Plan, yield func(Plan) bool) bool {
	for i, d := range p.Damage {
		ok := true
		switch d.Kind {
		case End:
			ok = d.At == 0 || changed(p, yield, func(q *Plan) { q.Damage[i].At = 0 }) && changed(p, yield, func(q *Plan) { q.Damage[i].At = 1 })
		case Replay:
			ok = d.At <= 1 || changed(p, yield, func(q *Plan) { q.Damage[i].At = 1 }) && changed(p, yield, func(q *Plan) { q.Damage[i].At = d.At / 2 })
		case Giant, Abyss, Words, Brace, Wrong, Two, NotUTF8, NUL:
			ok = changed(p, yield, func(q *Plan) { q.Damage[i] = Damage{Kind: Open, Record: d.Record} }) &&
				(d.Size <= longSize || changed(p, yield, func(q *Plan) { q.Damage[i].Size = longSize }))
		}
		if !ok {
			return false
		}
	}
	return true
}
