package transport

import "github.com/quock-dev/quock/fuzz/choice"

// Draw chooses a plan for the text. The simplest choices give the plain plan.
// Only with hostile set may the plan have damage.
//
// Most cuts are at places where a careless reader fails: within characters,
// escapes and line ends.
func (t Text) Draw(src *choice.Source, hostile bool) Plan {
	d := &drawer{text: t, src: src}
	if len(t.Records) == 0 {
		return d.plan
	}
	switch src.N(4) { // a quarter plain, a quarter cuts, a quarter forms, a quarter both
	case 1:
		d.cuts()
	case 2:
		d.forms()
	case 3:
		d.forms()
		d.cuts()
	}
	if hostile && src.Chance(160) {
		d.damage()
	}
	return d.plan
}

// A drawer chooses the parts of a plan.
type drawer struct {
	text Text
	src  *choice.Source
	plan Plan
}

func (d *drawer) edit(make func()) {
	d.src.Open(choice.Edit, choice.None)
	make()
	d.src.Close()
}

// most is the maximum number of parts of one kind.
const most = 4

// some makes parts while a chance of w in 256 comes true.
func (d *drawer) some(w int, make func()) {
	for n := 0; n < most && d.src.Chance(w); n++ {
		d.edit(make)
	}
}

func (d *drawer) record() int { return d.src.N(len(d.text.Records)) }

// forms chooses how the text is written.
func (d *drawer) forms() {
	p, sse := &d.plan, d.text.Framing == SSE
	ends := []Ends{LF, CRLF, Mixed}
	if sse {
		ends = append(ends, CR)
	}
	p.Ends = ends[d.src.N(len(ends))]
	p.Mark = d.src.Chance(64)
	p.Tight = sse && d.src.Chance(64)
	p.Raw = d.src.Chance(128)
	if d.src.Chance(96) {
		p.Unended = 1 + d.src.N(d.text.ending())
	}
	d.some(128, d.insert)
	if sse {
		d.some(96, d.split)
	}
	d.some(96, d.member)
}

func (d *drawer) insert() {
	kinds := d.text.fillers()
	i := Insert{Kind: kinds[d.src.N(len(kinds))], Record: d.src.N(len(d.text.Records) + 1)}
	if d.text.fills()[i.Kind].within && i.Record < len(d.text.Records) {
		i.Line = d.src.N(len(d.text.lines(&d.plan, i.Record)) + 1)
	}
	d.plan.Inserts = append(d.plan.Inserts, i)
}

func (d *drawer) split() {
	s := Split{Record: d.record()}
	for range 1 + d.src.N(3) {
		s.Places = append(s.Places, d.src.N(256))
	}
	d.plan.Splits = append(d.plan.Splits, s)
}

// The sizes of members: larger than the default buffers of languages, and
// within every documented limit.
const (
	longSize = 70 << 10
	hugeSize = 1 << 20
	deepSize = 200
)

// drawLong draws a length.
func drawLong(src *choice.Source) int {
	if src.Chance(32) {
		return hugeSize
	}
	return longSize
}

func (d *drawer) member() {
	m := Member{Kind: []Value{Separated, Long, Deep}[d.src.N(3)], Record: d.record()}
	switch m.Kind {
	case Long:
		m.Size = drawLong(d.src)
	case Deep:
		m.Size = deepSize
	}
	d.plan.Members = append(d.plan.Members, m)
}

// cuts chooses where the bytes are cut.
func (d *drawer) cuts() {
	c := &d.plan.Cuts
	switch d.src.N(5) {
	case 0, 1:
		d.places()
	case 2:
		c.Bytes = true
	case 3:
		c.One = !d.text.Apart
		if d.src.Chance(128) {
			d.places()
		}
	case 4:
		d.places()
		for range d.src.N(3) * d.few() {
			c.Joins = append(c.Joins, d.record())
		}
	}
	d.some(48, func() { c.Empties = append(c.Empties, d.record()) })
}

func (d *drawer) few() int {
	if d.text.Apart {
		return 0
	}
	return 1 + len(d.text.Records)/4
}

// places chooses cuts in the text as it is written so far.
func (d *drawer) places() {
	w := d.text.write(&d.plan)
	for range 1 + d.src.N(4) {
		d.edit(func() {
			r := d.record()
			lead := w.own[r] - w.from[r]
			text := w.out[min(w.from[r], len(w.out)):min(w.to[r], len(w.out))]
			at := 1 + d.src.N(max(len(text)-1, 1))
			if weak := tender(text); len(weak) > 0 && !d.src.Chance(80) {
				at = weak[d.src.N(len(weak))]
			}
			d.plan.Cuts.Spans = append(d.plan.Cuts.Spans, Span{Record: r, From: at - lead, To: at - lead})
		})
	}
}

// damage chooses faults.
func (d *drawer) damage() {
	d.edit(func() {
		switch d.src.N(4) {
		case 0, 1:
			d.bad()
		case 2:
			d.end()
		case 3:
			d.again()
		}
	})
	d.some(64, d.bad)
}

func (d *drawer) bad() {
	k := &inserted[d.src.N(len(inserted))]
	b := Damage{Kind: k.kind, Record: d.src.N(len(d.text.Records) + 1)}
	if k.size != nil {
		b.Size = k.size(d.src)
	}
	d.plan.Damage = append(d.plan.Damage, b)
}

// abyssSize is a depth beyond any limit.
const abyssSize = 20_000

func (d *drawer) end() {
	r := d.record()
	w := d.text.write(&d.plan)
	at := d.src.N(max(w.to[r]-w.own[r]+1, 1))
	d.plan.Damage = append(d.plan.Damage, Damage{Kind: End, Record: r, At: at})
}

// again chooses a reconnect: a record that is cut short, a replayed tail, or
// both.
func (d *drawer) again() {
	r := d.record()
	how := d.src.N(3)
	if how != 1 {
		at := 1 + d.src.N(max(len(d.text.Records[r]), 1))
		d.plan.Damage = append(d.plan.Damage, Damage{Kind: Half, Record: r, At: at})
	}
	if how != 0 {
		d.plan.Damage = append(d.plan.Damage, Damage{Kind: Replay, Record: r, At: 1 + d.src.N(max(r, 1))})
	}
}
