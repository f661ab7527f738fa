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
// on; the name of a namespace may have fewer characters than others.
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
	if end := strings.IndexAny(text[from:], `|"\`); end >= 0 && strings.HasSuffix(text[:from], namespace) {
		return n.to[text[from:from+end]], from
	}
	return nil, 0
}

// namespace is the mark that the Renamer leaves alone.
const namespace = "tools:"
