package anonym

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Report says what was replaced.
type Report struct {
	// Replaced are the kinds in a fixed order, without those of which there were
	// none.
	Replaced []Count
	// Stayed are the keys and strings of the original that stayed because the
	// dialect knows them, in order: what Options.Allow should have for Leaks.
	Stayed []string
}

// A Count is how many values of a kind were replaced; a text that came in
// fragments is one.
type Count struct {
	What string
	N    int
}

// The kinds of what is replaced, in the order of reports.
const (
	texts     = "texts"
	thoughts  = "thoughts"
	arguments = "arguments"
	results   = "results"
	tools     = "tools"
	agents    = "agents"
	ids       = "ids"
	problems  = "errors"
	notes     = "notes"
	metadata  = "metadata"
	records   = "unknown records"
	others    = "other values"
	keys      = "keys"
	strs      = "strings"
	numbers   = "numbers"
	lines     = "lines that are no JSON"
)

var kinds = []string{texts, thoughts, arguments, results, tools, agents, ids, problems, notes, metadata, records, others, keys, strs, numbers, lines}

// String is the report in a line: "3 texts, 1 ids".
func (r *Report) String() string {
	var parts []string
	for _, c := range r.Replaced {
		parts = append(parts, fmt.Sprintf("%d %s", c.N, c.What))
	}
	return strings.Join(parts, ", ")
}

// stayed adds words that stayed.
func (r *Report) stayed(words map[string]bool) *Report {
	r.Stayed = slices.Sorted(maps.Keys(words))
	return r
}

type counts map[string]int

func (c counts) report() *Report {
	r := &Report{}
	for _, what := range kinds {
		if c[what] > 0 {
			r.Replaced = append(r.Replaced, Count{what, c[what]})
		}
	}
	return r
}
