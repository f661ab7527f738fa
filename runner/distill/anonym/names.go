package anonym

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// A name is an id and what stands for it.
type name struct{ was, is string }

// names are the ids of a stream, in the order of first mention.
type names struct {
	to   map[string]*name
	list []*name
	next map[byte]int
	// starts are those that are looked for in texts, by their first word, the
	// longest first.
	starts map[string][]start
}

type start struct {
	name *name
	lead int // bytes before the first word
}

// namesOf gives the ids of the events their new names: the least of their sort.
func namesOf(f *spec.Features, events []spec.Event) *names {
	n := &names{to: map[string]*name{}, next: map[byte]int{}, starts: map[string][]start{}}
	r := relation.NewRenamer(f, func(what byte, id string) string {
		n.add(what, id)
		return id
	})
	for i := range events {
		e := events[i]
		r.Event(&e)
	}
	for _, id := range n.list {
		n.index(id)
	}
	for word := range n.starts {
		slices.SortStableFunc(n.starts[word], func(a, b start) int { return len(b.name.was) - len(a.name.was) })
	}
	return n
}

func (n *names) add(what byte, id string) {
	if n.to[id] != nil {
		return
	}
	n.next[what]++
	to := &name{id, string(what) + strconv.Itoa(n.next[what])}
	if hostile[id] {
		to.is = id
	}
	n.to[id] = to
	n.list = append(n.list, to)
}

// inside are the ids in the inside of a JSON string, in order: the string itself;
// the names of a namespace; those that are looked for in texts.
func (n *names) inside(text string) []decision {
	if to := n.to[text]; to != nil {
		return []decision{{span{0, len(text)}, to.is}}
	}
	var list []decision
	done := 0
	scanWords(`"`+text+`"`, true, func(c []char) {
		from := c[0].start - 1
		if from < done {
			return
		}
		id, at := n.find(text, from, c[len(c)-1].end-1, done)
		if id == nil {
			id, at = n.marked(text, from), from
		}
		if id != nil {
			done = at + len(id.was)
			list = append(list, decision{span{at, done}, id.is})
		}
	})
	return list
}

// marked is the name of a namespace that begins at a place of a text.
func (n *names) marked(text string, from int) *name {
	if !strings.HasSuffix(text[:from], namespace) {
		return nil
	}
	id, _, _ := strings.Cut(text[from:], "|")
	return n.to[id]
}

// renamed is a text with its ids renamed, and whether it has any.
func (n *names) renamed(text string) (string, bool) {
	list := n.inside(text)
	var b strings.Builder
	at := 0
	for _, d := range list {
		b.WriteString(text[at:d.from] + d.is)
		at = d.to
	}
	return b.String() + text[at:], len(list) > 0
}

// whole reports whether an id is all of a text.
func (n *names) whole(text string) bool { return n.to[text] != nil }

// index makes an id one that is looked for in texts: not one that is short, or
// that could be a number or another value of JSON, or that has no words.
func (n *names) index(id *name) {
	if literal[id.was] || utf8.RuneCountInString(id.was) < shortest || strings.Trim(id.was, "0123456789.+-eE") == "" {
		return
	}
	first := true
	scanWords(id.was, false, func(c []char) {
		if first {
			word := id.was[c[0].start:c[len(c)-1].end]
			n.starts[word] = append(n.starts[word], start{id, c[0].start})
		}
		first = false
	})
}

// find is the longest id whose first word stands in a text from one place to
// another, and where it begins, which is not before done. It ends where no word goes
// on.
func (n *names) find(text string, from, to, done int) (*name, int) {
	for _, s := range n.starts[text[from:to]] {
		at := from - s.lead
		if at < done || !strings.HasPrefix(text[at:], s.name.was) {
			continue
		}
		if behind, _ := utf8.DecodeRuneInString(text[at+len(s.name.was):]); !inWord(behind) {
			return s.name, at
		}
	}
	return nil, 0
}

// renamer gives the ids of events their new names.
func (n *names) renamer(f *spec.Features) relation.Renamer {
	return relation.NewRenamer(f, func(_ byte, id string) string {
		if to := n.to[id]; to != nil {
			return to.is
		}
		return id
	})
}
