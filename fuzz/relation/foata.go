package relation

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Levels returns the stream in Foata normal form: the records by levels, as
// indexes from 0. A record's level is one above the highest level of the
// earlier records that it depends on. So the records of one level are
// independent of each other. They are sorted by the ids of their sessions.
func Levels(s spec.Stream) [][]int {
	all := records(s)
	l := leveller{level: map[string]int{}}
	var levels [][]int
	for i, touched := range touching(&s.Features, all) {
		at := l.next(touched)
		if at > len(levels) {
			levels = append(levels, nil)
		}
		levels[at-1] = append(levels[at-1], i)
	}
	for _, indexes := range levels {
		slices.SortFunc(indexes, func(a, b int) int { return cmp.Compare(all[a][0].Session, all[b][0].Session) })
	}
	return levels
}

// leveller holds the highest level so far: of each thing, of the records that
// touch everything, and of all records.
type leveller struct {
	level      map[string]int
	floor, top int
}

// next returns the level of a record that touches these things; nil means
// everything.
func (l *leveller) next(touched []string) int {
	at := l.floor
	if touched == nil {
		at = l.top
	}
	for _, what := range touched {
		at = max(at, l.level[what])
	}
	at++
	for _, what := range touched {
		l.level[what] = at
	}
	if touched == nil {
		l.floor = at
	}
	l.top = max(l.top, at)
	return at
}

// Canonical returns the stream with its records in the order of Levels. Streams
// that differ only in the interleaving of independent records have the same
// canonical stream.
func Canonical(s spec.Stream) spec.Stream {
	all := records(s)
	ordered := make([]record, 0, len(all))
	for _, level := range Levels(s) {
		for _, i := range level {
			ordered = append(ordered, all[i])
		}
	}
	return joined(s, ordered)
}

// Hash returns a hash of the canonical stream. It serves to count interleavings
// that differ in more than the order of independent records.
func Hash(s spec.Stream) uint64 {
	h := fnv.New64a()
	var size [8]byte
	for _, e := range Canonical(s).Events {
		b, err := json.Marshal(&e)
		if err != nil {
			b = []byte(err.Error()) // an unknown kind, or raw text that is no JSON: equal events still give equal text
		}
		binary.LittleEndian.PutUint32(size[:], uint32(e.Record))
		binary.LittleEndian.PutUint32(size[4:], uint32(len(b)))
		h.Write(size[:])
		h.Write(b)
	}
	return h.Sum64()
}
