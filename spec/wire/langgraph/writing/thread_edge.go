package writing

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// edge writes how the run of the root goes.
func (w *threadWriter) edge(e *spec.Event) error {
	event := "running"
	switch {
	case e.Kind == spec.Error && !(e.Fatal && e.Global):
		return w.speaks(e)
	case e.Kind == spec.Error:
		event = "failed"
	case e.Kind == spec.Cancel, e.Status == spec.Waiting:
		event = "interrupted"
	case e.Kind == spec.TurnEnd:
		event = "completed"
	}
	w.open("lifecycle", nil, "")
	w.Open('{')
	w.Member("event", event)
	w.Member("graph_name", "agent")
	if event == "failed" {
		w.Member("error", w.failure(e.Error))
	}
	w.Close('}')
	w.close()
	return nil
}

// failure is an error's text as the server writes it, or as it is.
func (w *threadWriter) failure(words string) string {
	if w.Forms.Has(plainErrors) && !strings.HasPrefix(strings.TrimSpace(words), "{") {
		return words
	}
	d := scan.NewWriter(nil)
	d.Open('{')
	d.Member("error", "Error")
	d.Member("message", words)
	d.Close('}')
	return string(d.Out)
}

// opening writes the cause of a sub-session, where no call's record opens it.
func (w *threadWriter) opening(e *spec.Event) error {
	if !e.ParentCall.OK || e.Session == "" {
		return wire.NotRepresentable(e, "", "only its call opens a sub-session")
	}
	at := reading.Path(e.Session)
	if w.in(inProcess) {
		at = nil
	}
	w.open("lifecycle", at, "")
	w.Open('{')
	w.Member("event", "started")
	if at == nil {
		w.Texts("namespace", reading.Path(e.Session))
	}
	w.Member("graph_name", e.Agent)
	w.Begin("cause", '{')
	w.Member("type", "toolCall")
	w.Member("tool_call_id", e.ParentCall.ID)
	w.Close('}')
	w.Close('}')
	w.close()
	return nil
}

func (w *threadWriter) asks(e *spec.Event) error {
	w.open("input.requested", reading.Path(e.Session), "")
	w.Open('{')
	w.Member("interrupt_id", e.Wait)
	w.Value("payload", []byte(`{"actionRequests":[],"reviewConfigs":[]}`), wire.MaxDepth)
	w.Close('}')
	w.close()
	return nil
}
