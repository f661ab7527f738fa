package relation

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// revision holds what the rest of a stream revises.
type revision struct {
	reset     bool                   // a history restates everything
	failed    bool                   // an error fails a completed run
	reopened  map[string]bool        // sessions that another start continues
	retracted map[string]bool        // sessions in which something is retracted
	restated  map[[2]string][]string // session and message -> texts that snapshots give it
	given     map[[2]string]bool     // session and call whose arguments are given as a whole
	goesOn    map[[2]string]bool     // session and message that may go on though the next one ended it
	lacks     spec.Field             // fields that the reader does not have
}

// revisions collects the revisions in the rest of a stream.
func revisions(s spec.Stream, rest []record) revision {
	v := revision{
		reopened: map[string]bool{}, retracted: map[string]bool{}, restated: map[[2]string][]string{}, given: map[[2]string]bool{},
		goesOn: map[[2]string]bool{},
	}
	void, later := map[string]bool{}, 0
	for _, r := range rest {
		later += len(r)
		for i := range r {
			v.add(&r[i], void)
			if s.Features.NextCloses && slices.Contains([]spec.Kind{spec.Text, spec.CallArgs, spec.CallOpen}, r[i].Kind) {
				v.goesOn[[2]string{r[i].Session, r[i].Message}] = true
			}
			for j := range r[i].Messages {
				if s.Features.Kept { // a message of a kept record goes on with a block
					v.goesOn[[2]string{r[i].Session, r[i].Messages[j].Message}] = true
				}
			}
			v.failed = v.failed || s.Features.LateErrors && r[i].Kind == spec.Error && r[i].Global && r[i].Fatal
		}
	}
	for i := range s.Events {
		e := &s.Events[i]
		if e.ID != "" && void[e.ID] {
			v.retracted[e.Session] = true
		}
		if e.Kind == spec.MessageClose && i < len(s.Events)-later {
			delete(v.goesOn, [2]string{e.Session, e.Message})
		}
	}
	return v
}

func (v *revision) add(e *spec.Event, void map[string]bool) {
	if e.Call != "" && e.Args != "" {
		v.given[[2]string{e.Session, e.Call}] = true
	}
	switch e.Kind {
	case spec.History:
		v.reset = true
	case spec.SessionOpen:
		v.reopened[e.Session] = true
	case spec.Retract:
		for _, id := range e.Retracts {
			void[id] = true
		}
		if e.Message != "" {
			v.retracted[e.Session] = true
		}
	case spec.MessageFull:
		for i := range e.Messages {
			v.restate(e.Session, &e.Messages[i])
		}
	}
}

// restate records each text of a snapshot, and all texts without a slot as one.
func (v *revision) restate(session string, m *spec.Snapshot) {
	key := [2]string{session, m.Message}
	for i := range m.Parts {
		p := &m.Parts[i]
		v.restated[key] = append(v.restated[key], p.Text)
		if p.Call != "" && p.Args != "" {
			v.given[[2]string{session, p.Call}] = true
		}
	}
	v.restated[key] = append(v.restated[key], textOf(m.Parts, spec.TextPart), textOf(m.Parts, spec.ThoughtPart))
}

// broken lists what was fixed early and differs at the end. It removes what may
// change from the early transcript, and compares it with the same parts of the
// end.
func (v *revision) broken(observes spec.Parts, early, end *spec.Transcript) []spec.Difference {
	if v.reset {
		return nil
	}
	v.lacks = observes.Lacks()
	fixed, now := spec.Transcript{}, spec.Transcript{}
	for i := range early.Sessions {
		old := &early.Sessions[i]
		then := end.Session(old.ID)
		if then == nil {
			fixed.Sessions = append(fixed.Sessions, spec.Session{ID: old.ID})
			continue
		}
		was, is := v.session(old, then)
		fixed.Sessions, now.Sessions = append(fixed.Sessions, was), append(now.Sessions, is)
	}
	fixed.Agents, now.Agents = v.agents(early.Agents, end.Agents)
	fixed.Anomalies, now.Anomalies = reported(v.certain(early), end.Anomalies)
	return equal(observes, &fixed, &now)
}

// certain returns the reports without those of arguments that a message has taken
// back once it goes on (missing/late-fragment).
func (v *revision) certain(early *spec.Transcript) []spec.Anomaly {
	guessed := map[string]bool{}
	for i := range early.Sessions {
		for j := range early.Sessions[i].Messages {
			id := early.Sessions[i].ID
			guessed[id] = guessed[id] || v.goesOn[[2]string{id, early.Sessions[i].Messages[j].ID}]
		}
	}
	return keep(early.Anomalies, func(a *spec.Anomaly) bool { return a.Kind != spec.MalformedArguments || !guessed[a.Session] })
}

