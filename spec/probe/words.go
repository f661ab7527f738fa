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
)

// words checks the words of the observed parts of a transcript, and that each
// call part points at a call.
func (c *Contract) words(t *Transcript, path string) *ProtocolError {
	has := c.hello.Observed
	if has(PartOutcome) && !slices.Contains(outcomes, t.Outcome) {
		return notOneOf(path+".outcome", t.Outcome, outcomes)
	}
	for i := range t.Sessions {
		if bad := c.sessionWords(&t.Sessions[i], fmt.Sprintf("%s.sessions[%d]", path, i)); bad != nil {
			return bad
		}
	}
	for i, a := range t.Active {
		if has(PartActive) && !slices.Contains(phases, a.Phase) {
			return notOneOf(fmt.Sprintf("%s.active[%d].phase", path, i), a.Phase, phases)
		}
	}
	for i, a := range t.Agents {
		if has(PartAgents) && !slices.Contains(agentStatuses, a.Status) {
			return notOneOf(fmt.Sprintf("%s.agents[%d].status", path, i), a.Status, agentStatuses)
		}
	}
	for i, a := range t.Anomalies {
		if has(PartAnomalies) && !slices.Contains(spec.AnomalyKinds(), a.Kind) {
			return notOneOf(fmt.Sprintf("%s.anomalies[%d].kind", path, i), a.Kind, spec.AnomalyKinds())
		}
	}
	return nil
}

func (c *Contract) sessionWords(s *Session, path string) *ProtocolError {
	has := c.hello.Observed
	if has(PartSessions) && !slices.Contains(sessionStatuses, s.Status) {
		return notOneOf(path+".status", s.Status, sessionStatuses)
	}
	for i, turn := range s.Turns {
		if has(PartTurns) && !slices.Contains(turnStatuses, turn.Status) {
			return notOneOf(fmt.Sprintf("%s.turns[%d].status", path, i), turn.Status, turnStatuses)
		}
	}
	for i := range s.Messages {
		if bad := c.messageWords(&s.Messages[i], fmt.Sprintf("%s.messages[%d]", path, i)); bad != nil {
			return bad
		}
	}
	if bad := c.callWords(s.Held, path+".held"); bad != nil {
		return bad
	}
	return c.callWords(s.Abandoned, path+".abandoned")
}

func (c *Contract) messageWords(m *Message, path string) *ProtocolError {
	if c.hello.Observed(PartMessages) {
		if !slices.Contains(roles, m.Role) {
			return notOneOf(path+".role", m.Role, roles)
		}
		for i := range m.Parts {
			if bad := c.partWords(m, i, path); bad != nil {
				return bad
			}
		}
	}
	return c.callWords(m.Calls, path+".calls")
}

func (c *Contract) partWords(m *Message, i int, path string) *ProtocolError {
	path, part := fmt.Sprintf("%s.parts[%d]", path, i), &m.Parts[i]
	switch {
	case !slices.Contains(partKinds, part.Kind):
		return notOneOf(path+".kind", part.Kind, partKinds)
	case part.Kind != spec.CallPart || !c.hello.Observed(PartCalls):
		return nil
	case part.Call == nil:
		return missing(path+".call", "a call part gives the index of its call in the message's calls")
	case *part.Call < 0 || *part.Call >= len(m.Calls):
		return wrong(path+".call", fmt.Sprintf("is %d, the message has %d calls", *part.Call, len(m.Calls)),
			"give the index of its call in the message's calls, from 0")
	}
	return nil
}

func (c *Contract) callWords(calls []Call, path string) *ProtocolError {
	if !c.hello.Observed(PartCalls) {
		return nil
	}
	for i := range calls {
		if !slices.Contains(callStatuses, calls[i].Status) {
			return notOneOf(fmt.Sprintf("%s[%d].status", path, i), calls[i].Status, callStatuses)
		}
	}
	return nil
}
