package aisdk

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// chunk writes the chunk that says the events.
func (w *writer) chunk() error {
	if w.last.Slot == "" {
		if chunk, ok := w.Beside(beside, besides, w.last); ok {
			w.Raw([]byte(chunk), wire.MaxDepth)
			return nil
		}
	}
	w.Open('{')
	err := w.members()
	w.Close('}')
	return err
}

func (w *writer) members() error {
	e := w.last
	switch e.Kind {
	case spec.TurnStart:
		w.Member("type", "start")
		w.Optional("messageId", e.Turn)
	case spec.TurnEnd:
		w.Member("type", "finish")
		w.Optional("finishReason", e.StopReason)
	case spec.MessageOpen:
		w.Member("type", "start-step")
	case spec.MessageClose:
		w.Member("type", "finish-step")
	case spec.Retract:
		w.Member("type", "reset-step")
	case spec.Cancel:
		w.Member("type", "abort")
	case spec.Error:
		w.Member("type", "error")
		w.Member("errorText", e.Error)
	case spec.Text:
		w.fragment()
	case spec.NoteEvent:
		return w.note()
	default:
		return w.callChunk()
	}
	return nil
}

// fragment begins a part with an empty text, and goes on with any.
func (w *writer) fragment() {
	e := w.last
	at := w.mirror.parts[partKey(form(e), e.Slot)]
	begins := e.Text == "" && (at == nil || at.message != e.Message)
	if begins {
		w.Member("type", kindOf(e)+"-start")
	} else {
		w.Member("type", kindOf(e)+"-delta")
	}
	w.Member("id", e.Slot)
	if !begins {
		w.Member("delta", e.Text)
	}
	w.metadata(e, begins)
}

func form(e *spec.Event) spec.Form {
	if e.Form == spec.Thought {
		return spec.Thought
	}
	return spec.Plain
}

// source writes a text as that of an address or, in every other record, of a
// document.
func (w *writer) source(text string) {
	if w.mirror.Number%2 == 0 {
		w.Member("type", "source-url")
		w.Member("sourceId", "source-1")
		w.Member("url", text)
		return
	}
	w.Member("type", "source-document")
	w.Member("sourceId", "source-1")
	w.Member("mediaType", "text/plain")
	w.Member("title", text)
}

// kindOf is how the types of a form's chunks begin.
func kindOf(e *spec.Event) string {
	if form(e) == spec.Thought {
		return "reasoning"
	}
	return "text"
}

// note writes a note; one that names a part is the part's end.
func (w *writer) note() error {
	e := w.last
	switch {
	case e.Note == spec.NoteCustom && e.Slot != "":
		w.partEnd()
	case e.Note == spec.NoteCustom && w.Forms.Has(sources):
		w.source(e.Text)
	case e.Note == spec.NoteCustom:
		w.Member("type", "data-note")
		w.Member("data", e.Text)
	case e.Note == spec.NoteMedia:
		w.Member("type", "file")
		w.Member("url", e.Text)
		w.Member("mediaType", "image/png")
	case e.Note == spec.NoteUnknown:
		w.Member("type", "unheard-of")
	default:
		return wire.NotRepresentable(e, "Note", string(e.Note)+" has no chunk")
	}
	return nil
}

// partEnd ends the part of the slot, of either form.
func (w *writer) partEnd() {
	part := &spec.Event{Form: spec.Plain}
	if at := w.mirror.parts[partKey(spec.Thought, w.last.Slot)]; at != nil && at.message == w.last.Message {
		part.Form = spec.Thought
	}
	if e := w.earlier(spec.Text); e != nil {
		part = e
	}
	w.Member("type", kindOf(part)+"-end")
	w.Member("id", w.last.Slot)
	w.metadata(part, false)
}

// callChunk writes a chunk of a tool call.
func (w *writer) callChunk() error {
	e := w.last
	switch e.Kind {
	case spec.CallOpen:
		w.Member("type", "tool-input-start")
		w.Member("toolCallId", e.Call)
		w.Member("toolName", e.Name)
		w.dynamic(e.Name)
		w.metadata(e, true)
	case spec.CallArgs:
		w.Member("type", "tool-input-delta")
		w.Member("toolCallId", e.Call)
		w.Member("inputTextDelta", e.Text)
	case spec.ArgsEnd:
		w.input("tool-input-available", e)
	case spec.CallProgress:
		w.output(e)
		w.Flag("preliminary", true)
	case spec.CallDone:
		return w.callDone()
	case spec.Wait:
		w.Member("type", "tool-approval-request")
		w.Member("approvalId", e.Wait)
		w.Member("toolCallId", e.Call)
	case spec.CallStart:
		return w.approval()
	default:
		return wire.NotRepresentable(e, "", "no chunk says it")
	}
	return nil
}

// input writes whole arguments, as a value or, where they are none, as text.
func (w *writer) input(kind string, e *spec.Event) {
	w.Member("type", kind)
	w.Member("toolCallId", e.Call)
	w.Member("toolName", w.tool())
	w.dynamic(w.tool())
	switch {
	case e.ArgsValue:
		w.Value("input", []byte(e.Args), valueDepth)
	case e.Args != "":
		w.Member("input", e.Args)
	}
	if open := w.earlier(spec.CallOpen); open != nil {
		w.metadata(open, true)
	}
}

// dynamic says that the application does not know the tool, which is so of those
// that come from an MCP server. Each chunk of such a call says it: version 5 looks for
// the call of an output by it.
func (w *writer) dynamic(tool string) {
	if strings.HasPrefix(tool, "mcp__") {
		w.Flag("dynamic", true)
	}
}

func (w *writer) output(e *spec.Event) {
	w.Member("type", "tool-output-available")
	w.Member("toolCallId", e.Call)
	w.dynamic(w.tool())
	w.Value("output", e.Result, valueDepth)
}

func (w *writer) callDone() error {
	e := w.last
	end := w.earlier(spec.ArgsEnd)
	switch {
	case end == nil && e.Status == spec.Denied:
		w.Member("type", "tool-output-denied")
		w.Member("toolCallId", e.Call)
		return nil
	case end == nil && !e.IsError:
		w.output(e)
		return nil
	}
	text, ok := content(e.Result)
	if !ok {
		return wire.NotRepresentable(e, "Result", "an error is text")
	}
	if end != nil {
		w.input("tool-input-error", end)
	} else {
		w.Member("type", "tool-output-error")
		w.Member("toolCallId", e.Call)
		w.dynamic(w.tool())
	}
	w.Member("errorText", text)
	return nil
}

// approval lets a call run that was asked for.
func (w *writer) approval() error {
	c := w.mirror.calls[w.last.Call]
	if c == nil || c.ask == "" {
		return wire.NotRepresentable(w.last, "", "only for a call that an approval was asked for")
	}
	w.Member("type", "tool-approval-response")
	w.Member("approvalId", c.ask)
	w.Flag("approved", true)
	return nil
}
