package transport

import "slices"

// A Plan says what a transport does to a text. The zero value is the plain one:
// nothing, and one chunk a record.
type Plan struct {
	// Ends is how lines end; Mark puts a byte order mark before the first.
	Ends Ends `json:"ends,omitempty"`
	Mark bool `json:"mark,omitempty"`
	// Tight leaves out the space behind the colon of a field (SSE).
	Tight bool `json:"tight,omitempty"`
	// Raw leaves the separators of Unicode in texts unescaped.
	Raw bool `json:"raw,omitempty"`
	// Unended is how many line ends are missing at the end of the input: 1, or 2
	// where a record ends with a blank line (SSE).
	Unended int `json:"unended,omitempty"`

	Inserts []Insert `json:"inserts,omitempty"`
	Splits  []Split  `json:"splits,omitempty"`
	Members []Member `json:"members,omitempty"`

	Cuts Cuts `json:"cuts,omitzero"`

	// Damage is what makes a plan hostile.
	Damage []Damage `json:"damage,omitempty"`
}

// Ends is how lines end.
type Ends string

// The line ends. Mixed are LF and CRLF in turns; CR alone ends lines of SSE only.
const (
	LF    Ends = ""
	CRLF  Ends = "crlf"
	CR    Ends = "cr"
	Mixed Ends = "mixed"
)

// An Insert is lines that say nothing.
type Insert struct {
	Kind Filler `json:"kind"`
	// Record is the number of the record, from 0, before which they stand, or
	// that of all records for behind the last.
	Record int `json:"record"`
	// Line, if not 0, is the line of that record, from 1, before which a line
	// stands that may be within a record.
	Line int `json:"line,omitempty"`
}

// A Filler is a kind of lines that say nothing.
type Filler string

// The fillers. Lines, Coded and Document know Blank and Spaces alone, and SSE all
// but Spaces.
const (
	Blank     Filler = "blank"      // an empty line
	Spaces    Filler = "spaces"     // a line of white space
	Comment   Filler = "comment"    // may stand within an event
	KeepAlive Filler = "keep-alive" // a comment and a blank line
	Parted    Filler = "parted"     // a comment with separators of Unicode in it
	Retry     Filler = "retry"      // may stand within an event
	Unknown   Filler = "unknown"    // a field that there is not; may stand within an event
	Bare      Filler = "bare"       // a line without a colon; may stand within an event
	LoneID    Filler = "lone-id"    // an id without data, and a blank line
	Empty     Filler = "empty-data" // an event without data
)

// A Split puts the data of an event into several lines (SSE), at places where
// JSON may have a line end: behind a bracket, a comma or a colon outside of texts.
type Split struct {
	Record int `json:"record"`
	// Places are the numbers of such places, from 0; each is taken modulo how
	// many there are.
	Places []int `json:"places"`
}

// A Member is put into the object that a record is, under a name that no dialect
// has. Records that are no objects have none.
type Member struct {
	Kind   Value `json:"kind"`
	Record int   `json:"record"`
	// Size is the length of a long text in bytes, or the depth of arrays.
	Size int `json:"size,omitempty"`
}

// A Value is what a member holds.
type Value string

// The values. Separated is a text with U+2028, U+2029 and U+0085 in it, unescaped.
const (
	Plain     Value = "plain"
	Separated Value = "separated"
	Long      Value = "long"
	Deep      Value = "deep"
)

// Cuts say where chunks end. Without any, each record is a chunk, and
// what stands before it another.
type Cuts struct {
	// Bytes: each byte is a chunk. One: the input is one chunk.
	Bytes bool `json:"bytes,omitempty"`
	One   bool `json:"one,omitempty"`
	// Spans are where chunks end besides.
	Spans []Span `json:"spans,omitempty"`
	// Joins are the records, from 0, whose beginning is in the chunk of the one
	// before.
	Joins []int `json:"joins,omitempty"`
	// Empties are the records before which an empty chunk stands.
	Empties []int `json:"empties,omitempty"`
}

// A Span is the places between two bytes of a record's text, at each of which a
// chunk ends. They are counted from where its own lines begin; what stands before
// those is below 0.
type Span struct {
	Record int `json:"record"`
	From   int `json:"from"`
	To     int `json:"to"`
}

// Damage is one thing that breaks the stream.
type Damage struct {
	Kind Harm `json:"kind"`
	// Record is the record, from 0, before which it stands; of End and Half the
	// one that is cut.
	Record int `json:"record"`
	// At is the byte of the record's own lines at which it is cut; of Replay how
	// many records come again.
	At int `json:"at,omitempty"`
	// Size is the length of Giant in bytes, or the depth of Abyss.
	Size int `json:"size,omitempty"`
}

// Hostile reports whether the plan breaks the stream.
func (p *Plan) Hostile() bool { return len(p.Damage) > 0 }

// IsPlain reports whether the plan does nothing.
func (p *Plan) IsPlain() bool {
	return p.whole() && p.Ends == LF && !p.Mark && !p.Tight && !p.Raw && p.Unended == 0 &&
		len(p.Inserts)+len(p.Splits)+len(p.Members)+len(p.Damage) == 0
}

// whole reports whether the plan cuts nothing.
func (p *Plan) whole() bool {
	c := &p.Cuts
	return !c.Bytes && !c.One && len(c.Spans)+len(c.Joins)+len(c.Empties) == 0
}

// Clone is a copy that shares nothing.
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

// same reports whether two plans say the same.
func same(p, q *Plan) bool {
	return p.Ends == q.Ends && p.Mark == q.Mark && p.Tight == q.Tight && p.Raw == q.Raw && p.Unended == q.Unended &&
		slices.Equal(p.Inserts, q.Inserts) && slices.Equal(p.Members, q.Members) && slices.Equal(p.Damage, q.Damage) &&
		slices.EqualFunc(p.Splits, q.Splits, func(a, b Split) bool { return a.Record == b.Record && slices.Equal(a.Places, b.Places) }) &&
		p.Cuts.Bytes == q.Cuts.Bytes && p.Cuts.One == q.Cuts.One && slices.Equal(p.Cuts.Spans, q.Cuts.Spans) &&
		slices.Equal(p.Cuts.Joins, q.Cuts.Joins) && slices.Equal(p.Cuts.Empties, q.Cuts.Empties)
}
