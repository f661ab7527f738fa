package script

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/scenario"
)

// Files is the form in which each session has a file of its own: the root's comes
// first, then the records that open the others, then theirs.
const Files = "files"

// InFiles are the steps in that order.
func InFiles(emitted []Emitted) []Emitted {
	order := make([]int, len(emitted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(fileOf(emitted, i)) - int(fileOf(emitted, j)) })
	all, place := make([]Emitted, len(emitted)), make([]int, len(emitted))
	record, was := 0, 0
	for at, i := range order {
		s := emitted[i]
		if s.Record != was {
			record, was = record+1, s.Record
		}
		place[i] = at
		if s.Record = record; s.Of > 0 {
			s.Of = place[s.Of-1] + 1
		}
		all[at] = s
	}
	return all
}

// fileOf is the place of a step's file: 0 is the root's, 1 has the openings. What
// comes again is where it came first.
func fileOf(emitted []Emitted, i int) int32 {
	s := &emitted[i]
	switch {
	case s.Of > 0:
		return fileOf(emitted, s.Of-1)
	case s.Session == 0:
		return 0
	case s.Extra == scenario.None && (s.Kind == SessionOpens || s.Kind == TurnStarts):
		return 1
	}
	return 2 + s.Session
}

// Resumed is the form in which a later turn of the root begins behind a copy of
// all records of the root so far.
const Resumed = "resumed"

// WithHistory are the steps with that copy before the root's last turn.
func WithHistory(emitted []Emitted) []Emitted {
	at := 0
	for i := range emitted {
		if s := &emitted[i]; s.Kind == TurnStarts && s.Session == 0 {
			at = i
		}
	}
	if at == 0 {
		return emitted
	}
	all, record, was := slices.Clone(emitted[:at]), emitted[at-1].Record, 0
	again := note
	again.Kind = Repeats
	for i := range emitted[:at] {
		s := &emitted[i]
		if s.Session != 0 || s.Kind == Repeats {
			continue
		}
		if s.Record != was {
			record, was = record+1, s.Record
		}
		all = append(all, Emitted{Step: &again, Record: record, Group: s.Group, Of: i + 1})
	}
	more, records := len(all)-at, record-emitted[at-1].Record
	for _, s := range emitted[at:] {
		if s.Of > at {
			s.Of += more
		}
		s.Record += records
		all = append(all, s)
	}
	return all
}