// session returns what was fixed in a session, and what became of it.
func (v *revision) session(old, new *spec.Session) (was, is spec.Session) {
	was, is = spec.Session{ID: old.ID}, spec.Session{ID: new.ID}
	was.Parent, is.Parent = known(old.Parent, new.Parent)
	was.ParentCall, is.ParentCall = known(old.ParentCall, new.ParentCall)
	was.Agent, is.Agent = known(old.Agent, new.Agent)
	if old.Status != spec.Open && !v.reopened[old.ID] {
		was.Status, is.Status = old.Status, new.Status
	}
	was.Turns, is.Turns = v.turns(old.Turns, new.Turns)
	if v.retracted[old.ID] {
		return was, is
	}
	was.Messages, is.Messages = v.messages(old, new)
	was.Held, is.Held = calls(v.early(old), everyCall(new))
	was.Orphans, is.Orphans = old.Orphans, atMost(new.Orphans, len(old.Orphans))
	was.Unattributed, is.Unattributed = old.Unattributed, atMost(new.Unattributed, len(old.Unattributed))
	return was, is
}

// known keeps a link that was known.
func known(old, new *string) (was, is *string) {
	if old == nil {
		return nil, nil
	}
	return old, new
}

func atMost[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// turns keeps the ends of turns. A turn that is incomplete because its end is
// missing may still get it.
func (v *revision) turns(old, new []spec.Turn) (was, is []spec.Turn) {
	for i, t := range old {
		over := t.Status == spec.Completed && !v.failed || t.Status == spec.Failed || t.Status == spec.Cancelled
		was = append(was, end(&t, over && t.Error != nil, over))
		if i < len(new) {
			is = append(is, end(&new[i], over && t.Error != nil, over))
		}
	}
	return was, is
}

// end returns how a turn ended, as far as that was fixed.
func end(t *spec.Turn, failed, over bool) spec.Turn {
	var fixed spec.Turn
	if over {
		fixed.Status = t.Status
	}
	if failed {
		fixed.Error = t.Error
	}
	return fixed
}

// messages keeps the messages in their order, with the texts that they had. A
// reader that may show a message later than it began may put it before messages
// that it had shown. Then messages are matched by id.
func (v *revision) messages(old, new *spec.Session) (was, is []spec.Message) {
	if v.lacks&(spec.FieldEmpty|spec.FieldPartialCalls|spec.FieldPartialMessages) != 0 {
		old, new = sameMessages(old, new)
	}
	for i := range old.Messages {
		m := &old.Messages[i]
		complete := m.Complete && !v.goesOn[[2]string{old.ID, m.ID}]
		a := spec.Message{ID: m.ID, Turn: m.Turn, Role: m.Role, Complete: complete}
		var b spec.Message
		if i < len(new.Messages) {
			n := &new.Messages[i]
			b = spec.Message{ID: n.ID, Turn: n.Turn, Role: n.Role, Complete: n.Complete && complete}
			a.Agent, b.Agent = known(m.Agent, n.Agent)
			a.Parts, b.Parts = texts(m.Parts, n.Parts, v.restated[[2]string{old.ID, m.ID}])
			is = append(is, b)
		}
		was = append(was, a)
	}
	return was, is
}

// sameMessages returns the sessions with the messages whose id is in both.
func sameMessages(old, new *spec.Session) (was, is *spec.Session) {
	was, is = &spec.Session{ID: old.ID}, &spec.Session{ID: new.ID}
	for _, m := range old.Messages {
		if i := slices.IndexFunc(new.Messages, func(n spec.Message) bool { return m.ID != "" && n.ID == m.ID }); i >= 0 {
			was.Messages, is.Messages = append(was.Messages, m), append(is.Messages, new.Messages[i])
		}
	}
	return was, is
}

// texts keeps the content of each text. A text may have grown. A snapshot may
// have replaced it, unless the snapshot is an older state of it.
func texts(old, new []spec.Part, snapshots []string) (was, is []spec.Part) {
	old, new = spoken(old), spoken(new)
	for i, p := range old {
		was = append(was, spec.Part{Kind: p.Kind, Text: p.Text})
		if i < len(new) {
			is = append(is, spec.Part{Kind: new[i].Kind, Text: started(p.Text, new[i].Text, snapshots)})
		}
	}
	return was, is
}

func spoken(parts []spec.Part) []spec.Part {
	return keep(parts, func(p *spec.Part) bool { return p.Kind != spec.CallPart })
}

// started returns the old text if the new one continues it or a snapshot that
// replaced it; else the new one.
func started(old, new string, snapshots []string) string {
	if strings.HasPrefix(new, old) {
		return old
	}
	for _, s := range snapshots {
		if !strings.HasPrefix(old, s) && strings.HasPrefix(new, s) {
			return old
		}
	}
	return new
}
