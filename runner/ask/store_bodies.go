package ask

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// bodies are the ids of the sub-sessions that records embed with their messages.
type bodies map[string]bool

// A storedSession is a sub-session in a record, with those in it.
type storedSession struct {
	ID       string `json:"id"`
	Messages []struct {
		Sub *storedSession `json:"sub_session"`
	} `json:"messages"`
}

// embedded returns the sub-sessions that records embed when they are completed.
func embedded(records [][]byte) bodies {
	all := bodies{}
	for _, record := range records {
		var e struct {
			Type string         `json:"type"`
			Sub  *storedSession `json:"sub_session"`
		}
		if json.Unmarshal(record, &e) == nil && e.Type == "sub_session_completed" {
			all.add(e.Sub)
		}
	}
	return all
}

func (b bodies) add(s *storedSession) {
	if s == nil {
		return
	}
	b[s.ID] = b[s.ID] || len(s.Messages) > 0
	for i := range s.Messages {
		b.add(s.Messages[i].Sub)
	}
}

// lacks reports whether the transcript has no such session.
func (bodies) lacks(t *spec.Transcript, session string) bool {
	return t.Session(session) == nil
}

// in is the transcript with the embedded sub-sessions alone, and without the agents of
// their messages, which a record may leave out.
func (b bodies) in(t *spec.Transcript) *spec.Transcript {
	if t == nil {
		return nil
	}
	other := *t
	child := func(s spec.Session) bool { return s.Parent != nil || s.ParentCall != nil }
	gone := map[string]bool{}
	for _, s := range t.Sessions {
		gone[s.ID] = child(s) && !b[s.ID]
	}
	other.Sessions = slices.DeleteFunc(slices.Clone(t.Sessions), func(s spec.Session) bool { return gone[s.ID] })
	other.Agents = slices.DeleteFunc(slices.Clone(t.Agents), func(a spec.AgentRun) bool { return gone[a.Parent] || !b[a.Parent] && b.lacks(t, a.Parent) })
	for i := range other.Sessions {
		s := &other.Sessions[i]
		if !child(*s) {
			continue
		}
		s.Messages = slices.Clone(s.Messages)
		for m := range s.Messages {
			s.Messages[m].Agent = nil
		}
	}
	return &other
}
