package relation

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
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
			f := s.Features
			to := renaming(rng, collect(s))
			if len(to) == 0 {
				return s, Match{}
			}
			back := make(map[string]string, len(to))
			for from, to := range to {
				back[to] = from
			}
			return joined(s, records(through(s, renames(&f, to)))), same(rng, all, everywhere(len(all)), differIn(renames(&f, back)))
		},
	}
}

// differIn finds every difference except in names.
func differIn(back ids.Map) differ {
	return func(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
		renamed := back.Transcript(changed)
		return equal(observes, original, &renamed)
	}
}

// renames replaces known names, and keeps the others.
func renames(f *spec.Features, to map[string]string) ids.Map {
	return naming(f, func(_ ids.Class, id string) string {
		if name, known := to[id]; known {
			return name
		}
		return id
	})
}

// through returns the stream with its ids replaced.
func through(s spec.Stream, m ids.Map) spec.Stream {
	s.Events = slices.Clone(s.Events)
	for i := range s.Events {
		m.Event(&s.Events[i])
	}
	return s
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

// collect lists the names of a stream in the order of their first occurrence.
func collect(s spec.Stream) []string {
	var known []string
	seen := map[string]bool{}
	through(s, naming(&s.Features, func(_ ids.Class, id string) string {
		if !seen[id] {
			seen[id] = true
			known = append(known, id)
		}
		return id
	}))
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
