package wrong

import (
	"fmt"
	"slices"
)

const neutral = "neutral"

func neutralAdapters() []Adapter {
	return []Adapter{
		{"one-index", neutral, oneIndex},
		{"drops-children", neutral, without(func(*scopes, record) bool { return true })},
		{"one-level", neutral, without(func(s *scopes, r record) bool { return s.depth(r.text("session")) > 1 })},
		{"one-at-a-time", neutral, without((*scopes).second)},
		{"calls-first", neutral, callsFirst},
		{"transition-lost", neutral, transitionLost},
		{"last-result", neutral, lastResult},
		{"renumbers-parts", neutral, renumbersParts},
		{"fresh-ids", neutral, freshIDs},
		{"skips-execution", neutral, skipsExecution},
		{"one-event-id", neutral, oneEventID},
		{"drops-thoughts", neutral, unless(func(r record) bool { return r.text("form") == "thought" })},
		{"keeps-the-end", neutral, unless(func(r record) bool { return r.kind() == "turn.end" })},
		{"calls-as-prose", neutral, callsAsProse},
	}
}

func oneIndex(records []record) []record {
	var all []record
	for _, r := range records {
		if r["slot"] != nil {
			r = r.with("slot", "0")
		}
		if r.kind() == "args" {
			delete(r, "call")
		}
		all = append(all, r)
	}
	return all
}

// scopes tracks the sessions of a stream.
type scopes struct {
	parent map[string]string
	open   []string
}

func (s *scopes) see(r record) {
	id := r.text("session")
	if parent, ok := r["parent"].(string); ok {
		s.parent[id] = parent
		s.open = append(s.open, id)
	}
}

func (s *scopes) depth(id string) int {
	parent, child := s.parent[id]
	if !child || parent == id {
		return 0
	}
	return 1 + s.depth(parent)
}

// second reports whether another session was opened before this one and is open.
func (s *scopes) second(r record) bool {
	if id := r.text("session"); len(s.open) > 0 && s.open[0] != id {
		return true
	}
	if r.kind() == "session.close" {
		s.open = s.open[1:]
	}
	return false
}

// without removes the records of sub-sessions for which drop holds.
func without(drop func(*scopes, record) bool) func([]record) []record {
	return func(records []record) []record {
		s := &scopes{parent: map[string]string{}}
		var kept []record
		for _, r := range records {
			s.see(r)
			if s.depth(r.text("session")) == 0 || !drop(s, r) {
				kept = append(kept, r)
			}
		}
		return kept
	}
}

// callsFirst delays texts until their message or turn ends.
func callsFirst(records []record) []record {
	var all, texts []record
	for _, r := range records {
		switch r.kind() {
		case "text":
			texts = append(texts, r)
			continue
		case "message.close", "turn.end", "error":
			all, texts = append(all, texts...), nil
		}
		all = append(all, r)
	}
	return append(all, texts...)
}

// transitionLost drops a call that begins directly after a text.
func transitionLost(records []record) []record {
	var all []record
	lost, before := map[string]bool{}, record{}
	for _, r := range records {
		if r.kind() == "call.open" && before.kind() == "text" {
			lost[r.text("call")], lost["slot "+r.text("slot")] = true, true
		}
		before = r
		if r.text("call") != "" && lost[r.text("call")] || r.kind() == "args" && lost["slot "+r.text("slot")] {
			continue
		}
		all = append(all, r)
	}
	return all
}

func lastResult(records []record) []record {
	var all []record
	for i, r := range records {
		if r.kind() == "call.done" && i+1 < len(records) && records[i+1].kind() == "call.done" {
			continue
		}
		all = append(all, r)
	}
	return all
}

// renumbersParts knows an unknown part by its slot, on a kind that has none.
func renumbersParts(records []record) []record {
	var all []record
	dropped := 0
	for _, r := range records {
		switch slot := r.text("slot"); r.kind() {
		case "text", "args":
		case "call.open":
			var n int
			if _, err := fmt.Sscan(slot, &n); err == nil && n >= dropped {
				r = r.with("slot", fmt.Sprint(n-dropped))
			}
		default:
			if slot != "" {
				dropped++
				continue
			}
		}
		all = append(all, r)
	}
	return all
}

func freshIDs(records []record) []record {
	var all []record
	for i, r := range records {
		if r.kind() == "args" {
			id := fmt.Sprintf("fresh-%d", i)
			all = append(all, record{"kind": "call.open", "session": r["session"], "message": r["message"], "call": id, "name": "unknown", "slot": r["slot"]})
			r = r.with("call", id)
		}
		all = append(all, r)
	}
	return all
}

func skipsExecution(records []record) []record {
	var all []record
	for _, r := range records {
		if r.kind() == "call.done" {
			continue // the client's own
		}
		all = append(all, r)
		if r.kind() == "call.open" {
			all = append(all, record{"kind": "call.done", "session": r["session"], "call": r["call"], "result": "skipped"})
		}
	}
	return all
}

// unless drops the records for which drop holds.
func unless(drop func(record) bool) func([]record) []record {
	return func(records []record) []record {
		return slices.DeleteFunc(slices.Clone(records), drop)
	}
}

// oneEventID gives each record the event id of the one before it, every second time.
func oneEventID(records []record) []record {
	var all []record
	for i, r := range records {
		if i%2 == 1 {
			r = r.with("id", records[i-1]["id"])
		}
		all = append(all, r)
	}
	return all
}

// callsAsProse writes calls and their results as words of their message.
func callsAsProse(records []record) []record {
	var all []record
	for _, r := range records {
		switch r.kind() {
		case "call.open":
			r = record{"kind": "text", "session": r["session"], "message": r["message"], "text": fmt.Sprintf("Called %s with %s.", r.text("name"), r.text("args"))}
		case "args", "args.end", "call.start", "call.done":
			continue
		}
		all = append(all, r)
	}
	return all
}
