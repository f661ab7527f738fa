package relation

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Refragment cuts texts and arguments elsewhere. It joins adjacent fragments of
// one item (see runs) and cuts them anew: into one piece, one piece per
// character, or at places that the seed draws, also inside escapes. It cuts
// between characters only, because the JSON of a record cannot hold a part of
// one.
//
// It skips empty fragments and fragments with metadata, which may begin a
// block; fragments that are not the last event of their record; and fragments
// with a repeated event id, which a reader skips as a replay.
//
// A reader reports each late or unclaimed fragment by itself. So the relation
// joins the unattributed texts of a session, and counts its reports of stray
// fragments of one kind as one.
func Refragment() Relation {
	return Relation{
		Name:    "refragment",
		Rules:   []string{"fragment/cut-invariant", "fragment/concatenate", "fragment/not-before-complete"},
		Applies: pieced,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng := random(seed, 3)
			c := cutter{patch: newPatch(records(s)), rng: rng, style: rng.IntN(4)}
			for _, run := range runs(c.all) {
				c.cut(run)
			}
			return c.result(s, rng, equalButUnattributed)
		},
	}
}

// pieced reports whether text comes in pieces.
func pieced(f *spec.Features) bool {
	return f.ArgsDeltas || f.Owner == spec.Derived && !f.WholeMessages
}

// characters returns the offsets after each character of a text.
func characters(text string) []int {
	at := make([]int, 0, len(text))
	for i := range text {
		if i > 0 {
			at = append(at, i)
		}
	}
	return append(at, len(text))
}

type cutter struct {
	patch
	rng   *rand.Rand
	style int
}

// cut joins the fragments of a run and cuts them anew. The first pieces replace
// the fragments; further pieces follow the last.
func (c *cutter) cut(run []int) {
	var text strings.Builder
	for _, i := range run {
		text.WriteString(last(c.all[i]).Text)
	}
	pieces := c.pieces(text.String())
	if c.asBefore(run, pieces) {
		return
	}
	end := run[len(run)-1]
	c.during(run[0], end)
	for j, i := range run {
		if j < len(pieces) {
			c.put(i, saying(c.all[i], pieces[j]))
		} else {
			c.put(i)
		}
	}
	for j := len(run); j < len(pieces); j++ {
		c.instead[end] = append(c.instead[end], record{further(last(c.all[end]), pieces[j], j)})
	}
}

// asBefore reports whether the pieces equal the old fragments.
func (c *cutter) asBefore(run []int, pieces []string) bool {
	for j, i := range run {
		if len(run) != len(pieces) || last(c.all[i]).Text != pieces[j] {
			return false
		}
	}
	return true
}

// further returns one more fragment of the same item, with its own id.
func further(e *spec.Event, text string, n int) spec.Event {
	more := *e
	more.Text = text
	if more.ID != "" {
		more.ID += "~" + strconv.Itoa(n)
	}
	return more
}

func last(r record) *spec.Event { return &r[len(r)-1] }

// saying returns the record with another last text.
func saying(r record, text string) record {
	if last(r).Text == text {
		return r
	}
	other := append(record(nil), r...)
	last(other).Text = text
	return other
}

// pieces cuts a text in the stream's style. In the last style it cuts in any of
// them.
func (c *cutter) pieces(text string) []string {
	style := c.style
	if style == 3 {
		style = c.rng.IntN(3)
	}
	var pieces []string
	from := 0
	for _, at := range characters(text) {
		if at == len(text) || style == 1 || style == 2 && c.rng.IntN(4) == 0 {
			pieces = append(pieces, text[from:at])
			from = at
		}
	}
	return pieces
}

// equalButUnattributed finds every difference except in the number of pieces of a
// stray text.
func equalButUnattributed(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
	a, b := joinUnattributed(original), joinUnattributed(changed)
	return equal(observes, &a, &b)
}

func joinUnattributed(t *spec.Transcript) spec.Transcript {
	out := *t
	out.Sessions = slices.Clone(t.Sessions)
	for i := range out.Sessions {
		if texts := out.Sessions[i].Unattributed; len(texts) > 1 {
			out.Sessions[i].Unattributed = []string{strings.Join(texts, "")}
		}
	}
	type report struct {
		kind    spec.AnomalyKind
		session string
	}
	seen := map[report]bool{}
	out.Anomalies = slices.DeleteFunc(slices.Clone(t.Anomalies), func(a spec.Anomaly) bool {
		r := report{a.Kind, a.Session}
		again := seen[r] && ofFragment(a.Kind)
		seen[r] = true
		return again
	})
	return out
}

func ofFragment(k spec.AnomalyKind) bool {
	return k == spec.LateFragment || k == spec.UnclaimedFragment || k == spec.AmbiguousFragment || k == spec.Unattributed
}
