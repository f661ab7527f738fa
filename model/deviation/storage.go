package deviation

import (
	"encoding/json"
	"maps"

	"github.com/quock-dev/quock/spec"
)

// A storeWriter is what a wrong store has written of one stream.
type storeWriter interface {
	// record takes in a record, or the end of input without events, and what the stream
	// means behind it.
	record(events []spec.Event, now *spec.Transcript)
	// load turns what the stream means into what the store loads there.
	load(now *spec.Transcript)
}

// stored are the ways to store that change what is loaded, as a change of the
// reference. Each is a stage of one published fix, and has a program, too.
var stored = []Deviation{
	{Kind: Storage, Name: "children-to-parent", Rules: rules("persist/no-foreign"), Bugs: []string{"Z149", "Z181", "Z334", "Z354"},
		Programs: []string{"store children-to-parent"}, part: "stored", storeWriter: func() storeWriter { return &childrenToParent{} },
		Sentence: "What a sub-agent says is written to its parent's session as well."},
	{Kind: Storage, Name: "stored-by-depth-counter", Rules: rules("persist/no-foreign session/balanced"),
		Programs: []string{"store depth-counter"}, part: "stored", storeWriter: func() storeWriter { return &byDepth{} },
		Sentence: "A counter of switches between agents decides what is written: nothing while it is above zero, everything to the root session while it is not; a sub-session is written as a whole when it is completed."},
	{Kind: Storage, Name: "stored-by-session-id", Rules: rules("persist/reload-equals-live"),
		Programs: []string{"store session-id"}, part: "stored", storeWriter: func() storeWriter { return &bySession{} },
		Sentence: "Only what bears the root session's id is written as it comes. A sub-session is written when it is completed, so one that fails without that is lost."},
}

// bySession has the sub-sessions as they were when they were completed, with the
// agents that they run.
type bySession struct {
	sessions map[string]spec.Session
	agents   map[string][]spec.AgentRun
}

func (b *bySession) record(events []spec.Event, now *spec.Transcript) {
	for _, id := range completed(events) {
		if s := now.Session(id); s != nil {
			if b.sessions == nil {
				b.sessions, b.agents = map[string]spec.Session{}, map[string][]spec.AgentRun{}
			}
			b.sessions[id], b.agents[id] = *s, runBy(now, id)
		}
	}
}

func (b *bySession) load(now *spec.Transcript) {
	if len(now.Sessions) == 0 {
		return
	}
	all := now.Sessions[:1]
	agents := runBy(now, all[0].ID)
	for _, s := range now.Sessions[1:] {
		if kept, ok := b.sessions[s.ID]; ok {
			all, agents = append(all, kept), append(agents, b.agents[s.ID]...)
		}
	}
	now.Sessions, now.Agents = all, agents
}

// completed are the sessions that the events close.
func completed(events []spec.Event) (ids []string) {
	for i := range events {
		if e := &events[i]; e.Kind == spec.SessionClose && !e.NoSession {
			ids = append(ids, e.Session)
		}
	}
	return ids
}

func runBy(t *spec.Transcript, session string) (all []spec.AgentRun) {
	for _, a := range t.Agents {
		if a.Parent == session {
			all = append(all, a)
		}
	}
	return all
}

// childrenToParent has the messages of sub-sessions, without their calls, by the
// sessions of their parents.
type childrenToParent struct {
	changes
	shelves map[string]*rowTable
}

func (c *childrenToParent) record(_ []spec.Event, now *spec.Transcript) {
	if c.shelves == nil {
		c.shelves = map[string]*rowTable{}
	}
	for _, e := range c.of(now) {
		child := now.Session(e.session)
		if e.what != "message" || child == nil || child.Parent == nil {
			continue
		}
		if parent := now.Session(*child.Parent); parent != nil {
			if c.shelves[parent.ID] == nil {
				c.shelves[parent.ID] = &rowTable{}
			}
			c.shelves[parent.ID].put(e, parent.ID, len(parent.Messages))
		}
	}
}

func (c *childrenToParent) load(now *spec.Transcript) {
	for i := range now.Sessions {
		s := &now.Sessions[i]
		if more := c.shelves[s.ID]; more != nil {
			all := *more
			all.rows, all.places = maps.Clone(all.rows), maps.Clone(all.places)
			for _, e := range entries(s) {
				all.put(e, s.ID, 0)
			}
			s.Messages = all.messages()
		}
	}
}

// byDepth has what was written while its counter was zero, and the sub-sessions as they
// were when they were completed.
type byDepth struct {
	changes
	depth int
	root  rowTable
	whole map[string]spec.Session
}

func (b *byDepth) record(events []spec.Event, now *spec.Transcript) {
	for _, e := range b.of(now) {
		if b.depth == 0 && len(now.Sessions) > 0 {
			b.root.put(e, now.Sessions[0].ID, len(now.Sessions[0].Messages))
		}
	}
	for i := range events {
		switch into, is := switches(&events[i]); {
		case is && into:
			b.depth++
		case is:
			b.depth = max(0, b.depth-1)
		}
	}
	for _, id := range completed(events) {
		if s := now.Session(id); s != nil {
			if b.whole == nil {
				b.whole = map[string]spec.Session{}
			}
			b.whole[id] = *s
		}
	}
}

// switches reports whether an event is a switch between agents, and into which
// direction.
func switches(e *spec.Event) (into, is bool) {
	if e.Kind != spec.NoteEvent || len(e.Raw) == 0 {
		return false, false
	}
	var record struct {
		Type      string `json:"type"`
		Switching bool   `json:"switching"`
	}
	is = json.Unmarshal(e.Raw, &record) == nil && record.Type == "agent_switching"
	return record.Switching, is
}

func (b *byDepth) load(now *spec.Transcript) {
	for i := range now.Sessions {
		s := &now.Sessions[i]
		whole := b.whole[s.ID] // nothing of one that was not completed
		s.Messages, s.Held, s.Abandoned = whole.Messages, whole.Held, whole.Abandoned
		if i == 0 {
			s.Messages, s.Held, s.Abandoned = b.root.messages(), b.root.calls(owner{s.ID, held}), b.root.calls(owner{s.ID, abandoned})
			s.Orphans = append(s.Orphans, b.root.orphans()...)
		}
	}
}
