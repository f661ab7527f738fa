package readers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Seen is one thing that a user sees otherwise. Nothing in it is made safe.
type Seen struct {
	// Says is a sentence without its full stop, about Count items.
	Says  string `json:"says"`
	Count int    `json:"count"`
	// Right is what the right transcript has at the first of them, Shown what the
	// reader shows, "" for nothing.
	Right string `json:"right,omitempty"`
	Shown string `json:"shown,omitempty"`
	// rank orders them: what a user sees first or worst has the lowest.
	rank int
}

// describeAll puts differences into words, what a user sees worst first. t is the right
// transcript at the end; it says what messages and calls are called.
func describeAll(all []spec.Difference, t *spec.Transcript) []Seen {
	n := &namer{transcript: t}
	var groups []*group
	found := map[string]*group{}
	list := primary(all)
	for i := range list {
		d := &list[i]
		verb := n.verb(d)
		key := d.row.about + "\x00" + verb
		g := found[key]
		if g == nil {
			g = &group{row: d.row, verb: verb, rank: d.rank(), right: n.value(d, d.Want), shown: n.value(d, d.shown())}
			found[key], groups = g, append(groups, g)
		}
		g.count++
		if len(g.items) < listedItems+1 && d.row.item != "" {
			g.items = append(g.items, n.name(d))
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(a.rank, b.rank) })
	described := make([]Seen, len(groups))
	for i, g := range groups {
		described[i] = g.sentence()
	}
	return described
}

// shown returns what is shown instead, here or elsewhere.
func (d *difference) shown() string {
	if d.moved != nil {
		return d.moved.Got
	}
	return d.Got
}

// rank returns the rank of a difference.
func (d *difference) rank() int {
	switch {
	case d.moved != nil:
		return movedRank
	case d.Kind == spec.Missing:
		return d.row.missing
	case d.Kind == spec.Extra:
		return d.row.extra
	}
	return d.row.changed
}

// verb returns the predicate of the sentence about a difference.
func (n *namer) verb(d *difference) string {
	var verb string
	switch {
	case d.moved != nil:
		if there, here := n.location(d.moved), n.location(d); there != here {
			return "{is} shown elsewhere: " + there + ", not " + here
		}
		return "{is} shown in another message, or at another place in it"
	case d.Kind == spec.Missing:
		verb = cmp.Or(d.row.isMissing, usualMissing)
	case d.Kind == spec.Extra:
		verb = cmp.Or(d.row.isExtra, usualExtra)
	default:
		verb = cmp.Or(d.row.isChanged, usualChanged)
	}
	if strings.Contains(verb, "{got}") {
		verb = strings.NewReplacer("{got}", plain(d.Got), "{want}", plain(d.Want)).Replace(verb)
	}
	return verb
}

// A group is what one sentence says of several items.
type group struct {
	row          *row
	verb         string
	rank, count  int
	items        []string
	right, shown string
}

// listedItems is how many items of a sentence are listed.
const listedItems = 3

// sentence says a group in a sentence.
func (g *group) sentence() Seen {
	numbers := strings.NewReplacer("{is}", "is", "{s}", "", "{a}", "a ", "{its}", "its")
	if g.count > 1 {
		numbers = strings.NewReplacer("{is}", "are", "{s}", "s", "{a}", "", "{its}", "their")
	}
	about := g.row.about
	if g.row.item != "" {
		about = strings.Replace(about, "%", g.named(), 1)
	} else if g.count > 1 {
		about = strconv.Itoa(g.count) + " " + about
	}
	return Seen{Says: numbers.Replace(about + " " + g.verb), Count: g.count, Right: g.right, Shown: g.shown, rank: g.rank}
}

// named names the items: one by its name, several by their number and some names.
func (g *group) named() string {
	if g.count == 1 {
		if g.items[0] == rootSession {
			return rootSession
		}
		return "the " + g.row.item + " " + g.items[0]
	}
	list := slices.Compact(g.items)
	text := strings.Join(list[:min(len(list), listedItems)], ", ")
	if len(list) > listedItems || g.count > len(g.items) {
		text += ", …"
	}
	return words.Counted(g.count, g.row.item) + " (" + text + ")"
}
