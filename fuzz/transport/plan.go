package transport

import "slices"

// A Plan describes what the transport does to a text. The zero value is the
// plain plan: no changes, one chunk per record.
type Plan struct {
	// Ends is how lines end; Mark puts a byte order mark before the first.
	Ends Ends `json:"ends,omitempty"`
	Mark bool `json:"mark,omitempty"`
	// Tight omits the space after the colon of a field (SSE).
	Tight bool `json:"tight,omitempty"`
	// Raw leaves Unicode separators in texts unescaped.
	Raw bool `json:"raw,omitempty"`
	// Unended is the number of missing line ends at the end of the input: 1, or
	// 2 where a record ends with a blank line (SSE).
	Unended int `json:"unended,omitempty"`

	Inserts []Insert `json:"inserts,omitempty"`
	Splits  []Split  `json:"splits,omitempty"`
	Members []Member `json:"members,omitempty"`

	Cuts Cuts `json:"cuts,omitzero"`

	// Damage lists the faults. A plan with any is hostile.
	Damage []Damage `json:"damage,omitempty"`
}

// Ends is how lines end.
type Ends string

// The line ends. Mixed alternates LF and CRLF. CR works for SSE only.
const (
	LF    Ends = ""
	CRLF  Ends = "crlf"
	CR    Ends = "cr"
	Mixed Ends = "mixed"
)

// An Insert adds lines without effect.
type Insert struct {
	Kind Filler `json:"kind"`
	// Record is the number, from 0, of the record before which they stand. The
	// number of records means after the last one.
	Record int `json:"record"`
	// Line, if not 0, is the line of that record, from 1, before which they
	// stand. Only fillers that may stand within a record have it.
	Line int `json:"line,omitempty"`
}

// A Filler is a kind of lines without effect.
type Filler string

// The fillers. Lines, Coded and Document have only Blank and Spaces. SSE has
// all but Spaces.
const (
	Blank     Filler = "blank"      // an empty line
	Spaces    Filler = "spaces"     // a line of white space
	Comment   Filler = "comment"    // may stand within an event
	KeepAlive Filler = "keep-alive" // a comment and a blank line
	Parted    Filler = "parted"     // a comment with Unicode separators
	Retry     Filler = "retry"      // may stand within an event
	Unknown   Filler = "unknown"    // an unknown field; may stand within an event
	Bare      Filler = "bare"       // a line without a colon; may stand within an event
	LoneID    Filler = "lone-id"    // an id without data, and a blank line
	Empty     Filler = "empty-data" // an event without data
)

// A Split writes the data of an event in several lines (SSE). It splits where
// JSON allows a line end: after a bracket, a comma or a colon outside of
// strings.
type Split struct {
	Record int `json:"record"`
	// Places are the numbers of such offsets, from 0, modulo their count.
	Places []int `json:"places"`
}

// A Member is added to a record that is a JSON object, under a name that no
// dialect has. Other records stay as they are.
type Member struct {
	Kind   Value `json:"kind"`
	Record int   `json:"record"`
	// Size is the length of a long string in bytes, or the depth of arrays.
	Size int `json:"size,omitempty"`
}

// A Value is the kind of a member's value.
type Value string

// The values. Separated is a string with U+2028, U+2029 and U+0085, unescaped.
const (
	Plain     Value = "plain"
	Separated Value = "separated"
	Long      Value = "long"
	Deep      Value = "deep"
)

// Cuts say where chunks end. By default each record is a chunk, and what stands
// before the record is another.
type Cuts struct {
	// Bytes makes each byte a chunk. One makes the input one chunk.
	Bytes bool `json:"bytes,omitempty"`
	One   bool `json:"one,omitempty"`
	// Spans are additional chunk ends.
	Spans []Span `json:"spans,omitempty"`
	// Joins are the records, from 0, that begin in the chunk of the record
	// before.
	Joins []int `json:"joins,omitempty"`
	// Empties are the records before which an empty chunk stands.
	Empties []int `json:"empties,omitempty"`
}

// A Span is a range of offsets in a record's text. A chunk ends at each of
// them. They count from the record's own lines; inserted lines before those
// have negative offsets.
type Span struct {
	Record int `json:"record"`
	From   int `json:"from"`
	To     int `json:"to"`
}

// Damage is one injected fault.
type Damage struct {
	Kind Fault `json:"kind"`
	// Record is the record, from 0, before which the fault stands. For End and
	// Half it is the record that is cut.
	Record int `json:"record"`
	// At is the offset of the cut in the record's own lines. For Replay it is
	// the number of repeated records.
	At int `json:"at,omitempty"`
	// Size is the length of Giant in bytes, or the depth of Abyss.
	Size int `json:"size,omitempty"`
}

// Hostile reports whether the plan injects faults.
func (p *Plan) Hostile() bool { return len(p.Damage) > 0 }

// IsPlain reports whether the plan does nothing.
func (p *Plan) IsPlain() bool {
	return p.whole() && p.Ends == LF && !p.Mark && !p.Tight && !p.Raw && p.Unended == 0 &&
		len(p.Inserts)+len(p.Splits)+len(p.Members)+len(p.Damage) == 0
}

// whole reports whether the plan has no cuts.
func (p *Plan) whole() bool {
	c := &p.Cuts
	return !c.Bytes && !c.One && len(c.Spans)+len(c.Joins)+len(c.Empties) == 0
}

// Clone returns a deep copy.
func (p *Plan) Clone() Plan {
	q := *p
	q.Inserts = append([]Insert(nil), p.Inserts...)
	q.Members = append([]Member(nil), p.Members...)
	q.Damage = append([]Damage(nil), p.Damage...)
	q.Splits = append([]Split(nil), p.Splits...)
	for i := range q.Splits {
		q.Splits[i].Places = append([]int(nil), q.Splits[i].Places...)
	}
	q.Cuts.Spans = append([]Span(nil), p.Cuts.Spans...)
	q.Cuts.Joins = append([]int(nil), p.Cuts.Joins...)
	q.Cuts.Empties = append([]int(nil), p.Cuts.Empties...)
	return q
}

// same reports whether two plans are equal.
func same(p, q *Plan) bool {
	return p.Ends == q.Ends && p.Mark == q.Mark && p.Tight == q.Tight && p.Raw == q.Raw && p.Unended == q.Unended &&
		slices.Equal(p.Inserts, q.Inserts) && slices.Equal(p.Members, q.Members) && slices.Equal(p.Damage, q.Damage) &&
		slices.EqualFunc(p.Splits, q.Splits, func(a, b Split) bool { return a.Record == b.Record && slices.Equal(a.Places, b.Places) }) &&
		p.Cuts.Bytes == q.Cuts.Bytes && p.Cuts.One == q.Cuts.One && slices.Equal(p.Cuts.Spans, q.Cuts.Spans) &&
		slices.Equal(p.Cuts.Joins, q.Cuts.Joins) && slices.Equal(p.Cuts.Empties, q.Cuts.Empties)
}
