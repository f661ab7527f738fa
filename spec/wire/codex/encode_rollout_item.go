package codex

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// message writes a prompt, a text, a thought or a call.
func (w *lineWriter) message(e *spec.Event) error {
	if len(e.Messages) != 1 || len(e.Messages[0].Parts) == 0 {
		return wire.NotRepresentable(e, "Messages", "a line is one message with a part")
	}
	m := &e.Messages[0]
	if m.Role == "user" {
		w.prompt(m.Parts[0].Text)
		return nil
	}
	if m.Parts[0].Kind == spec.CallPart {
		return w.call(e, &m.Parts[0])
	}
	s := &saying{line: w.lines, kind: m.Parts[0].Kind, inReader: w.Forms.Has(readerFirst)}
	for i := range m.Parts {
		s.texts = append(s.texts, m.Parts[i].Text)
	}
	w.says(s)
	w.last = s
	return nil
}

func (w *lineWriter) prompt(text string) {
	if w.Forms.Has(olderLines) {
		w.event("user_message", func() { w.Member("message", text) })
		return
	}
	w.item("UserMessage", "u_"+strconv.Itoa(w.lines), func() { w.blocks("content", "text", []string{text}) })
}

// says writes a text or thought in its layer.
func (w *lineWriter) says(s *saying) {
	older, thought := w.Forms.Has(olderLines), s.kind == spec.ThoughtPart
	id := "msg_" + strconv.Itoa(s.line)
	switch {
	case s.inReader && older && thought:
		w.event("agent_reasoning", func() { w.Member("text", s.texts[0]) })
	case s.inReader && older:
		w.event("agent_message", func() { w.Member("message", s.texts[0]) })
	case s.inReader && thought && s.line%2 == 0: // a model that sums nothing up
		w.item("Reasoning", id, func() {
			w.Texts("summary_text", nil)
			w.Texts("raw_content", s.texts)
		})
	case s.inReader && thought:
		w.item("Reasoning", id, func() { w.Texts("summary_text", s.texts) })
	case s.inReader:
		w.item("AgentMessage", id, func() { w.blocks("content", "Text", s.texts) })
	case thought:
		w.response("reasoning", func() {
			w.id(id, older)
			w.blocks("summary", "summary_text", s.texts)
		})
	default:
		w.response("message", func() {
			w.id(id, older)
			w.Member("role", "assistant")
			w.blocks("content", "output_text", s.texts)
		})
	}
}

func (w *lineWriter) id(id string, without bool) {
	if !without {
		w.Member("id", id)
	}
}

// call writes a call: arguments that are a value are the text of a free tool, or
// what the program's own tools take.
func (w *lineWriter) call(e *spec.Event, p *spec.SnapshotPart) error {
	free := func(key string) func() {
		return func() {
			w.Value(key, []byte(p.Args), wire.MaxDepth)
		}
	}
	arguments := func() { w.Member("arguments", p.Args) }
	switch {
	case !p.ArgsValue:
		delete(w.free, p.Call)
		w.made("function_call", p, true, arguments)
	case p.Name == "local_shell":
		w.made("local_shell_call", p, false, free("action"))
	case p.Name == "tool_search":
		w.made("tool_search_call", p, false, free("arguments"))
	case strings.HasPrefix(p.Args, `"`):
		w.free[p.Call] = true
		w.made("custom_tool_call", p, true, free("input"))
	default:
		return wire.NotRepresentable(e, "Args", "arguments are text")
	}
	return nil
}

func (w *lineWriter) made(kind string, p *spec.SnapshotPart, named bool, args func()) {
	w.response(kind, func() {
		w.id("fc_"+strconv.Itoa(w.lines), w.Forms.Has(olderLines))
		w.Member("call_id", p.Call)
		if named {
			w.Member("name", p.Name)
		}
		args()
	})
}

// search writes a call of the provider's search, with its end.
func (w *lineWriter) search(made, done *spec.Event) error {
	if len(made.Messages) != 1 || len(made.Messages[0].Parts) != 1 || made.Messages[0].Parts[0].Name != search || len(done.Result) > 0 {
		return wire.NotRepresentable(done, "", "only a search is a call with its end")
	}
	p := &made.Messages[0].Parts[0]
	w.response("web_search_call", func() {
		w.Member("id", p.Call)
		w.Member("status", "completed")
		w.Members(p.Args, wire.MaxDepth)
	})
	return nil
}

// output writes what the model is told of a call.
func (w *lineWriter) output(e *spec.Event) {
	kind := "function_call_output"
	if w.free[e.Call] {
		kind = "custom_tool_call_output"
	}
	w.response(kind, func() {
		w.Member("call_id", e.Call)
		if w.Key("output"); len(e.Result) == 0 {
			w.Null()
			return
		}
		w.Raw(e.Result, wire.MaxDepth)
	})
}

