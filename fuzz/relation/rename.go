package relation

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// RenameIDs renames all sessions, calls, messages, turns, events and waits of a
// stream, one to one: to new names, to each other's names, or to names that
// break tables (__proto__). After renaming back, the transcript must be the
// same.
//
// Meaningful names keep their meaning. The root "" stays. A session that is a
// namespace (tools:a|tools:b) is renamed segment by segment after each
// "tools:". A name that is used for several kinds (a sub-session with its
// call's id, a message with its record's id) stays one name. Slots stay,
// because they are positions; so do turns and messages that are counted.
func RenameIDs() Relation {
	return Relation{
		Name:    "rename-ids",
		Rules:   []string{"session/scoped-ids", "attach/by-id", "identity/one-call-one-id", "wire/hostile-keys"},
		Applies: anyDialect,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 5), records(s)
			n := names{counted: !s.Features.TurnIDs, numbered: s.Features.Numbered}
			n.to = renaming(rng, n.collect(s))
			if len(n.to) == 0 {
				return s, Match{}
			}
			back := n.inverse()
			return joined(s, records(n.stream(s))), same(rng, all, everywhere(len(all)), back.equal)
		},
	}
}

// equal finds every difference except in names.
func (n *names) equal(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
	renamed := n.transcript(changed)
	return equal(observes, original, &renamed)
}

// everywhere returns all positions of two streams of n records each, except the
// last.
func everywhere(n int) []where {
	var places []where
	for i := 1; i < n; i++ {
		places = append(places, where{i, i})
	}
	return places
}

// names is a renaming. It keeps unknown names.
type names struct {
	to       map[string]string
	counted  bool // turns are counted, not named
	numbered bool // messages are counted, not named
}

// collect lists the names of a stream in the order of their first occurrence.
func (n *names) collect(s spec.Stream) []string {
	var known []string
	seen := map[string]bool{"": true}
	n.to = nil
	collecting := n.through(func(id string) string {
		if !seen[id] {
			seen[id] = true
			known = append(known, id)
		}
		return id
	})
	for _, e := range s.Events {
		collecting.event(&e)
	}
	return known
}

// hostile lists names that are properties of every object in some languages, or
// that look like something else.
var hostile = []string{"__proto__", "constructor", "toString", "hasOwnProperty", "a/b", "0", "-1", "true", "日本", strings.Repeat("long-", 60)}

// renaming draws another name for each, without repetition.
func renaming(rng *rand.Rand, known []string) map[string]string {
	pool := make([]string, len(known))
	style := rng.IntN(3)
	for i := range pool {
		pool[i] = "n" + strconv.Itoa(i)
	}
	if style == 1 {
		copy(pool, known)
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	if style == 2 {
		copy(pool, hostile)
	}
	to := make(map[string]string, len(known))
	for i, id := range known {
		to[id] = pool[i]
	}
	return to
}

func (n *names) inverse() names {
	back := names{to: make(map[string]string, len(n.to)), counted: n.counted, numbered: n.numbered}
	for from, to := range n.to {
		back.to[to] = from
	}
	return back
}

func (n *names) renamer() renamer {
	return n.through(func(id string) string {
		if to, known := n.to[id]; known {
			return to
		}
		return id
	})
}

// through applies a function to all ids that are names.
func (n *names) through(one func(string) string) renamer {
	r := renamer{turns: !n.counted, one: one}
	if n.numbered {
		r.message = func(id string) string { return id }
	}
	return r
}

// stream returns the stream with all names changed.
func (n *names) stream(s spec.Stream) spec.Stream {
	r := n.renamer()
	s.Events = slices.Clone(s.Events)
	for i := range s.Events {
		r.event(&s.Events[i])
	}
	return s
}

// transcript returns the transcript with all names changed.
func (n *names) transcript(t *spec.Transcript) spec.Transcript {
	r := n.renamer()
	return r.transcript(t)
}
