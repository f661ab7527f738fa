package expected

import (
	"bytes"
	"encoding/json"

	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// agents are the runs of delegated agents, one for each delegation whose
// arguments are complete and name one.
func (v *view) agents() []spec.AgentRun {
	var all []spec.AgentRun
	if v.f.Delegation.Tool == "" {
		return nil
	}
	for c := range v.sc.Calls {
		if v.mentioned(c) == never || !v.f.Delegation.Is(v.sc.CallName(c)) || v.complete(c) == never {
			continue
		}
		if name := v.agentNamed(c); name != "" {
			all = append(all, v.agentRun(c, name))
		}
	}
	return all
}

func (v *view) agentRun(c int, name string) spec.AgentRun {
	return spec.AgentRun{
		Name: name, Session: v.childOf(c), Call: v.sc.CallID(c),
		Parent: v.sc.Sessions[v.sc.Calls[c].Session].ID, Status: v.agentStatus(v, c), Log: v.log(c),
	}
}

// complete is when a call's arguments were: by their marker or, where the
// dialect has none and the policy is so, with the piece that makes them one JSON
// object.
func (v *view) complete(c int) int {
	at := v.marked(v, c)
	if at == never && v.wasGuessed(c) {
		v.doubt = true // whether a name that came of the guess stays is open
	}
	if v.f.ArgsMarker || v.policies.ArgumentsComplete == "marker" {
		return at
	}
	item := v.sc.Calls[c].Item
	return min(at, v.first(func(s *script.Emitted) bool {
		return s.Kind == script.ArgsPiece && int(s.Item) == item && v.whole(c)
	}))
}

// wasGuessed reports whether a message that began before the last fragment of the
// call's own made a reader take the call's arguments for complete.
func (v *view) wasGuessed(c int) bool {
	m := v.sc.Calls[c].Message
	opened := v.openedAt(m)
	if !v.f.NextCloses || opened == never {
		return false
	}
	last := v.lastBefore(never, func(s *script.Emitted) bool { return int(s.Message) == m && v.goesOn(s) })
	for other := range v.sc.Messages {
		at := v.openedAt(other)
		if v.sc.Messages[other].Session == v.sc.Messages[m].Session && at > opened && at < last && json.Valid([]byte(v.argsText(c, at))) {
			return true
		}
	}
	return false
}

// whole reports whether what was said of a call's arguments is one JSON object
// or array.
func (v *view) whole(c int) bool {
	text := []byte(v.argsText(c, never))
	return len(text) > 0 && bytes.ContainsAny(text[:1], "{[") && json.Valid(text)
}

// agentNamed is the agent in a call's arguments.
func (v *view) agentNamed(c int) string {
	args, _ := v.argsNow(c)
	var fields map[string]any
	if json.Unmarshal([]byte(args), &fields) != nil {
		return ""
	}
	name, _ := fields[v.f.Delegation.Argument].(string)
	return name
}

// agentStatusOf is completed or failed with its call or, where the call was only
// a launch, with its session; failed where the call's turn ended without it.
func agentStatusOf(v *view, c int) spec.Status {
	call := &v.sc.Calls[c]
	switch status := v.callStatus(c); {
	case call.Background && status == spec.Done:
		return v.backgroundStatus(c)
	case status == spec.Done:
		return spec.Completed
	case v.edges[call.Turn].at == never && status == spec.Abandoned:
		return spec.Running
	case status.Terminal():
		return spec.Failed
	}
	return spec.Running
}

func (v *view) backgroundStatus(c int) spec.Status {
	if v.closedSession(v.sc.Turns[v.sc.Calls[c].Child].Session) {
		return spec.Completed
	}
	return spec.Running
}

// log is that of a call's run.
func (v *view) log(c int) []spec.LogEntry {
	var log []spec.LogEntry
	for i := range v.emitted {
		if s := &v.emitted[i]; s.Kind == script.Logs && int(s.Call) == c {
			log = append(log, s.LogEntry())
		}
	}
	return log
}
