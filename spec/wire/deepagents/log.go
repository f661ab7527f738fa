package deepagents

import (
	"crypto/sha256"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// toolLog is the key of the log in a state.
const toolLog = "subagent_tool_log"

// An entry is one element of the log.
type entry struct {
	key             string // its id, else a hash of it
	id, agent, tool string
	task, call      string // whose it is, where it says so
}

func parseEntry(v scan.Value) entry {
	var e entry
	for key, member := range v.Members() {
		switch key {
		case "id":
			e.id = wire.Text(member)
		case "subagent":
			e.agent = wire.Text(member)
		case "tool":
			e.tool = wire.Text(member)
		case "task_id":
			e.task = wire.Text(member)
		case "tool_call_id":
			e.call = wire.Text(member)
		}
	}
	if e.key = e.id; e.id == "" {
		sum := sha256.Sum256([]byte(v))
		e.key = "\x00" + string(sum[:16])
	}
	return e
}

// A share is what a log has of one run.
type share struct {
	run     *run
	ids     []string
	listed  map[string]bool
	entries []spec.LogEntry
}

// logged emits what is new in the log of a state, run by run; a list that is not
// there says nothing.
func (d *decoder) logged(session string, list scan.Value) {
	if list.Kind() != '[' {
		return
	}
	last := d.last(session)
	for _, s := range d.shares(list) {
		before := last.log[s.run]
		if isPrefix(s.ids, before) {
			continue // as it was, or an older state
		}
		d.grown(s, before)
		if last.log == nil {
			last.log = map[*run][]string{}
		}
		last.log[s.run] = s.ids
	}
}

func isPrefix(ids, of []string) bool {
	return len(ids) <= len(of) && slices.Equal(ids, of[:len(ids)])
}

// shares are the parts of a log, in the order in which the runs come; what is
// nobody's is reported.
func (d *decoder) shares(list scan.Value) []*share {
	var all []*share
	by := map[*run]*share{}
	for v := range list.Elements() {
		e := parseEntry(v)
		owner, isNew := d.runs.owner(&e)
		switch {
		case owner != nil:
		case isNew:
			d.emit(spec.Event{Kind: spec.ToolLog, NoSession: true, Log: []spec.LogEntry{{ID: e.id, Tool: e.tool}}})
			continue
		default:
			continue
		}
		s := by[owner]
		if s == nil {
			s = &share{run: owner, listed: map[string]bool{}}
			by[owner], all = s, append(all, s)
		}
		s.add(&e)
	}
	return all
}

// add takes an entry once.
func (s *share) add(e *entry) {
	if !s.listed[e.key] {
		s.listed[e.key], s.ids = true, append(s.ids, e.key)
		s.entries = append(s.entries, spec.LogEntry{ID: e.id, Tool: e.tool})
	}
}

// grown emits what of a run's share was not emitted; all of it, if it lacks what it
// had, and the run goes on.
func (d *decoder) grown(s *share, before []string) {
	e := spec.Event{Kind: spec.ToolLog, Session: s.run.session, Call: s.run.call}
	gone := func(id string) bool { return !s.listed[id] }
	if e.Complete = !s.run.over && slices.ContainsFunc(before, gone); e.Complete {
		s.run.logged = map[string]bool{}
	}
	for i, id := range s.ids {
		if !s.run.logged[id] {
			s.run.logged = with(s.run.logged, id)
			e.Log = append(e.Log, s.entries[i])
		}
	}
	if len(e.Log) > 0 && d.runs.find(s.run.session, s.run.call) == s.run {
		d.emit(e) // else its id means a later call
	}
}
