package agui

import (
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// item writes the events of one message, thought or call, or a note.
func (w *writer) item(events []spec.Event) error {
	e := &events[0]
	if len(events) > 1 {
		return w.pair(events)
	}
	switch e.Kind {
	case spec.MessageOpen:
		w.messageOpen(e, "_START")
	case spec.Text:
		w.text(e)
	case spec.MessageClose:
		w.start(w.form(e)+"_END", e)
		w.Member("messageId", e.Message)
	case spec.CallOpen:
		w.callOpen(e, "START")
	case spec.CallArgs:
		w.args(e)
	case spec.ArgsEnd:
		w.start("TOOL_CALL_END", e)
		w.Member("toolCallId", e.Call)
	case spec.CallDone:
		w.start("TOOL_CALL_RESULT", e)
		w.option("role", "tool")
		w.Member("messageId", w.made("result"))
		w.Member("toolCallId", e.Call)
		w.Value("content", e.Result, wire.MaxDepth)
	case spec.MessageFull:
		return w.secret(e)
	case spec.NoteEvent:
		return w.note(e)
	default:
		return wire.NotRepresentable(e, "", "no event says it")
	}
	w.Close('}')
	return nil
}

// pair writes a beginning and what it carries as one chunk, and the end of the
// last call of a message that only calls make.
func (w *writer) pair(events []spec.Event) error {
	first, second := &events[0], &events[1]
	switch {
	case first.Kind == spec.MessageOpen && second.Kind == spec.Text && len(events) == 2:
		w.messageOpen(first, "_CHUNK")
		w.Member("delta", second.Text)
	case first.Kind == spec.CallOpen && second.Kind == spec.CallArgs && len(events) == 2:
		w.callOpen(first, "CHUNK")
		w.Member("delta", second.Text)
	case first.Kind == spec.ArgsEnd && second.Kind == spec.MessageClose && len(events) == 2:
		return w.item(events[:1])
	default:
		return wire.NotRepresentable(second, "", "not in one event with "+first.Kind.String())
	}
	w.Close('}')
	return nil
}

func (w *writer) messageOpen(e *spec.Event, suffix string) {
	if e.Form == spec.Thought {
		w.start("REASONING_MESSAGE"+suffix, e)
		w.Member("messageId", e.Message)
		if suffix == "_START" {
			w.Member("role", "reasoning")
		}
		return
	}
	w.start("TEXT_MESSAGE"+suffix, e)
	w.Member("messageId", e.Message)
	w.Member("role", e.Role)
	w.Optional("name", e.Agent)
}

// form is the family of the message that an event is about.
func (w *writer) form(e *spec.Event) string {
	if w.mirror.find(text, e.Message) == nil && w.mirror.find(thought, e.Message) != nil {
		return "REASONING_MESSAGE"
	}
	return "TEXT_MESSAGE"
}

// text writes a piece of a message, in the form in which that was opened.
func (w *writer) text(e *spec.Event) {
	k, family := text, "TEXT_MESSAGE"
	if e.Form == spec.Thought {
		k, family = thought, "REASONING_MESSAGE"
	}
	if w.mirror.chunks(w.mirror.find(k, e.Message)) {
		w.chunk(family+"_CHUNK", e, k)
		w.goesOn("messageId", e.Message)
	} else {
		w.start(family+"_CONTENT", e)
		w.Member("messageId", e.Message)
	}
	w.Member("delta", e.Text)
}

// chunk begins a chunk behind the first of an item. It names its agent, unless no
// other one's item of the kind can be meant (C4).
func (w *writer) chunk(kind string, e *spec.Event, k kind) {
	alone := w.Forms.Has(byLane) && w.Forms.Has(byKind) && w.mirror.lane("", k) == nil
	for _, agent := range w.mirror.order {
		alone = alone && (agent == e.Session || w.mirror.lane(agent, k) == nil)
	}
	rooted := *e
	if alone {
		rooted.Session = ""
	}
	w.start(kind, &rooted)
}

// goesOn says what a chunk goes on with, unless its agent does (C2, C4).
func (w *writer) goesOn(key, id string) {
	if !w.Forms.Has(byLane) {
		w.Member(key, id)
	}
}

func (w *writer) callOpen(e *spec.Event, suffix string) {
	w.start("TOOL_CALL_"+suffix, e)
	w.Member("toolCallId", e.Call)
	w.Member("toolCallName", e.Name)
	if e.Message != e.Call {
		w.Member("parentMessageId", e.Message)
	}
}

func (w *writer) args(e *spec.Event) {
	if w.mirror.chunks(w.mirror.find(call, e.Call)) {
		w.chunk("TOOL_CALL_CHUNK", e, call)
		w.goesOn("toolCallId", e.Call)
	} else {
		w.start("TOOL_CALL_ARGS", e)
		w.Member("toolCallId", e.Call)
	}
	w.Member("delta", e.Text)
}

// secret writes metadata that is one opaque value; other metadata comes with the
// events that it belongs to.
func (w *writer) secret(e *spec.Event) error {
	var about struct {
		Value string `json:"encryptedValue"`
		Kind  string `json:"encryptedValueType"`
	}
	if len(e.Messages) != 1 {
		return wire.NotRepresentable(e, "", "no event says it")
	}
	m := &e.Messages[0]
	subtype, id, metadata := "message", m.Message, m.Metadata
	if len(m.Parts) == 1 && m.Parts[0].Kind == spec.CallPart {
		subtype, id, metadata = "tool-call", m.Parts[0].Call, m.Parts[0].Metadata
	}
	if json.Unmarshal(metadata, &about) != nil || about.Value == "" {
		return wire.NotRepresentable(e, "", "no event says it")
	}
	w.start("REASONING_ENCRYPTED_VALUE", &spec.Event{Session: e.Session})
	w.Member("subtype", subtype)
	w.Member("entityId", id)
	w.Member("encryptedValue", about.Value)
	w.Optional("encryptedValueType", about.Kind)
	w.Close('}')
	return nil
}

func (w *writer) note(e *spec.Event) error {
	if members, ok := w.Beside(beside, besides, e); ok {
		return w.aside(e, members)
	}
	switch {
	case e.Note == spec.NoteCustom:
		w.start("CUSTOM", e)
		w.Member("name", "note")
		w.Member("value", e.Text)
	case e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		w.Raw(e.Raw, wire.MaxDepth)
		return nil
	case e.Note == spec.NoteUnknown:
		w.start("UNHEARD_OF", e)
	default:
		return wire.NotRepresentable(e, "", "no note "+string(e.Note))
	}
	w.Close('}')
	return nil
}

// outlived are the types of notes that end nothing.
var outlived = map[string]bool{"ACTIVITY_SNAPSHOT": true, "ACTIVITY_DELTA": true, "RAW": true, "REASONING_ENCRYPTED_VALUE": true}

// aside writes a note by its members; one that ends what chunks hold open as an event
// that does.
func (w *writer) aside(e *spec.Event, members string) error {
	if kind, _, _ := strings.Cut(strings.TrimPrefix(members, `"type":"`), `"`); len(w.all) > 1 && outlived[kind] {
		members = `"type":"CUSTOM","name":"note","value":null`
	}
	text := "{" + members
	if e.Session != "" {
		session := string(scan.AppendText(nil, e.Session))
		text = strings.Replace(text, `"messageId":"`, `"messageId":`+strings.TrimSuffix(session, `"`)+`-`, 1) // an id is one agent's
		text += `,"subagentRunId":` + session
	}
	w.Raw([]byte(text+"}"), wire.MaxDepth)
	return nil
}
