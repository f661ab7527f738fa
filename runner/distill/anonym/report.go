package anonym

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
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
	lines     = "lines that are no JSON"
)

var kinds = []string{texts, thoughts, arguments, results, tools, agents, ids, problems, notes, metadata, records, others, lines}

// String is the report in a line: "3 texts, 1 ids".
func (r *Report) String() string {
	var parts []string
	for _, c := range r.Replaced {
		parts = append(parts, fmt.Sprintf("%d %s", c.N, c.What))
	}
	return strings.Join(parts, ", ")
}

// report holds what the records say now against what they said.
func (p *pass) report(done [][]byte) *Report {
	counts, inEvents := map[string]int{}, map[string]bool{}
	s, _ := wire.DecodeRecords(p.codec, p.variant, done)
	for i, now := range assembled(s.Events).wholes {
		if was := p.all.wholes[i]; string(was.text) != string(now.text) {
			counts[was.kind]++
		}
		for _, at := range now.places {
			inEvents[string(now.text[at.from:at.to])] = true
		}
	}
	for _, id := range p.ids.list {
		if inEvents[id.is] = true; id.is != id.was {
			counts[ids]++
		}
	}
	for i, r := range p.records {
		switch {
		case r.text == string(done[i]):
		case !json.Valid(done[i]):
			counts[lines]++
		default:
			counts[others] += unknown(r.text, string(done[i]), inEvents)
		}
	}
	r := &Report{}
	for _, what := range kinds {
		if counts[what] > 0 {
			r.Replaced = append(r.Replaced, Count{what, counts[what]})
		}
	}
	for _, c := range p.choices.places {
		if c.stay() {
			p.stayed[c.word] = true
		}
	}
	r.Stayed = slices.Sorted(maps.Keys(p.stayed))
	return r
}

// unknown is how many keys and strings of a record became others that no event tells.
func unknown(was, is string, inEvents map[string]bool) (n int) {
	var before []string
	tokens(was, nil, func(t token) { before = append(before, was[t.from:t.to]) })
	tokens(is, nil, func(t token) {
		if text := is[t.from:t.to]; len(before) > 0 && before[0] != text && !inEvents[plain(text)] {
			n++
		}
		before = before[min(1, len(before)):]
	})
	return n
}
