package expected

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// announced is when a call of a message that owns it was first named.
func (v *view) announced(c int) int {
	call := &v.sc.Calls[c]
	return v.first(func(s *script.Emitted) bool {
		switch s.Kind {
		case script.CallOpens, script.ItemWhole:
			return int(s.Call) == c
		case script.MessageWhole:
			return int(s.Message) == call.Message && call.Holds(v.sc.On())
		}
		return false
	})
}

// doneAt is when a call's first result came.
func (v *view) doneAt(c int) int { return v.ofCall(script.CallEnds, c) }

func (v *view) namedCall(c int) *spec.Call {
	call := &v.sc.Calls[c]
	out := &spec.Call{
		ID: v.sc.CallID(c), Name: v.sc.CallName(c), Status: v.status(v, c), Child: v.childOf(c),
		Metadata: v.itemMeta(call.Item),
	}
	out.Args, out.ArgsValue = v.args(v, c)
	out.ArgsValue = out.ArgsValue || !v.f.ArgsText
	out.ArgsOpen = v.argsOpen(c, out)
	if v.doneAt(c) != never {
		out.Result, out.IsError = call.Result, v.sc.CallFailed(c)
	}
	return out
}

// argsOpen reports whether a call's arguments are not complete, or never will be.
func (v *view) argsOpen(c int, out *spec.Call) bool {
	return v.complete(c) == never || out.Args != "" && !json.Valid([]byte(out.Args))
}

// childOf is the sub-session of a call, once it is linked.
func (v *view) childOf(c int) *string {
	if call := &v.sc.Calls[c]; call.Agency == spec.AgentStarts && v.ofCall(script.SilentStarts, c) != never {
		return &call.Silent
	}
	for s := range v.sc.Sessions {
		session := &v.sc.Sessions[s]
		if session.By == c && v.openedSession(s) != never && v.linked(s) {
			return &session.ID
		}
	}
	return nil
}

// argsOf are the arguments of a call: its pieces as far as they were said, or
// the value where only that was.
func argsOf(v *view, c int) (string, bool) {
	text := v.argsText(c, never)
	if text != "" {
		return text, false
	}
	if v.f.StartEndsArgs && v.ofCall(script.CallStarts, c) != never {
		return v.sc.CallArgs(c)
	}
	if v.ofCall(script.CallOpens, c) != never && v.sc.OpenCarries() && v.sc.HasFault(v.sc.Calls[c].Fault, fault.FirstCarries) {
		return v.sc.OpenArgs(c)
	}
	if v.wholeArgs(c) != never || !v.f.ArgsText && v.ofCall(script.ArgsEnd, c) != never {
		return v.sc.SnapshotArgs(c)
	}
	return "", false
}

// argsText is what was said of a call's arguments before a position.
func (v *view) argsText(c, before int) string {
	item := v.sc.Calls[c].Item
	var text strings.Builder
	for i := range v.emitted[:min(before-1, len(v.emitted))] {
		if s := &v.emitted[i]; s.Kind == script.ArgsPiece && int(s.Item) == item {
			text.WriteString(v.piece(s))
		}
	}
	return text.String()
}

// wholeArgs is when a snapshot carried a call's arguments.
func (v *view) wholeArgs(c int) int {
	call := &v.sc.Calls[c]
	return v.first(func(s *script.Emitted) bool {
		return s.Kind == script.ItemWhole && int(s.Call) == c ||
			s.Kind == script.MessageWhole && int(s.Message) == call.Message && call.Holds(v.sc.On())
	})
}

// statusOf is how a call of a named owner stands: answered before its turn's
// edge, abandoned at it unless it waits, else as far as it came.
func statusOf(v *view, c int) spec.Status {
	call := &v.sc.Calls[c]
	edge, done := v.edges[call.Turn], v.doneAt(c)
	switch {
	case done < edge.at:
		return v.finalStatus(c)
	case edge.at != never && edge.how == byEnd && v.calledOff(call.Turn):
		return spec.Cancelled
	case edge.at != never && edge.how == byCancel:
		v.doubt = v.doubt || v.pausedCall(c)
		return spec.Cancelled
	case v.pausedCall(c), edge.at != never && edge.how == byEnd && v.turnStatus(v, call.Turn) == spec.Waiting:
		return spec.Waiting
	case edge.at != never:
		return spec.Abandoned
	case v.ended && v.pending():
		return spec.Waiting
	case v.ended:
		return spec.Abandoned
	case v.ofCall(script.CallStarts, c) != never:
		return spec.Executing
	}
	return spec.Preparing
}

// calledOff reports whether the end of a turn says that none of its calls is run: that
// it was cancelled or, where a turn is one answer, that the model refuses.
func (v *view) calledOff(t int) bool {
	status := v.turnStatus(v, t)
	return status == spec.Cancelled || status == spec.Failed && v.f.MessageTurns
}

// finalStatus is what a call's result makes of it.
func (v *view) finalStatus(c int) spec.Status {
	switch {
	case v.ofCall(script.CallDenied, c) != never:
		return spec.Denied
	case v.sc.CallStatus(c) != "":
		return v.sc.CallStatus(c)
	case v.sc.CallFailed(c):
		return spec.Failed
	}
	return spec.Done
}

// markedAt is when a call's arguments were complete by a marker: their end, the
// call's start or result, a snapshot, or the end of the message if it was seen.
func markedAt(v *view, c int) int {
	call := &v.sc.Calls[c]
	marked := min(v.ofCall(script.ArgsEnd, c), v.ofCall(script.CallStarts, c), v.doneAt(c), v.wholeArgs(c))
	if v.f.Owner == spec.Named && v.closes[call.Message].complete && !v.f.CallsOutlast {
		marked = min(marked, v.closes[call.Message].at)
	}
	return marked
}

// malformed reports whether a call's arguments were complete and no JSON.
func (v *view) malformed(c int) bool {
	at := v.marked(v, c)
	if at == never {
		return false
	}
	text := v.argsText(c, at+1)
	if v.f.Owner == spec.Derived || text == "" {
		var value bool
		if text, value = v.argsNow(c); value {
			return false
		}
	}
	return text != "" && !json.Valid([]byte(text))
}

// argsNow are a call's arguments, whoever owns it.
func (v *view) argsNow(c int) (string, bool) {
	if v.f.Owner == spec.Derived {
		return v.derivedArgs(c)
	}
	return v.args(v, c)
}

// active are the calls that are open now.
func (v *view) active() []spec.ActiveCall {
	var all []spec.ActiveCall
	for c := range v.sc.Calls {
		call := &v.sc.Calls[c]
		if v.mentioned(c) == never {
			continue
		}
		switch status := v.callStatus(c); status {
		case spec.Preparing, spec.Executing, spec.Waiting:
			all = append(all, spec.ActiveCall{
				Session: v.sc.Sessions[call.Session].ID, Call: v.sc.CallID(c), Name: v.sc.CallName(c), Phase: status,
			})
		}
	}
	return all
}

// mentioned is when a call was first known.
func (v *view) mentioned(c int) int {
	if v.f.Owner == spec.Named {
		return v.announced(c)
	}
	return v.knownAt(c)
}

// callStatus is how a call stands, whoever owns it.
func (v *view) callStatus(c int) spec.Status {
	if v.f.Owner == spec.Named {
		return v.status(v, c)
	}
	return v.derivedStatus(c)
}
