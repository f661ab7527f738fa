package agui

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// thread is the conversation that every encoded stream is of.
const thread = "thread-1"

func (w *writer) runStarted(said []spec.Event) error {
	w.start("RUN_STARTED", &said[0])
	w.member("threadId", thread)
	w.member("runId", said[0].Turn)
	w.option("protocolVersion", "1.0")
	w.option("parentRunId", "run-before")
	if len(said) > 1 || w.Forms.Has(optional) {
		w.Key("input")
		w.Open('{')
		w.member("threadId", thread)
		w.member("runId", said[0].Turn)
		w.Key("messages")
		w.messages(said[1:])
		w.Close('}')
	}
	w.Close('}')
	return nil
}

// runFinished writes the end of a run behind what waits.
func (w *writer) runFinished(said []spec.Event) error {
	end := said[len(said)-1]
	waits := said[:len(said)-1]
	w.start("RUN_FINISHED", &end)
	w.member("threadId", thread)
	w.member("runId", end.Turn)
	w.usage(end.Usage)
	w.Key("outcome")
	w.Open('{')
	switch end.Status {
	case spec.Cancelled:
		w.member("type", "cancelled")
	case spec.Waiting:
		w.interrupts(waits)
	case "", spec.Completed:
		w.member("type", "success")
		w.pending()
	default:
		return wire.NotRepresentable(&end, "", "a run does not end so")
	}
	w.Close('}')
	w.Close('}')
	return nil
}

// interrupts writes the questions; a call that just waits is none.
func (w *writer) interrupts(waits []spec.Event) {
	w.member("type", "interrupt")
	w.Key("interrupts")
	w.Open('[')
	for i := range waits {
		e := &waits[i]
		if e.Kind != spec.Wait || e.Wait == "" && e.Call != "" {
			continue
		}
		w.Open('{')
		w.member("id", e.Wait)
		w.member("reason", "input_required")
		w.may("toolCallId", e.Call)
		w.may("subagentRunId", e.Session)
		w.Close('}')
	}
	w.Close(']')
}

// pending names the calls that no result came for.
func (w *writer) pending() {
	if len(w.mirror.calls) == 0 {
		return
	}
	w.Key("pendingToolCallIds")
	w.Open('[')
	for _, it := range w.mirror.calls {
		w.Text(it.id)
	}
	w.Close(']')
}

func (w *writer) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	w.Key("usage")
	w.Open('[')
	w.Open('{')
	w.Key("inputTokens")
	w.Int(u.Input)
	w.Key("outputTokens")
	w.Int(u.Output)
	w.Close('}')
	w.Close(']')
}

func (w *writer) runError(said []spec.Event) error {
	failure := &said[len(said)-1]
	w.Open('{')
	w.member("type", "RUN_ERROR")
	w.member("message", failure.Error)
	w.option("code", "provider_error")
	if report := find(said, spec.UsageReport); report != nil {
		w.usage(report.Usage)
	}
	w.Close('}')
	return nil
}

func (w *writer) agentStarted(said []spec.Event) error {
	e := &said[0]
	w.start("SUBAGENT_STARTED", e)
	w.member("name", e.Agent)
	w.option("description", "does what it is asked")
	w.may("parentSubagentRunId", e.Parent.ID)
	if e.ParentCall.OK {
		w.member("parentToolCallId", e.ParentCall.ID)
	}
	w.Close('}')
	return nil
}

func (w *writer) agentEnds(said []spec.Event) error {
	e, turn := &said[len(said)-1], find(said, spec.TurnEnd)
	if turn == nil {
		return wire.NotRepresentable(e, "", "the end of an invocation ends its turn")
	}
	if e.Status == spec.Failed {
		w.start("SUBAGENT_ERROR", e)
		w.member("message", e.Error)
		w.Close('}')
		return nil
	}
	w.start("SUBAGENT_FINISHED", e)
	if turn.Status == spec.Waiting {
		w.suspended(said)
	}
	w.Close('}')
	return nil
}

func (w *writer) suspended(said []spec.Event) {
	w.Key("outcome")
	w.Open('{')
	w.member("type", "suspended")
	w.Key("interruptIds")
	w.Open('[')
	for i := range said {
		if said[i].Kind == spec.Wait && said[i].Wait != "" {
			w.Text(said[i].Wait)
		}
	}
	w.Close(']')
	w.Close('}')
}
