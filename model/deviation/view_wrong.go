package deviation

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// hidden are views in which something is never shown, though it is observed.
var hidden = []view{
	{"metadata-unshown", "identity/metadata-kept", "metadata", "Metadata is not shown.", eachMessage(func(m *spec.Message) {
		m.Metadata = nil
		for i := range m.Parts {
			m.Parts[i].Metadata = nil
		}
		for i := range m.Calls {
			m.Calls[i].Metadata = nil
		}
	})},
	{"speakers-unshown", "identity/speaker", "speaker", "Who speaks is not shown.", eachMessage(func(m *spec.Message) { m.Agent = nil })},
	{"thoughts-unshown", "missing/no-loss", "thoughts", "Thoughts are not shown.", eachMessage(func(m *spec.Message) {
		keepParts(m, func(p *spec.Part) bool { return p.Kind != spec.ThoughtPart })
	})},
	{"results-unshown", "attach/by-id missing/no-loss", "results", "What a call returned is not shown.", eachCall(func(c *spec.Call) { c.Result = nil })},
	{"errors-unshown", "account/outcome-distinct", "is_error", "Whether a result is an error is not shown.", eachCall(func(c *spec.Call) { c.IsError = false })},
	{"arguments-unshown", "fragment/concatenate fragment/first-may-carry", "args", "The arguments of a call are not shown.", eachCall(func(c *spec.Call) { c.Args = "" })},
	{"user-messages-unshown", "missing/no-loss", "users", "What the user said is not shown.", hideMessages(func(m *spec.Message) bool { return m.Role == "user" })},
	{"children-unshown", "missing/no-loss session/recorded", "children", "Sub-sessions are not shown.", func(t *spec.Transcript) {
		t.Sessions = slices.DeleteFunc(t.Sessions, isChild)
	}},
	{"links-unshown", "session/recorded session/parallel", "links", "Which call made a sub-session is not shown.", func(t *spec.Transcript) {
		eachSession(func(s *spec.Session) { s.ParentCall = nil })(t)
		eachCall(func(c *spec.Call) { c.Child = nil })(t)
	}},
	{"parents-unshown", "session/nested", "parents", "The parent of a sub-session is not shown.", eachSession(func(s *spec.Session) { s.Parent = nil })},
	{"agent-of-session-unshown", "identity/agent-from-arguments", "agent of session", "The agent of a sub-session is not shown.", eachSession(func(s *spec.Session) { s.Agent = nil })},
	{"turn-errors-unshown", "account/error-kept", "error", "Why a turn failed is not shown.", eachTurn(func(u *spec.Turn) { u.Error = nil })},
	{"turn-usage-unshown", "account/usage-once", "usage of turn", "The usage of a turn is not shown.", eachTurn(func(u *spec.Turn) { u.Usage = nil })},
	{"turn-stop-reasons-unshown", "account/stop-reason", "stop reason of turn", "Why a turn stopped is not shown.", eachTurn(func(u *spec.Turn) { u.StopReason = nil })},
	{"held-unshown", "attach/tool-first attach/never-spoken", "held", "Calls before the first message are not shown.", eachSession(func(s *spec.Session) { s.Held = nil })},
	{"abandoned-list-unshown", "missing/abandoned", "abandoned list", "The list of abandoned calls is not shown.", eachSession(func(s *spec.Session) { s.Abandoned = nil })},
	{"active-unshown", "notify/lifecycle", "active", "What is active is not shown.", func(t *spec.Transcript) { t.Active = nil }},
	{"agents-unshown", "identity/agent-lifecycle", "agents", "Runs of agents are not shown.", func(t *spec.Transcript) { t.Agents = nil }},
	{"logs-unshown", "persist/log-append-only", "logs", "The tool log of a run is not shown.", func(t *spec.Transcript) {
		for i := range t.Agents {
			t.Agents[i].Log = nil
		}
	}},
	{"quota-unshown", "account/limit-is-a-state", "quota", "A limit is not shown.", func(t *spec.Transcript) { t.Quota = spec.Quota{} }},
	{"anomalies-unshown", "missing/orphan-result missing/late-result missing/late-fragment missing/start-lost repeat/result-twice session/balanced " +
		"session/recorded session/unattributed fragment/unclaimed fragment/ambiguous fragment/malformed-kept identity/clashing-ids",
		"anomalies", "Nothing is reported.", func(t *spec.Transcript) { t.Anomalies = nil }},
}

