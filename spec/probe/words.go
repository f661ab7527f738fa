package probe

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// The words that each field of a transcript allows.
var (
	outcomes = []spec.Outcome{
		spec.OutcomeOpen, spec.OutcomeCompleted, spec.OutcomeFailed, spec.OutcomeCancelled,
		spec.OutcomeInterrupted, spec.OutcomeIncomplete, spec.OutcomeUnknown,
	}
	sessionStatuses = []Status{spec.Open, spec.Closed, spec.Failed}
	turnStatuses    = []Status{spec.Open, spec.Completed, spec.Failed, spec.Cancelled, spec.Waiting, spec.Incomplete}
	callStatuses    = []Status{
		spec.Preparing, spec.Executing, spec.Waiting, spec.Done,
		spec.Failed, spec.Denied, spec.Cancelled, spec.Abandoned,
	}
	phases        = []Status{spec.Preparing, spec.Executing, spec.Waiting}
	agentStatuses = []Status{spec.Running, spec.Completed, spec.Failed}
	partKinds     = []PartKind{spec.TextPart, spec.ThoughtPart, spec.CallPart}
	roles         = []string{"user", "assistant"}
	anomalyKinds  = spec.AnomalyKinds()
)

// observed says which parts that have words a candidate observes.
type observed struct{ outcome, sessions, turns, messages, calls, active, agents, anomalies bool }

func (h *HelloReply) observed() observed {
	has := h.Observed
	return observed{
		outcome: has(PartOutcome), sessions: has(PartSessions), turns: has(PartTurns), messages: has(PartMessages),
		calls: has(PartCalls), active: has(PartActive), agents: has(PartAgents), anomalies: has(PartAnomalies),
	}
}

// words checks the words of the observed parts of a transcript, and that each
// call part points at a call. Paths are put together only where something is
// wrong.
func (c *Contract) words(t *Transcript, path string) *ProtocolError {
	bad := c.transcriptWords(t)
	if bad != nil {
		bad.Path = under(path, bad.Path)
	}
	return bad
}

func (c *Contract) transcriptWords(t *Transcript) *ProtocolError {
	if c.observed.outcome && !slices.Contains(outcomes, t.Outcome) {
		return notOneOf("outcome", t.Outcome, outcomes)
	}
	for i := range t.Sessions {
		if bad := c.sessionWords(&t.Sessions[i]); bad != nil {
			return at("sessions", i, bad)
		}
	}
	for i, a := range t.Active {
		if c.observed.active && !slices.Contains(phases, a.Phase) {
			return at("active", i, notOneOf("phase", a.Phase, phases))
		}
	}
	for i, a := range t.Agents {
		if c.observed.agents && !slices.Contains(agentStatuses, a.Status) {
			return at("agents", i, notOneOf("status", a.Status, agentStatuses))
		}
	}
	for i, a := range t.Anomalies {
		if c.observed.anomalies && !slices.Contains(anomalyKinds, a.Kind) {
			return at("anomalies", i, notOneOf("kind", a.Kind, anomalyKinds))
		}
	}
	return nil
}

// at puts a fault below the i-th element of a list.
func at(list string, i int, bad *ProtocolError) *ProtocolError {
	bad.Path = under(fmt.Sprintf("%s[%d]", list, i), bad.Path)
	return bad
}

func (c *Contract) sessionWords(s *Session) *ProtocolError {
	if c.observed.sessions && !slices.Contains(sessionStatuses, s.Status) {
		return notOneOf("status", s.Status, sessionStatuses)
	}
	for i, turn := range s.Turns {
		if c.observed.turns && !slices.Contains(turnStatuses, turn.Status) {
			return at("turns", i, notOneOf("status", turn.Status, turnStatuses))
		}
	}
	for i := range s.Messages {
		if bad := c.messageWords(&s.Messages[i]); bad != nil {
			return at("messages", i, bad)
		}
	}
	if bad := c.callWords("held", s.Held); bad != nil {
		return bad
	}
	return c.callWords("abandoned", s.Abandoned)
}

func (c *Contract) messageWords(m *Message) *ProtocolError {
	if c.observed.messages {
		if !slices.Contains(roles, m.Role) {
			return notOneOf("role", m.Role, roles)
		}
		for i := range m.Parts {
			if bad := c.partWords(m, &m.Parts[i]); bad != nil {
				return at("parts", i, bad)
			}
		}
	}
	return c.callWords("calls", m.Calls)
}

func (c *Contract) partWords(m *Message, part *MessagePart) *ProtocolError {
	switch {
	case !slices.Contains(partKinds, part.Kind):
		return notOneOf("kind", part.Kind, partKinds)
	case part.Kind != spec.CallPart || !c.observed.calls:
		return nil
	case part.Call == nil:
		return missing("call", "a call part gives the index of its call in the message's calls")
	case *part.Call < 0 || *part.Call >= len(m.Calls):
		return wrong("call", fmt.Sprintf("is %d, the message has %d calls", *part.Call, len(m.Calls)),
			"give the index of its call in the message's calls, from 0")
	}
	return nil
}

func (c *Contract) callWords(list string, calls []Call) *ProtocolError {
	if !c.observed.calls {
		return nil
	}
	for i := range calls {
		if !slices.Contains(callStatuses, calls[i].Status) {
			return at(list, i, notOneOf("status", calls[i].Status, callStatuses))
		}
	}
	return nil
}
