package deviation

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A row is one thing that a store writes: a message without its calls, a call without
// its result, a result.
type row struct {
	owner
	call int
	what string
}

// An owner is a message by its index, or a list of calls on no message.
type owner struct {
	session string
	message int
}

const held, abandoned = -1, -2

// A resultRow is what there is of a call behind its result.
type resultRow struct {
	id      string
	result  json.RawMessage
	isError bool
}

// An entry is a row with what it says, nil where it is taken back.
type entry struct {
	row
	value any
}

// entries are the rows of a session, in the order in which they are written.
func entries(s *spec.Session) (all []entry) {
	calls := func(message int, list []spec.Call) {
		for i, c := range list {
			at := row{owner{s.ID, message}, i, "call"}
			r := resultRow{c.ID, c.Result, c.IsError}
			c.Result, c.IsError = nil, false
			all = append(all, entry{at, c})
			if at.what = "result"; len(r.result) > 0 || r.isError {
				all = append(all, entry{at, r})
			}
		}
	}
	for i, m := range s.Messages {
		list := m.Calls
		m.Calls = nil
		all = append(all, entry{row{owner{s.ID, i}, 0, "message"}, m})
		calls(i, list)
	}
	calls(held, s.Held)
	calls(abandoned, s.Abandoned)
	return all
}

// changes are the rows that a record changes.
type changes struct{ before map[row]any }

// of returns the rows of the transcript that are not what they were, in their order, and
// then those that are gone.
func (c *changes) of(now *spec.Transcript) (changed []entry) {
	rows := map[row]any{}
	for i := range now.Sessions {
		for _, e := range entries(&now.Sessions[i]) {
			if rows[e.row] = e.value; !reflect.DeepEqual(c.before[e.row], e.value) {
				changed = append(changed, e)
			}
		}
	}
	for r := range c.before {
		if rows[r] == nil {
			changed = append(changed, entry{r, nil}) // in any order
		}
	}
	c.before = rows
	return changed
}

// A rowTable has the rows that were written to one session: its own, and those of others
// behind what it had when the first of them came.
type rowTable struct {
	rows   map[row]any
	places map[owner]place
}

// A place is behind so many of the session's own messages, and behind what came before.
type place struct{ own, arrival int }

// put writes a row; own is how many messages the session has.
func (s *rowTable) put(e entry, session string, own int) {
	switch {
	case e.value == nil:
		delete(s.rows, e.row)
		return
	case s.rows == nil:
		s.rows, s.places = map[row]any{}, map[owner]place{}
	}
	if _, known := s.places[e.owner]; !known {
		s.places[e.owner] = place{own, len(s.places) + 1}
		if e.session == session {
			s.places[e.owner] = place{e.message + 1, 0}
		}
	}
	s.rows[e.row] = e.value
}

// messages are the messages of the session.
func (s *rowTable) messages() (all []spec.Message) {
	var owners []owner
	for r, value := range s.rows {
		if _, is := value.(spec.Message); is {
			owners = append(owners, r.owner)
		}
	}
	slices.SortFunc(owners, func(a, b owner) int {
		return cmp.Or(cmp.Compare(s.places[a].own, s.places[b].own), cmp.Compare(s.places[a].arrival, s.places[b].arrival))
	})
	for _, o := range owners {
		m := s.rows[row{o, 0, "message"}].(spec.Message)
		m.Calls = s.calls(o)
		m.Parts = withCalls(m.Parts, len(m.Calls))
		all = append(all, m)
	}
	return all
}

// calls are the calls of an owner, with their results.
func (s *rowTable) calls(o owner) (all []spec.Call) {
	for i := range s.most() {
		c, ok := s.rows[row{o, i, "call"}].(spec.Call)
		if !ok {
			continue
		}
		if r, ok := s.rows[row{o, i, "result"}].(resultRow); ok {
			c.Result, c.IsError = r.result, r.isError
		}
		all = append(all, c)
	}
	return all
}

// most is more than the index of any call.
func (s *rowTable) most() (n int) {
	for r := range s.rows {
		n = max(n, r.call+1)
	}
	return n
}

// orphans are the results whose calls were not written.
func (s *rowTable) orphans() (all []spec.Orphan) {
	for r, value := range s.rows {
		if v, ok := value.(resultRow); ok && s.rows[row{r.owner, r.call, "call"}] == nil {
			all = append(all, spec.Orphan{ID: v.id, Result: v.result})
		}
	}
	slices.SortFunc(all, func(a, b spec.Orphan) int { return cmp.Or(cmp.Compare(a.ID, b.ID), slices.Compare(a.Result, b.Result)) })
	return all
}

// withCalls are the parts of a message with so many calls: those of other calls are
// gone, and a call without a part has one.
func withCalls(parts []spec.Part, calls int) (all []spec.Part) {
	seen := map[int]bool{}
	for _, p := range parts {
		if p.Call != nil && *p.Call >= calls {
			continue
		}
		if all = append(all, p); p.Call != nil {
			seen[*p.Call] = true
		}
	}
	for n := range calls {
		if !seen[n] {
			all = append(all, spec.Part{Kind: spec.CallPart, Call: &n})
		}
	}
	return all
}
