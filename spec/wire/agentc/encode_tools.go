package agentc

import (
	"fmt"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// valueDepth leaves room for the frame that a value stands in.
const valueDepth = wire.MaxDepth - 16

// tools writes the frame of one batch.
func (w *writer) tools(events []spec.Event) error {
	first := &events[0]
	for i := range events {
		if err := fits(first, &events[i]); err != nil {
			return err
		}
	}
	if first.Kind == spec.CallOpen {
		w.open("tool_select_delta", "assistant", first)
		w.toolUses(events)
		w.Close('}')
		return nil
	}
	w.open("tool_call", "assistant", first)
	w.Flag("active", first.Kind == spec.CallStart)
	if w.Forms.Has(openAI) && !slices.ContainsFunc(events, own) {
		w.otherTools(events)
	} else {
		w.Member("vendor", anthropic)
		w.toolUses(events)
		w.toolResults(events)
	}
	w.Close('}')
	return nil
}

// The vendors.
const anthropic, other = "anthropic", "open_ai"

// own: only our runtime can say the event, whose arguments are a value, or whose result
// failed, or is of a call without a name.
func own(e spec.Event) bool { return e.ArgsValue || e.IsError || e.Name == "" }

// otherTools writes a batch as the other runtime does.
func (w *writer) otherTools(events []spec.Event) {
	w.Member("vendor", other)
	w.Begin("tool_calls", '[')
	for i := range events {
		w.Open('{')
		w.Member("id", events[i].Call)
		w.Member("name", events[i].Name)
		w.optional("arguments", events[i].Args)
		w.Close('}')
	}
	w.Close(']')
	w.Begin("tool_results", '[')
	for i := range events {
		if e := &events[i]; answered(e) {
			w.otherResult(e.Call, e.Name, e.Result)
		}
	}
	w.Close(']')
}

// otherResult writes a result as the other runtime does.
func (w *writer) otherResult(id, name string, result []byte) {
	w.Open('{')
	w.Member("role", "tool")
	w.Member("tool_call_id", id)
	w.Member("name", name)
	w.Key("content")
	if len(result) == 0 {
		w.Null()
	} else {
		w.Raw(result, valueDepth)
	}
	w.Close('}')
}

// fits reports why an event cannot stand in one frame with the first.
func fits(first, e *spec.Event) error {
	switch {
	case e.Kind != first.Kind:
		return fmt.Errorf("%s: not in one frame with %s", e.Kind, first.Kind)
	case e.Session != first.Session || e.Parent != first.Parent || e.NoSession != first.NoSession:
		return fmt.Errorf("%s: Session: a frame belongs to one", e.Kind)
	case e.Name == think:
		return fmt.Errorf("%s: Name: %s is no call", e.Kind, think)
	}
	return nil
}

func (w *writer) toolUses(events []spec.Event) {
	w.Begin("tool_calls", '[')
	for i := range events {
		e := &events[i]
		if !nameless(e) {
			w.toolUse(e.Call, e.Name, func() { w.input(e) })
		}
	}
	w.Close(']')
}

// nameless is a completion that only its result says.
func nameless(e *spec.Event) bool {
	return e.Kind == spec.CallDone && e.Name == "" && e.Args == "" && answered(e)
}

func answered(e *spec.Event) bool { return len(e.Result) > 0 || e.IsError }

// toolUse writes one tool_use block.
func (w *writer) toolUse(id, name string, input func()) {
	w.Open('{')
	w.Member("id", id)
	w.Member("type", "tool_use")
	w.Member("name", name)
	w.Key("input")
	input()
	w.Close('}')
}

// input writes arguments as the producer does: a placeholder in a selection,
// text as a JSON string, a value as itself.
func (w *writer) input(e *spec.Event) {
	if e.Kind == spec.CallOpen && e.Args == "" {
		w.Open('{')
		w.Close('}')
		return
	}
	w.arguments(e.Args, e.ArgsValue)
}

func (w *writer) arguments(args string, value bool) {
	if value {
		w.Raw([]byte(args), valueDepth)
	} else {
		w.Text(args)
	}
}

// toolResults writes the results of a batch; null where it has none to give
// because it only starts.
func (w *writer) toolResults(events []spec.Event) {
	w.Key("tool_results")
	if events[0].Kind == spec.CallStart {
		w.Null()
		return
	}
	w.Open('[')
	for i := range events {
		if e := &events[i]; answered(e) {
			w.toolResult(e.Call, e.Result, e.IsError)
		}
	}
	w.Close(']')
}

// toolResult writes one tool_result block.
func (w *writer) toolResult(id string, result []byte, failed bool) {
	w.Open('{')
	w.Member("type", "tool_result")
	w.Member("tool_use_id", id)
	w.Key("content")
	if len(result) == 0 {
		w.Null()
	} else {
		w.Raw(result, valueDepth)
	}
	if failed {
		w.Flag("is_error", true)
	}
	w.Close('}')
}
