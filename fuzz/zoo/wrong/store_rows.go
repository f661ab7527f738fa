package wrong

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer/fields"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/spec/probe"
)

func incompleteGone(rows []keep.Row) []keep.Row {
	last := lastOf(rows, keep.MessageRow)
	gone := func(session, key string) bool {
		m := fields.Parse(last[place{session, key}].Value)
		return m.Text("role") == "assistant" && !m.Flag("complete")
	}
	return keepRows(func(r keep.Row) bool {
		switch r.Kind {
		case keep.MessageRow:
			return !gone(r.Session, r.Key)
		case keep.CallRow, keep.ResultRow:
			above := keep.MessageOf(r.Key)
			return strings.Trim(above, "0123456789") != "" || !gone(r.Session, above)
		}
		return true
	})(rows)
}

// joinedAtEnd has two lists, of which one lacks the messages with calls. These go behind
// all that both have.
func joinedAtEnd(rows []keep.Row) []keep.Row {
	lacks := map[place]bool{}
	for _, at := range places(rows, keep.CallRow) {
		lacks[place{at.session, keep.MessageOf(at.key)}] = true
	}
	all := slices.Clone(rows)
	for i, r := range all {
		message := r.Key
		if r.Kind != keep.MessageRow {
			message = keep.MessageOf(r.Key)
		}
		if lacks[place{r.Session, message}] {
			all[i].Key = "~" + r.Key
		}
	}
	return all
}

// childrenGone drops the rows of sub-sessions whose call has no result.
func childrenGone(rows []keep.Row) []keep.Row {
	open := map[string]bool{}
	for _, r := range lastOf(rows, keep.CallRow) {
		if s := of(r, "status"); s != "done" && s != "failed" {
			open[of(r, "child")] = true
		}
	}
	return keepRows(func(r keep.Row) bool { return r.Session == "" || !open[r.Session] })(rows)
}

// lastGone drops the message that began last, with what hangs on it.
func lastGone(rows []keep.Row) []keep.Row {
	var last keep.Row
	for _, r := range rows {
		if r.Kind == keep.MessageRow && r.Key > last.Key {
			last = r
		}
	}
	return keepRows(func(r keep.Row) bool {
		return r.Session != last.Session || r.Key != last.Key && keep.MessageOf(r.Key) != last.Key || r.Kind != keep.MessageRow && r.Kind != keep.CallRow && r.Kind != keep.ResultRow
	})(rows)
}

// lastCallForAll puts the last call on every message of an agent.
func lastCallForAll(rows []keep.Row) []keep.Row {
	var call keep.Row
	for _, r := range rows {
		if r.Kind == keep.CallRow {
			call = r
		}
	}
	all := slices.Clone(rows)
	messages := lastOf(rows, keep.MessageRow)
	for _, at := range places(rows, keep.MessageRow) {
		if m := messages[at]; at.session == call.Session && at.key != keep.MessageOf(call.Key) && of(m, "role") == "assistant" {
			all = append(all, keep.Row{Session: at.session, Kind: keep.CallRow, Key: at.key + "/0000", Value: call.Value})
		}
	}
	return all
}

func parentInChild(rows []keep.Row) []keep.Row {
	all := slices.Clone(rows)
	sessions, messages := lastOf(rows, keep.SessionRow), lastOf(rows, keep.MessageRow)
	for _, at := range places(rows, keep.SessionRow) {
		parent := of(sessions[at], "parent")
		for _, from := range places(rows, keep.MessageRow) {
			if m := messages[from]; parent != "" && from.session == parent {
				m.Session, m.Key = at.session, "~"+m.Key
				all = append(all, m)
			}
		}
	}
	return all
}

func emptyCallKept(rows []keep.Row) []keep.Row {
	all := slices.Clone(rows)
	for _, at := range places(rows, keep.MessageRow) {
		all = append(all, keep.Row{Session: at.session, Kind: keep.CallRow, Key: at.key + "/9999", Value: json.RawMessage(`{"id":"","name":"","args":"","status":"abandoned"}`)})
	}
	return all
}

// rowAResult appends the message of each result under a key of its own.
func rowAResult(_ json.RawMessage, changed []keep.Row, t *probe.Transcript) []keep.Row {
	all := slices.Clone(changed)
	for _, r := range changed {
		if r.Kind != keep.ResultRow {
			continue
		}
		for _, s := range t.Sessions {
			for i, m := range s.Messages {
				if s.ID == r.Session && len(m.Calls) > 0 && i >= 0 {
					m.Calls = nil
					value, _ := json.Marshal(m) // a message has JSON
					all = append(all, keep.Row{Session: s.ID, Kind: keep.MessageRow, Key: keep.MessageOf(r.Key) + "+" + r.Key, Value: value})
				}
			}
		}
	}
	return all
}