// itemOf writes the item that says how a call ended.
func (w *lineWriter) itemOf(e *spec.Event) {
	status := "completed"
	switch {
	case e.Status == spec.Denied:
		status = declined
	case e.IsError:
		status = failed
	}
	kind := &endings[0]
	if w.Forms.Has(itemKinds) && status != declined {
		kind = &endings[w.lines%len(endings)]
	}
	words := kind.completed
	if status == failed {
		words = kind.failed
	}
	say := func() {
		w.Member("status", status)
		w.Members(words, wire.MaxDepth)
	}
	if w.Forms.Has(olderLines) {
		w.event(kind.event, func() {
			w.Member("call_id", e.Call)
			say()
		})
		return
	}
	w.item(kind.item, e.Call, say)
}

// endings are the items that say how a call ended, and what came before them, with
// their words for a call that completed and one that failed.
var endings = []struct{ item, event, completed, failed string }{
	{"CommandExecution", "exec_command_end", `{}`, `{}`},
	{"CommandExecution", "exec_command_end", `{"exit_code":0}`, `{"exit_code":2}`},
	{"McpToolCall", "mcp_tool_call_end", `{"result":{"Ok":{"content":[]}}}`, `{"result":{"Err":"it broke"}}`},
	{"McpToolCall", "mcp_tool_call_end", `{"error":null}`, `{"error":{"message":"it broke"}}`},
	{"DynamicToolCall", "patch_apply_end", `{"success":true}`, `{"success":false}`},
}

// note writes a note. One without words says again, in the other layer, what the
// line before said; or names the thread; or says nothing.
func (w *lineWriter) note(e *spec.Event, last *saying) error {
	switch {
	case e.Note == spec.NoteCustom && e.Text == "" && last != nil && w.Forms.Has(bothLayers):
		again := *last
		again.inReader = !last.inReader
		w.says(&again)
	case e.Note == spec.NoteCustom && e.Text == "" && w.mirror.log.named && w.Forms.Has(lineNotes):
		w.aside()
	case e.Note == spec.NoteCustom && e.Text == "":
		w.meta(&spec.Event{Session: e.Session})
	case e.Note == spec.NoteCustom:
		w.line(compactLine, func() { w.Member("message", e.Text) })
	case e.Note == spec.NoteSystem:
		w.response("message", func() {
			w.Member("role", "developer")
			w.blocks("content", "input_text", []string{e.Text})
		})
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, wire.MaxDepth)
	case e.Note == spec.NoteUnknown && w.Forms.Has(lineNotes):
		w.event("unheard_of", func() {})
	case e.Note == spec.NoteUnknown:
		w.line("unheard_of", func() {})
	default:
		return wire.NotRepresentable(e, "Note", "no line says "+string(e.Note))
	}
	return nil
}

// aside writes one of the lines that say nothing.
func (w *lineWriter) aside() {
	beside := besides[w.lines%len(besides)]
	w.line(beside.kind, func() {
		w.Members(beside.payload, wire.MaxDepth)
	}, beside.beside)
}

// besides are lines that say nothing of the conversation: context that the
// program gives the model as the user's, among others.
var besides = []struct{ kind, payload, beside string }{
	{contextLine, `{"turn_id":"t","cwd":"/workspace","model":"model-a"}`, ""},
	{responseLine, `{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n  <cwd>/workspace</cwd>\n</environment_context>"}]}`, ""},
	{stateLine, `{"full":true,"state":{"environments":{"subagents":"- one: reader"}}}`, ""},
	{eventLine, `{"type":"thread_settings_applied","thread_settings":{"model":"model-a"}}`, ""},
	{responseLine, `{"type":"message","role":"user","content":[{"type":"input_text","text":"<subagent_notification>\n{\"agent_path\":\"a\",\"status\":{\"completed\":\"done\"}}\n</subagent_notification>"}]}`, ""},
	{compactLine, `{"message":"","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}]}`, ""},
	{eventLine, `{"type":"context_compacted"}`, ""},
	{responseLine, `{"type":"reasoning","summary":[],"encrypted_content":"ZW5j"}`, ""},
	{responseLine, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"What was said so far."}]}`, `{"compaction_output":true}`},
	{responseLine, `{"type":"ghost_snapshot","ghost_commit":{"id":"0a1b"}}`, ""},
	{eventLine, `{"type":"item_completed","turn_id":"t","item":{"type":"ContextCompaction","id":"i"}}`, ""},
	{eventLine, `{"type":"item_completed","turn_id":"t","item":{"type":"Reasoning","id":"rs","summary_text":[],"raw_content":[]}}`, ""},
}
