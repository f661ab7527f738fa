package check

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// The functions below report whether the expected transcript contains what a
// check needs. Without it, equality does not show that the rule holds. Each is
// restricted to the fault's session, and call or message, if the fault names
// them.

// sessions returns the expected sessions that the fault touches.
func (e *Evidence) sessions() []spec.Session {
	at := e.where()
	if !at.OK {
		return e.Want.Sessions
	}
	return filter(e.Want.Sessions, func(s *spec.Session) bool { return s.ID == at.ID })
}

// where returns the session that the fault touches, as the transcripts name
// it. For an adapter it may have another name than in the input, or none.
func (e *Evidence) where() spec.Ref {
	if e.Adapted == nil || !e.Fault.Session.OK {
		return e.Fault.Session
	}
	if name, placed := e.Adapted.Names[e.Fault.Session.ID]; placed {
		return spec.To(name)
	}
	return spec.To(nowhere)
}

// nowhere is the id of no session.
const nowhere = "\x00"

func filter[T any](list []T, keep func(*T) bool) []T {
	var kept []T
	for i := range list {
		if keep(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

func anyOf[T any](list []T, is func(*T) bool) bool {
	return slices.ContainsFunc(list, func(t T) bool { return is(&t) })
}

func (e *Evidence) anySession(is func(*spec.Session) bool) bool { return anyOf(e.sessions(), is) }

func (e *Evidence) anyMessage(is func(*spec.Message) bool) bool {
	return e.anySession(func(s *spec.Session) bool {
		return anyOf(s.Messages, func(m *spec.Message) bool {
			return (e.Fault.Message == "" || m.ID == "" || m.ID == e.Fault.Message) && is(m)
		})
	})
}

// anyCall looks at calls on messages, held and abandoned.
func (e *Evidence) anyCall(is func(*spec.Call) bool) bool {
	wanted := func(c *spec.Call) bool { return (e.Fault.Call == "" || c.ID == e.Fault.Call) && is(c) }
	return e.anySession(func(s *spec.Session) bool { return slices.ContainsFunc(s.Calls(), wanted) })
}

func (e *Evidence) anyAnomaly(kinds ...spec.AnomalyKind) bool {
	return anyOf(e.Want.Anomalies, func(a *spec.Anomaly) bool {
		return slices.Contains(kinds, a.Kind) && (!e.where().OK || a.Session == e.where().ID)
	})
}

func (e *Evidence) anyActive() bool {
	return anyOf(e.Want.Active, func(a *spec.ActiveCall) bool {
		return !e.where().OK || a.Session == e.where().ID
	})
}

// anyContent reports whether there is any message content or call.
func (e *Evidence) anyContent() bool { return e.anyMessage(hasContent) || e.anyCall(anything) }

func anything[T any](*T) bool { return true }

func hasArgs(c *spec.Call) bool       { return c.Args != "" }
func hasResult(c *spec.Call) bool     { return len(c.Result) > 0 }
func spoken(m *spec.Message) bool     { return m.Role == "assistant" }
func hasCalls(m *spec.Message) bool   { return len(m.Calls) > 0 }
func hasContent(m *spec.Message) bool { return len(m.Parts) > 0 }

func is(statuses ...spec.Status) func(*spec.Call) bool {
	return func(c *spec.Call) bool { return slices.Contains(statuses, c.Status) }
}

// judged builds a judgement.
func (e *Evidence) judged(touched bool, a aspect, kinds ...spec.AnomalyKind) Judgement {
	return Judgement{Touched: touched, Differences: e.about(a, kinds...)}
}
