package probe

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// Languages write nothing in three ways: they leave a field out, or give it as
// null, or as an empty value. Answers are read in one form, in which nothing is
// nil, so that whoever looks at them need not ask again. False and 0 stay. Where
// a session has the id "", a link to a session that is "" stays, too.

// normal gives each transcript of an answer that form.
func (r *RunReply) normal() {
	for i := range r.Observations {
		normal(&r.Observations[i])
	}
	for i := range r.Reloaded {
		normal(&r.Reloaded[i])
	}
	if r.Final != nil {
		normal(r.Final)
	}
}

func normal(t *Transcript) {
	emptyIsID := false
	for i := range t.Sessions {
		emptyIsID = emptyIsID || t.Sessions[i].ID == ""
	}
	link := func(id **string) {
		if !emptyIsID {
			filled(id)
		}
	}
	for i := range t.Sessions {
		s := &t.Sessions[i]
		link(&s.Parent)
		normalSession(s, link)
	}
	for i := range t.Agents {
		link(&t.Agents[i].Session)
		some(&t.Agents[i].Log)
	}
	filled(&t.Quota.Window)
	some(&t.Sessions)
	some(&t.Active)
	some(&t.Agents)
	some(&t.History)
	some(&t.Anomalies)
}

func normalSession(s *Session, link func(**string)) {
	filled(&s.ParentCall)
	filled(&s.Agent)
	for i := range s.Turns {
		t := &s.Turns[i]
		filled(&t.StopReason)
		filled(&t.Error)
		counted(&t.Usage)
	}
	for i := range s.Messages {
		normalMessage(&s.Messages[i], link)
	}
	normalCalls(s.Held, link)
	normalCalls(s.Abandoned, link)
	for i := range s.Orphans {
		valued(&s.Orphans[i].Result)
	}
	some(&s.Turns)
	some(&s.Messages)
	some(&s.Held)
	some(&s.Abandoned)
	some(&s.Orphans)
	some(&s.Unattributed)
}

func normalMessage(m *Message, link func(**string)) {
	filled(&m.Agent)
	filled(&m.StopReason)
	counted(&m.Usage)
	valued(&m.Metadata)
	for i := range m.Parts {
		valued(&m.Parts[i].Metadata)
	}
	normalCalls(m.Calls, link)
	some(&m.Parts)
	some(&m.Calls)
}

func normalCalls(calls []Call, link func(**string)) {
	for i := range calls {
		link(&calls[i].Child)
		valued(&calls[i].Result)
		valued(&calls[i].Metadata)
	}
}

func filled(s **string) {
	if *s != nil && **s == "" {
		*s = nil
	}
}

func counted(u **Usage) {
	if *u != nil && **u == (Usage{}) {
		*u = nil
	}
}

func valued(v *json.RawMessage) {
	if spec.EmptyJSON(*v) {
		*v = nil
	}
}

func some[T any](list *[]T) {
	if len(*list) == 0 {
		*list = nil
	}
}
