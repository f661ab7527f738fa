package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var noise = []Mistake{
	{"note-closes-message", "noise/transparent", nil, "A note closes the open message.", noteClosesMessage},
	{"unknown-is-fatal", "noise/transparent", rows("Z436"), "A record of unknown kind fails the turn.", unknownIsFatal},
	{"status-is-text", "noise/transparent", rows("Z452"), "A status line is appended to the answer.", noteIsText(spec.NoteSystem)},
	{"tool-message-is-text", "noise/own-content", nil, "What a tool itself says is the agent's.", noteIsText(spec.NoteCustom)},
}

// sessionOf returns the session of a note, nil if no event has opened it yet.
func sessionOf(s *model.State, e *spec.Event) *model.Session {
	for _, ss := range s.Sessions {
		if ss.ID == e.Session {
			return ss
		}
	}
	return nil
}

// notes lets a note change the last message of its session.
func notes(departs func(e *spec.Event, ss *model.Session, m *model.Message) bool, do func(e *spec.Event, ss *model.Session, m *model.Message)) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		sem.Note = func(s *model.State, e *spec.Event) {
			var m *model.Message
			ss := sessionOf(s, e)
			if ss != nil {
				m = spoken(ss, anyMessage)
			}
			if n.when(m != nil && departs(e, ss, m)) {
				do(e, ss, m)
			}
		}
	}
}

var (
	noteClosesMessage = notes(
		func(_ *spec.Event, _ *model.Session, m *model.Message) bool { return m.Open },
		func(_ *spec.Event, _ *model.Session, m *model.Message) { m.Open, m.Complete = false, true })

	unknownIsFatal = notes(
		func(e *spec.Event, ss *model.Session, _ *model.Message) bool {
			return e.Note == spec.NoteUnknown && unfinished(ss)
		},
		func(_ *spec.Event, ss *model.Session, _ *model.Message) {
			ss.Turns[openTurn(ss)].Status = spec.Failed
		})
)

func noteIsText(kind spec.Note) func(*model.Semantics, *Count) {
	return notes(
		func(e *spec.Event, _ *model.Session, m *model.Message) bool {
			return e.Note == kind && e.Text != "" && m.Open
		},
		func(e *spec.Event, _ *model.Session, m *model.Message) { say(m, e.Text) })
}
