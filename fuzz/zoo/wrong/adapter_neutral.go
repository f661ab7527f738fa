package wrong

import (
	"fmt"
	"strconv"

	"github.com/quock-dev/quock/fixtures/candidates/rewrite"
)

const neutral = "neutral"

func neutralAdapters() []Adapter {
	return []Adapter{
		{"one-index", neutral, inTurn(rewrite.Each(oneIndex))},
		{"drops-children", neutral, without(func(*scopes, record) bool { return true })},
		{"one-level", neutral, without(func(s *scopes, r record) bool { return s.depth(r.Text("session")) > 1 })},
		{"one-at-a-time", neutral, without((*scopes).second)},
		{"calls-first", neutral, callsFirst},
		{"transition-lost", neutral, inTurn(transitionLost)},
		{"last-result", neutral, lastResult},
		{"renumbers-parts", neutral, inTurn(renumbersParts)},
		{"fresh-ids", neutral, inTurn(freshIDs)},
		{"skips-execution", neutral, inTurn(skipsExecution)},
		{"one-event-id", neutral, oneEventID},
		{"drops-thoughts", neutral, dropping(func(r record) bool { return r.Text("form") == "thought" })},
		{"keeps-the-end", neutral, dropping(func(r record) bool { return r.Text("kind") == "turn.end" })},
		{"calls-as-prose", neutral, inTurn(callsAsProse)},
	}
}

func oneIndex(r record) {
	if r.Has("slot") {
		r.Set("slot", "0")
	}
	if r.Text("kind") == "args" {
		delete(r, "call")
	}
}

// scopes tracks the sessions of a stream.
type scopes struct {
	parent map[string]string
	open   []string
}

func (s *scopes) see(r record) {
	id := r.Text("session")
	if r.HasTexts("parent") {
		s.parent[id] = r.Text("parent")
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
	if id := r.Text("session"); len(s.open) > 0 && s.open[0] != id {
		return true
	}
	if r.Text("kind") == "session.close" {
		s.open = s.open[1:]
	}
	return false
}

// without removes the records of sub-sessions for which drop holds.
func without(drop func(*scopes, record) bool) func([]record) []record {
	return inTurn(func() func(record) []record {
		s := &scopes{parent: map[string]string{}}
		return rewrite.Unless(func(r record) bool {
			s.see(r)
			return s.depth(r.Text("session")) > 0 && drop(s, r)
		})
	})
}

// callsFirst delays texts until their message or turn ends.
func callsFirst(records []record) []record {
	var all, texts []record
	for _, r := range records {
		switch r.Text("kind") {
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
func transitionLost() func(record) []record {
	lost, before := map[string]bool{}, ""
	return rewrite.Unless(func(r record) bool {
		kind, call, slot := r.Text("kind"), r.Text("call"), "slot "+r.Text("slot")
		if kind == "call.open" && before == "text" {
			lost[call], lost[slot] = true, true
		}
		before = kind
		return call != "" && lost[call] || kind == "args" && lost[slot]
	})
}

func lastResult(records []record) []record {
	var all []record
	for i, r := range records {
		if r.Text("kind") == "call.done" && i+1 < len(records) && records[i+1].Text("kind") == "call.done" {
			continue
		}
		all = append(all, r)
	}
	return all
}

// renumbersParts knows an unknown part by its slot, on a kind that has none.
func renumbersParts() func(record) []record {
	dropped := 0
	return func(r record) []record {
		switch slot := r.Text("slot"); r.Text("kind") {
		case "text", "args":
		case "call.open":
			if n, err := strconv.Atoi(slot); err == nil && n >= dropped {
				r.Set("slot", strconv.Itoa(n-dropped))
			}
		default:
			if slot != "" {
				dropped++
				return nil
			}
		}
		return []record{r}
	}
}

// freshIDs announces each fragment of arguments as a call of its own.
func freshIDs() func(record) []record {
	n := 0
	return func(r record) []record {
		n++
		if r.Text("kind") != "args" {
			return []record{r}
		}
		id := fmt.Sprintf("fresh-%d", n-1)
		r.Set("call", id)
		return []record{object("kind", "call.open", "session", r["session"], "message", r["message"], "call", id, "name", "unknown", "slot", r["slot"]), r}
	}
}

// skipsExecution answers each call itself, and passes over the client's own results.
func skipsExecution() func(record) []record {
	return func(r record) []record {
		switch r.Text("kind") {
		case "call.done":
			return nil
		case "call.open":
			return []record{r, object("kind", "call.done", "session", r["session"], "call", r["call"], "result", "skipped")}
		}
		return []record{r}
	}
}

// oneEventID gives each record the event id of the one before it, every second time.
func oneEventID(records []record) []record {
	for i := 1; i < len(records); i += 2 {
		records[i].Set("id", records[i-1]["id"])
	}
	return records
}

// callsAsProse writes calls and their results as words of their message.
func callsAsProse() func(record) []record {
	return func(r record) []record {
		switch r.Text("kind") {
		case "call.open":
			return []record{object("kind", "text", "session", r["session"], "message", r["message"],
				"text", fmt.Sprintf("Called %s with %s.", r.Text("name"), r.Text("args")))}
		case "args", "args.end", "call.start", "call.done":
			return nil
		}
		return []record{r}
	}
}
