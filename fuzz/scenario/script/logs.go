package script

import (
	"strconv"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// ToolLogs is the form in which the wire keeps a log of the tools that sub-agents use.
const ToolLogs = "tool-logs"

// logSize bounds the log of a run.
const logSize = 4

// WithLogs are the steps with a record behind each message or fragment of a sub-agent:
// the log of its run has grown by one entry. Only a run has a log whose call nothing
// else can be taken for, and that is the only one of its session.
func WithLogs(sc *scenario.Scenario, emitted []Emitted) []Emitted {
	bearers, grown := map[string]int{}, map[int]int32{}
	for c := range sc.Calls {
		bearers[sc.CallID(c)]++
	}
	return inserted(emitted, 1<<9, func(i int) []Step {
		session := &sc.Sessions[emitted[i].Session]
		c := session.By
		if !emitted[i].partial() || c == scenario.None || bearers[sc.CallID(c)] > 1 || session.First != session.Last || grown[c] == logSize || !logs(sc, c, emitted[:i]) {
			return nil
		}
		step := Step{Kind: Logs, Session: int32(session.Parent), Turn: scenario.None, Message: scenario.None, Item: scenario.None, Call: int32(c), Extra: scenario.None, Piece: grown[c]}
		grown[c]++
		return []Step{step}
	})
}

// LogEntry is what a step adds to the log of a call's run.
func (s *Emitted) LogEntry() spec.LogEntry {
	id := "log-" + strconv.Itoa(int(s.Call)) + "-" + strconv.Itoa(int(s.Piece))
	return spec.LogEntry{ID: id, Tool: scenario.Tools[int(s.Piece)%len(scenario.Tools)]}
}

// logs reports whether the run of a call goes on behind steps, and nothing is wrong
// with what delegated it.
func logs(sc *scenario.Scenario, c int, emitted []Emitted) bool {
	call := &sc.Calls[c]
	if call.Fault.Kind != 0 || sc.Messages[call.Message].Fault.Kind != 0 || !sc.Features.Delegation.Is(sc.CallName(c)) {
		return false
	}
	for i := range emitted {
		if emitted[i].Kind == CallEnds && int(emitted[i].Call) == c {
			return false
		}
	}
	return true
}
