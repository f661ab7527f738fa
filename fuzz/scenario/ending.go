package scenario

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
)

// Ending is how a turn ends: its status, why it failed, why it stopped.
func (sc *Scenario) Ending(t int) (status spec.Status, failure, stop string) {
	turn := &sc.Turns[t]
	switch {
	case sc.Features.MessageTurns || sc.limited():
		return sc.answerEnds(t)
	case sc.HasFault(turn.Fault, fault.EndsFailed) && sc.Features.PromptOpens:
		return responses[turn.Fault.N].status, responses[turn.Fault.N].failure, responses[turn.Fault.N].stop
	case sc.HasFault(turn.Fault, fault.EndsFailed) && turn.Fault.N > 0:
		return spec.Cancelled, "", turn.Stop
	case sc.HasFault(turn.Fault, fault.EndsFailed):
		return spec.Failed, "the model gave up", turn.Stop
	case sc.HasFault(turn.Fault, fault.Interrupted):
		return spec.Waiting, "", turn.Stop
	case turn.By == None || sc.Features.Turns != spec.TurnsOverlap || sc.Calls[turn.By].Background:
		return "", "", turn.Stop
	case sc.CallFailed(turn.By):
		return spec.Failed, "", ""
	}
	return "", "", ""
}

// limited reports whether the end of a turn's last message ends the turn, and says that a
// limit was hit.
func (sc *Scenario) limited() bool { return sc.Features.ModelCalls && len(sc.Features.StopWords) > 2 }

// answerEnds is how a turn ends that its last message ends: as that says why it stopped.
func (sc *Scenario) answerEnds(t int) (status spec.Status, failure, stop string) {
	stop = sc.MessageStop(sc.Turns[t].Messages.To - 1)
	switch stop {
	case "length":
		status = spec.Incomplete
	case "refusal":
		status = spec.Failed
	case "pause_turn":
		status = spec.Waiting
	}
	return status, "", stop
}

// MessageStop is why a message stopped.
func (sc *Scenario) MessageStop(m int) string {
	msg := &sc.Messages[m]
	switch turn := &sc.Turns[msg.Turn]; {
	case sc.limited() && m+1 == turn.Messages.To && sc.HasFault(turn.Fault, fault.EndsFailed):
		return sc.Features.StopWords[2]
	case !sc.Features.MessageTurns:
		return msg.Stop
	case sc.HasFault(turn.Fault, fault.EndsFailed):
		return "refusal"
	case sc.HasFault(turn.Fault, fault.Interrupted):
		return "pause_turn"
	case sc.Happens(sc.CutIn(m)):
		return sc.Features.StopWords[2]
	}
	return msg.Stop
}

// CutIn are the faults by which arguments in a message are cut short.
func (sc *Scenario) CutIn(m int) (by Set) {
	for j := sc.Messages[m].Items.From; j < sc.Messages[m].Items.To; j++ {
		if c := sc.Items[j].Call; c != None {
			by |= sc.Calls[c].Fault.Away(fault.ArgsCut, fault.SlotReuse).Not
		}
	}
	return by
}

// responses are the ways in which a prompt's response says that its turn did not
// complete.
var responses = [...]struct {
	status        spec.Status
	failure, stop string
}{{spec.Failed, "the model gave up", ""}, {spec.Cancelled, "", "cancelled"}, {spec.Failed, "", "refusal"}}

// TurnUsage is the usage that the end of a turn carries.
func (sc *Scenario) TurnUsage(t int) *spec.Usage {
	turn := &sc.Turns[t]
	if turn.Usage == (spec.Usage{}) || sc.Features.UsageIfDone && sc.HasFault(turn.Fault, fault.EndsFailed) {
		return nil
	}
	return &turn.Usage
}

// Early is a usage as it was reported before it was final.
func Early(u spec.Usage) spec.Usage { return spec.Usage{Input: u.Input, Output: 1} }
