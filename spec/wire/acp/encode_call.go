package acp

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// call writes a mention of a call, or the answer for which it waits.
func (w *writer) call(e *spec.Event) error {
	if id, r := w.waits(e); id != "" && (e.Kind == spec.CallStart || e.Status == spec.Denied) {
		return w.decide(id, r, e)
	}
	kind, status := "tool_call_update", ""
	if fresh := w.fresh(e); fresh && e.Kind != spec.CallDone {
		kind = "tool_call"
	}
	switch {
	case e.Kind == spec.CallOpen:
		status = "pending"
	case e.Kind == spec.CallStart:
		status = "in_progress"
	case e.Kind == spec.CallDone && e.Restated: // adds to its result
	case e.Kind == spec.CallDone && (e.IsError || e.Status == spec.Cancelled):
		status = "failed"
	case e.Kind == spec.CallDone && e.Status != spec.Denied:
		status = "completed"
	}
	w.update(e.Session, kind, func() {
		w.named(e)
		w.Optional("status", status)
		switch {
		case e.Kind == spec.CallArgs:
			w.raw("rawInput", e.Text)
		case e.Kind == spec.CallOpen && w.Forms.Has(early):
			w.raw("rawInput", placeholder)
		case e.ArgsValue && !(w.Forms.Has(early) && w.placed(e)):
			w.raw("rawInput", e.Args)
		}
		w.brought(e)
	})
	return nil
}

// known is what the latest call of the event's id is, nil for none.
func (w *writer) known(e *spec.Event) *call {
	if s := w.read.sessions[e.Session]; s != nil {
		return s.calls[e.Call]
	}
	return nil
}

// fresh reports whether the event is the first mention of its call.
func (w *writer) fresh(e *spec.Event) bool {
	c := w.known(e)
	return c == nil || c.past
}

// placed reports whether the placeholder that announced a call is its arguments.
func (w *writer) placed(e *spec.Event) bool {
	return e.Args == placeholder && !w.fresh(e) && w.known(e).input == placeholder
}

// waits is the agent's request that a call waits for, "" for none.
func (w *writer) waits(e *spec.Event) (id string, r request) {
	if c := w.known(e); c != nil {
		for id, r := range w.read.asked[agent] {
			if r.call == c && !c.started && !c.done {
				return id, r
			}
		}
	}
	return "", request{}
}

// named writes which call it is, and the name of its tool.
func (w *writer) named(e *spec.Event) {
	w.Member("toolCallId", e.Call)
	if e.Name == "" {
		return
	}
	w.Member("title", "Use of "+e.Name)
	w.Member("kind", "other")
	if !w.Forms.Has(toolNames) {
		w.Member("name", e.Name)
	}
}

// brought writes a result, and in _meta what belongs there.
func (w *writer) brought(e *spec.Event) {
	terminal := scan.Value("")
	for key, member := range scan.Value(e.Result).Members() {
		switch key {
		case "output":
			w.raw("rawOutput", string(member))
		case "content":
			w.raw("content", string(member))
		case "terminal":
			terminal = member
		}
	}
	if text, ok := terminal.Text(); ok {
		terminal = scan.Value(scan.AppendText(nil, w.added(e, text)))
	}
	tool := w.Forms.Has(toolNames) && e.Name != ""
	if !tool && terminal == "" {
		return
	}
	w.Begin("_meta", '{')
	if tool {
		w.Begin("claudeCode", '{')
		w.Member("toolName", e.Name)
		w.Close('}')
	}
	if terminal != "" {
		w.Begin("terminal_output_delta", '{')
		w.raw("data", string(terminal))
		w.Member("terminal_id", e.Call)
		w.Close('}')
	}
	w.Close('}')
}

// added is what a terminal's output has more than the client knows of it.
func (w *writer) added(e *spec.Event, output string) string {
	if c := w.known(e); c != nil {
		return strings.TrimPrefix(output, c.result.terminal)
	}
	return output
}

// noted writes what is no part of the conversation.
func (w *writer) noted(e *spec.Event) error {
	records := besides
	if s := w.read.sessions[e.Session]; s != nil && len(s.prompts) > 0 {
		records = asked
	}
	if record, ok := w.Beside(beside, records, e); ok {
		w.request(agent, "", "session/update", e.Session)
		w.raw("update", record)
		w.ends()
		return nil
	}
	switch {
	case e.Global || e.NoSession:
		return wire.NotRepresentable(e, "Session", "an update is one of a session")
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, maxDepth)
	case e.Note == spec.NoteUnknown:
		w.update(e.Session, "brand_new", func() { w.Member("words", e.Text) })
	case e.Note == spec.NoteSystem:
		w.update(e.Session, "notice", func() {
			w.Member("severity", "info")
			w.Member("title", e.Text)
		})
	case e.Note == spec.NoteMedia:
		w.update(e.Session, agentChunk, func() {
			w.raw("content", `{"type":"image","data":"AA==","mimeType":"image/png"}`)
		})
	case e.Note == spec.NoteCustom:
		w.update(e.Session, "session_info_update", func() { w.Member("title", e.Text) })
	default:
		return wire.NotRepresentable(e, "Note", "no update says "+string(e.Note))
	}
	return nil
}

// asked are those of a session whose prompt has no response: an echo of it among them.
var asked = map[spec.Note][]string{
	spec.NoteSystem: besides[spec.NoteSystem],
	spec.NoteCustom: append([]string{
		`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Go on."}}`,
		`{"sessionUpdate":"user_message_chunk","messageId":"echo","content":{"type":"text","text":"Go on."}}`,
	}, besides[spec.NoteCustom]...),
}

// besides are the updates that notes of no text are in that form.
var besides = map[spec.Note][]string{
	spec.NoteCustom: {
		`{"sessionUpdate":"plan","entries":[{"content":"Look","priority":"high","status":"pending"}]}`,
		`{"sessionUpdate":"plan","entries":[{"content":"Look","priority":"high","status":"completed"}]}`,
		`{"sessionUpdate":"usage_update","used":1200,"size":200000,"cost":{"amount":0.01,"currency":"USD"}}`,
		`{"sessionUpdate":"usage_update","used":900,"size":200000,"cost":{"amount":0.02,"currency":"USD"}}`,
		`{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"plan","description":"Plan"}]}`,
		`{"sessionUpdate":"current_mode_update","currentModeId":"plan"}`,
		`{"sessionUpdate":"config_option_update","configOptions":[]}`,
		`{"sessionUpdate":"session_info_update","updatedAt":"2026-08-22T10:00:00Z"}`,
	},
	spec.NoteSystem: {
		`{"sessionUpdate":"notice","severity":"warning","title":""}`,
		`{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}`,
	},
}
