package relation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A misreading is a wrong reader with the relation that finds it.
type misreading struct {
	relation, what, dialect string
	wrong                   func(*model.Semantics)
	// before changes the model's input, if no decision of the model can be
	// wrong in this way.
	before func(spec.Event) spec.Event
}

func (m misreading) reader() relation.Reader {
	sem := model.Honest()
	if m.wrong != nil {
		m.wrong(&sem)
	}
	read := relationtest.Reader(sem, spec.Policies{})
	if m.before == nil {
		return read
	}
	return func(s spec.Stream, at []int) []spec.Transcript {
		s.Events = slices.Clone(s.Events)
		for i := range s.Events {
			s.Events[i] = m.before(s.Events[i])
		}
		return read(s, at)
	}
}

var misreadings = []misreading{
	{relation: "refragment", what: "trims each fragment", dialect: "agentc", wrong: func(s *model.Semantics) {
		s.Join = func(have []byte, more string) []byte { return append(have, strings.TrimSpace(more)...) }
	}},
	{relation: "refragment", what: "drops fragments of one character", dialect: "langgraph:js", wrong: func(s *model.Semantics) {
		s.Nothing = func(e *spec.Event) bool { return len(e.Text) < 2 && len(e.Metadata) == 0 }
	}},
	{relation: "refragment", what: "takes arguments that end with a brace for complete", dialect: "langgraph:js", wrong: func(s *model.Semantics) {
		s.Whole = func(_ *model.Call, fragment string) bool { return strings.HasSuffix(fragment, "}") }
	}},
	{relation: "interleave", what: "gives a result to the newest call of its id anywhere", dialect: "neutral", wrong: anywhere},
	{relation: "interleave", what: "takes the session seen last for the parent", dialect: "langgraph:js", wrong: func(s *model.Semantics) { s.Parent = lastSeen }},
	{relation: "insert-noise", what: "makes a part of an empty fragment", dialect: "agentc", wrong: func(s *model.Semantics) {
		s.Nothing = func(*spec.Event) bool { return false }
	}},
	{relation: "insert-noise", what: "shows what tools say as text", dialect: "neutral", before: func(e spec.Event) spec.Event {
		if e.Kind == spec.NoteEvent && e.Note == spec.NoteCustom {
			e.Kind, e.Form = spec.Text, spec.Plain
		}
		return e
	}},
	{relation: "rename-ids", what: "keys calls by the beginning of their ids", dialect: "claudecode:full", wrong: func(s *model.Semantics) {
		s.CallKey = func(_ *model.Session, id string) string { return id[:min(4, len(id))] }
	}},
	{relation: "rename-ids", what: "takes the id 0 for none", dialect: "neutral", wrong: func(s *model.Semantics) {
		s.SetOnce = func(have, more string) string {
			if have != "" || more == "0" {
				return have
			}
			return more
		}
	}},
	{relation: "permute-siblings", what: "takes the session seen last for the parent", dialect: "neutral", wrong: func(s *model.Semantics) { s.Parent = lastSeen }},
	{relation: "prefix", what: "keeps the last message only", dialect: "langgraph:js", wrong: func(s *model.Semantics) {
		s.NextMessage = func(_ *model.State, ss *model.Session) { ss.Messages = nil }
	}},
	{relation: "prefix", what: "takes a second result for a failure", dialect: "neutral", wrong: func(s *model.Semantics) {
		s.Twice = func(_ *model.State, c *model.Call, _ *spec.Event) { c.Status = spec.Failed }
	}},
	{relation: "prefix", what: "starts a finished call again", dialect: "neutral", wrong: func(s *model.Semantics) {
		s.Progress = func(c *model.Call, _ *spec.Event) { c.Status = spec.Executing }
	}},
	{relation: "prefix", what: "takes a stale snapshot for the newest", dialect: "neutral", wrong: func(s *model.Semantics) {
		s.Completes = func([]byte, string) bool { return true }
	}},
	{relation: "replay-tail", what: "does not look at event ids", dialect: "claudecode:partial", wrong: func(s *model.Semantics) {
		s.Replay = func(*spec.Event) bool { return false }
	}},
	{relation: "split-sessions", what: "gives a result to the newest call of its id anywhere", dialect: "agentc", wrong: anywhere},
	{relation: "split-sessions", what: "clears only the first session when the user's turn starts", dialect: "neutral", wrong: func(s *model.Semantics) {
		cleared := (*model.Session)(nil)
		s.UserTurnClears = func(ss *model.Session) bool {
			if cleared == nil {
				cleared = ss
			}
			return cleared == ss
		}
	}},
	{relation: "whole-or-pieces", what: "reads no whole messages", dialect: "langgraph:js", wrong: func(s *model.Semantics) {
		s.Full = func(*model.State, *model.Session, *model.Message, *spec.Snapshot, bool) {}
	}},
	{relation: "whole-or-pieces", what: "appends the whole text to what streamed", dialect: "claudecode:partial", wrong: func(s *model.Semantics) {
		s.Full = func(_ *model.State, _ *model.Session, m *model.Message, snap *spec.Snapshot, _ bool) {
			for _, p := range snap.Parts {
				m.Parts = append(m.Parts, &model.Part{Kind: spec.TextPart, Text: []byte(p.Text)})
			}
		}
	}},
}

// anywhere gives a result to the last announced call with its id in any
// session.
func anywhere(s *model.Semantics) {
	s.ResultCall = func(state *model.State, _ *model.Session, e *spec.Event) *model.Call {
		for _, ss := range slices.Backward(state.Sessions) {
			for _, c := range slices.Backward(ss.Calls) {
				if c.ID == e.Call {
					return c
				}
			}
		}
		return nil
	}
}

// lastSeen takes the session that was opened last before a sub-session as its
// parent.
func lastSeen(s *model.State, _ *spec.Event) spec.Ref {
	if n := len(s.Sessions); n > 1 {
		return spec.To(s.Sessions[n-2].ID)
	}
	return spec.Ref{}
}

// TestEachRelationCanFail shows for each relation a wrong reader that breaks
// it.
func TestEachRelationCanFail(t *testing.T) {
	shown := map[string]bool{}
	for _, m := range misreadings {
		shown[m.relation] = true
		t.Run(m.relation+"/"+m.what, func(t *testing.T) { fails(t, m) })
	}
	for _, r := range relation.All() {
		if !shown[r.Name] {
			t.Errorf("nothing shows that %s can fail", r.Name)
		}
	}
}

func fails(t *testing.T, m misreading) {
	r, ok := relation.ByName(m.relation)
	if !ok {
		t.Fatalf("no relation %s", m.relation)
	}
	f := features(m.dialect)
	for i := range 5000 {
		c := performed(f, i)
		for seed := range uint64(4) {
			if found, _ := r.Broken(c.Stream, seed, spec.AllParts(), m.reader()); len(found) > 0 {
				t.Logf("case %d: %s", i, found[0])
				return
			}
		}
	}
	t.Error("nothing breaks it")
}
