package relation

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Refragment cuts texts and arguments elsewhere: neighbouring fragments of one
// item (see runs) are joined and cut anew, into one piece, one character a
// piece, or at places that the seed draws, inside escapes too. Cuts are between
// characters, as the JSON of a record can hold no part of one; RefragmentBytes
// cuts inside them too.
//
// Left alone are empty fragments and those with metadata, which may begin a
// block; fragments with something behind them in their record, such as their
// message's end; and those with an event id that comes again, which a replay
// skips by that id.
//
// A fragment that is late, or that nothing claims, is reported for itself: so
// the relation takes the unattributed texts of a session as one, and its reports
// of stray fragments of one kind as one report.
func Refragment() Relation { return refragment("refragment", characters) }

// RefragmentBytes is Refragment with cuts at any byte, for readers that are
// given events and no JSON. It is not in All.
func RefragmentBytes() Relation { return refragment("refragment-bytes", bytesOf) }

func refragment(name string, atoms func(string) []int) Relation {
	return Relation{
		Name:    name,
		Rules:   []string{"fragment/cut-invariant", "fragment/concatenate", "fragment/not-before-complete"},
		Applies: pieced,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng := random(seed, 3)
			c := cutter{rng: rng, atoms: atoms, style: rng.IntN(4), all: records(s)}
			c.cutAll()
			return c.result(s)
		},
	}
}

// pieced: text comes in pieces.
func pieced(f *spec.Features) bool { return f.ArgsDeltas || f.Owner == spec.Derived }

// characters are the offsets behind the characters of a text.
func characters(text string) []int {
	at := make([]int, 0, len(text))
	for i := range text {
		if i > 0 {
			at = append(at, i)
		}
	}
	return append(at, len(text))
}

// bytesOf are the offsets behind the bytes of a text.
func bytesOf(text string) []int {
	at := make([]int, len(text))
	for i := range at {
		at[i] = i + 1
	}
	return at
}

// cutter holds what stands in place of each record.
type cutter struct {
	rng   *rand.Rand
	atoms func(string) []int
	style int
	all   []record

	instead map[int][]record
	inside  []int // +1 where a run of more than one begins, -1 where it ends
	changed bool
}

func (c *cutter) cutAll() {
	c.instead, c.inside = map[int][]record{}, make([]int, len(c.all))
	for _, run := range runs(c.all) {
		c.cut(run)
	}
}

// cut joins the fragments of a run and cuts them anew. The first pieces stand
// where the fragments stood, what is left over behind the last.
func (c *cutter) cut(run []int) {
	c.inside[run[0]]++
	c.inside[run[len(run)-1]]--
	var text strings.Builder
	for _, i := range run {
		text.WriteString(last(c.all[i]).Text)
	}
	pieces := c.pieces(text.String())
	for j, i := range run {
		c.instead[i] = nil
		if j < len(pieces) {
			c.instead[i] = []record{saying(c.all[i], pieces[j])}
			c.changed = c.changed || pieces[j] != last(c.all[i]).Text
		} else {
			c.changed = true
		}
	}
	end := run[len(run)-1]
	for j := len(run); j < len(pieces); j++ {
		more := *last(c.all[end])
		more.Text = pieces[j]
		if more.ID != "" {
			more.ID += "~" + strconv.Itoa(j)
		}
		c.instead[end] = append(c.instead[end], record{more})
		c.changed = true
	}
}

func last(r record) *spec.Event { return &r[len(r)-1] }

// saying is the record with another last text.
func saying(r record, text string) record {
	if last(r).Text == text {
		return r
	}
	other := append(record(nil), r...)
	last(other).Text = text
	return other
}

// pieces cuts a text, in the stream's style or, in the last one, in any.
func (c *cutter) pieces(text string) []string {
	style := c.style
	if style == 3 {
		style = c.rng.IntN(3)
	}
	var pieces []string
	from := 0
	for _, at := range c.atoms(text) {
		if at == len(text) || style == 1 || style == 2 && c.rng.IntN(4) == 0 {
			pieces = append(pieces, text[from:at])
			from = at
		}
	}
	return pieces
}

// result puts the pieces together. Both streams have said the same wherever no
// run is in its middle.
func (c *cutter) result(s spec.Stream) (spec.Stream, Match) {
	if !c.changed {
		return s, Match{}
	}
	var out []record
	var places []where
	open := 0
	for i, r := range c.all {
		if cut, is := c.instead[i]; is {
			out = append(out, cut...)
		} else {
			out = append(out, r)
		}
		if open += c.inside[i]; open == 0 && i+1 < len(c.all) {
			places = append(places, where{i + 1, len(out)})
		}
	}
	m := same(c.rng, places)
	for i := range m.Pairs {
		m.Pairs[i].Differ = equalButStrays
	}
	return joined(s, out), m
}
