package agui

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// thread is the conversation that every encoded stream is of.
const thread = "thread-1"

func (w *writer) runStarted(events []spec.Event) error {
	w.start("RUN_STARTED", &events[0])
	w.Member("threadId", thread)
	w.Member("runId", events[0].Turn)
	w.option("protocolVersion", "1.0")
	w.option("parentRunId", "run-before")
	if len(events) > 1 || w.Forms.Has(optional) {
		w.Begin("input", '{')
		w.Member("threadId", thread)
		w.Member("runId", events[0].Turn)
		w.Key("messages")
		w.messages(events[1:])
		w.Close('}')
	}
	w.Close('}')
	return nil
}

// runFinished writes the end of a run behind what waits.
func (w *writer) runFinished(events []spec.Event) error {
	end := events[len(events)-1]
	waits := events[:len(events)-1]
	w.start("RUN_FINISHED", &end)
	w.Member("threadId", thread)
	w.Member("runId", end.Turn)
	w.usage(end.Usage)
	w.Begin("outcome", '{')
	switch end.Status {
	case spec.Cancelled:
		w.Member("type", "cancelled")
	case spec.Waiting:
		w.interrupts(waits)
	case "", spec.Completed:
		w.Member("type", "success")
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
	w.Member("type", "interrupt")
	w.Begin("interrupts", '[')
	for i := range waits {
		e := &waits[i]
		if e.Kind != spec.Wait || e.Wait == "" && e.Call != "" {
			continue
		}
		w.Open('{')
		w.Member("id", e.Wait)
		w.Member("reason", "input_required")
		w.Optional("toolCallId", e.Call)
		w.Optional("subagentRunId", e.Session)
		w.Close('}')
	}
	w.Close(']')
}

// pending names the calls that no result came for.
func (w *writer) pending() {
	if len(w.mirror.calls) == 0 {
		return
	}
	w.Begin("pendingToolCallIds", '[')
	for _, it := range w.mirror.calls {
		w.Text(it.id)
	}
	w.Close(']')
}

func (w *writer) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	w.Begin("usage", '[')
	w.Open('{')
	w.Number("inputTokens", u.Input)
	w.Number("outputTokens", u.Output)
	w.Close('}')
	w.Close(']')
}

func (w *writer) runError(events []spec.Event) error {
	failure := &events[len(events)-1]
	w.Open('{')
	w.Member("type", "RUN_ERROR")
	w.Member("message", failure.Error)
	w.option("code", "provider_error")
	if report := find(events, spec.UsageReport); report != nil {
		w.usage(report.Usage)
	}
	w.Close('}')
	return nil
}

func (w *writer) agentStarted(events []spec.Event) error {
	e := &events[0]
	w.start("SUBAGENT_STARTED", e)
	w.Member("name", e.Agent)
	w.option("description", "does what it is asked")
	w.Optional("parentSubagentRunId", e.Parent.ID)
	if e.ParentCall.OK {
		w.Member("parentToolCallId", e.ParentCall.ID)
	}
	w.Close('}')
	return nil
}

func (w *writer) agentEnds(events []spec.Event) error {
	e, turn := &events[len(events)-1], find(events, spec.TurnEnd)
	if turn == nil {
		return wire.NotRepresentable(e, "", "the end of an invocation ends its turn")
	}
	if e.Status == spec.Failed {
		w.start("SUBAGENT_ERROR", e)
		w.Member("message", e.Error)
		w.Close('}')
		return nil
	}
	w.start("SUBAGENT_FINISHED", e)
	if turn.Status == spec.Waiting {
		w.suspended(events)
	}
	w.Close('}')
	return nil
}

func (w *writer) suspended(events []spec.Event) {
	w.Begin("outcome", '{')
	w.Member("type", "suspended")
	w.Begin("interruptIds", '[')
	for i := range events {
		if events[i].Kind == spec.Wait && events[i].Wait != "" {
			w.Text(events[i].Wait)
		}
	}
	w.Close(']')
	w.Close('}')
}