// constant are views in which a field always has one value.
var constant = []view{
	{"complete-always", "missing/every-prefix", "complete", "Every message is shown as complete.", eachMessage(func(m *spec.Message) { m.Complete = true })},
	{"calls-always-done", "notify/lifecycle missing/abandoned account/outcome-distinct", "status of call", "Every call is shown as done.",
		eachCall(func(c *spec.Call) { c.Status = spec.Done })},
	{"failed-calls-done", "account/outcome-distinct", "status of call", "A call that failed is shown as done.", eachCall(func(c *spec.Call) {
		if c.Status == spec.Failed {
			c.Status = spec.Done
		}
	})},
	{"sessions-always-open", "session/balanced", "status of session", "Every session is shown as open.", eachSession(func(s *spec.Session) { s.Status = spec.Open })},
	{"turns-always-open", "account/terminal-by-structure", "status of turn", "Every turn is shown as open.", eachTurn(func(u *spec.Turn) { u.Status = spec.Open })},
	{"turns-always-completed", "account/outcome-distinct missing/every-prefix", "status of turn", "Every turn is shown as completed.",
		eachTurn(func(u *spec.Turn) { u.Status = spec.Completed })},
	{"outcome-always-open", "missing/every-prefix", "outcome", "The outcome stays open.", func(t *spec.Transcript) { t.Outcome = spec.OutcomeOpen }},
	{"outcome-always-completed", "account/outcome-distinct missing/every-prefix", "outcome", "The outcome is always completed.",
		func(t *spec.Transcript) { t.Outcome = spec.OutcomeCompleted }},
	{"active-always-executing", "notify/lifecycle notify/waiting", "phase", "Whatever is active is shown as executing.", func(t *spec.Transcript) {
		for i := range t.Active {
			t.Active[i].Phase = spec.Executing
		}
	}},
	{"agents-always-running", "identity/agent-lifecycle", "status of agent", "Every agent is shown as running.", func(t *spec.Transcript) {
		for i := range t.Agents {
			t.Agents[i].Status = spec.Running
		}
	}},
}

// ordered are views in which what is there stands elsewhere or as something
// else.
var ordered = []view{
	{"texts-merged", "identity/part-order", "parts", "Texts of a message that follow each other are one.", eachMessage(mergeTexts(false))},
	{"texts-merged-across-calls", "identity/part-order", "parts", "All text of a message is one, before and after a call.", eachMessage(mergeTexts(true))},
	{"calls-before-texts", "identity/part-order", "parts", "The calls of a message stand before its texts.", eachMessage(callsLast(false))},
	{"calls-after-texts", "identity/part-order", "parts", "The calls of a message stand after its texts.", eachMessage(callsLast(true))},
	{"thoughts-as-text", "identity/part-order", "thoughts", "A thought is shown as text.", eachMessage(func(m *spec.Message) {
		for i := range m.Parts {
			if m.Parts[i].Kind == spec.ThoughtPart {
				m.Parts[i].Kind = spec.TextPart
			}
		}
	})},
	{"held-in-abandoned", "attach/never-spoken", "held", "Calls before the first message are shown as abandoned.", eachSession(func(s *spec.Session) {
		s.Abandoned, s.Held = slices.Concat(s.Abandoned, s.Held), nil
	})},
	{"children-in-root", "session/no-leak", "children", "The messages of sub-sessions are shown behind those of the first session.", func(t *spec.Transcript) {
		for i := 1; i < len(t.Sessions); i++ {
			if isChild(t.Sessions[i]) {
				t.Sessions[0].Messages = append(t.Sessions[0].Messages, t.Sessions[i].Messages...)
			}
		}
		t.Sessions = slices.DeleteFunc(t.Sessions, isChild)
	}},
}

func isChild(s spec.Session) bool { return s.Parent != nil || s.ParentCall != nil }
