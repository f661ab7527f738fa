package aisdk

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// line writes the coded line that says the events.
func (w *writer) line() error {
	e := w.last
	switch e.Kind {
	case spec.Text:
		code := "0"
		if e.Form == spec.Thought {
			code = "g"
		}
		w.words(code, e.Text)
	case spec.Error:
		w.words("3", e.Error)
	case spec.MessageOpen:
		w.object("f", func() { w.Member("messageId", e.Message) })
	case spec.MessageClose:
		w.object("e", func() {
			w.finish(e)
			w.Flag("isContinued", false)
		})
	case spec.TurnEnd:
		w.object("d", func() { w.finish(e) })
	case spec.NoteEvent:
		return w.lineNote()
	default:
		return w.callLine()
	}
	return nil
}

func (w *writer) callLine() error {
	e := w.last
	w.coded(map[spec.Kind]string{spec.CallOpen: "b", spec.CallArgs: "c", spec.ArgsEnd: "9", spec.CallDone: "a"}[e.Kind])
	w.Open('{')
	w.Member("toolCallId", e.Call)
	switch e.Kind {
	case spec.CallOpen:
		w.Member("toolName", e.Name)
	case spec.CallArgs:
		w.Member("argsTextDelta", e.Text)
	case spec.ArgsEnd:
		w.Member("toolName", w.tool())
		w.Value("args", []byte(e.Args), valueDepth)
	case spec.CallDone:
		w.Value("result", e.Result, valueDepth)
	default:
		return wire.NotRepresentable(e, "", "no line says it")
	}
	w.Close('}')
	w.Close('}')
	return nil
}

// coded begins a record up to its value.
func (w *writer) coded(code string) {
	w.Open('{')
	w.Member("code", code)
	w.Key("value")
}

func (w *writer) words(code, text string) {
	w.coded(code)
	w.Text(text)
	w.Close('}')
}

func (w *writer) object(code string, members func()) {
	w.coded(code)
	w.Open('{')
	members()
	w.Close('}')
	w.Close('}')
}

// finish writes why something ended and what it cost.
func (w *writer) finish(e *spec.Event) {
	w.Optional("finishReason", e.StopReason)
	switch {
	case e.Usage == nil && w.Forms.Has(empties):
		w.Value("usage", []byte(`{"promptTokens":null,"completionTokens":null}`), valueDepth)
		return
	case e.Usage == nil:
		return
	}
	w.Begin("usage", '{')
	w.Number("promptTokens", e.Usage.Input)
	w.Number("completionTokens", e.Usage.Output)
	w.Close('}')
}

func (w *writer) lineNote() error {
	e := w.last
	if line, ok := w.Beside(beside, older, e); ok {
		w.Raw([]byte(line), wire.MaxDepth)
		return nil
	}
	switch e.Note {
	case spec.NoteCustom:
		w.coded("2")
		w.Open('[')
		w.Text(e.Text)
		w.Close(']')
		w.Close('}')
	case spec.NoteMedia:
		w.object("k", func() {
			w.Member("data", e.Text)
			w.Member("mimeType", "image/png")
		})
	case spec.NoteUnknown:
		w.coded("z")
		w.Null()
		w.Close('}')
	default:
		return wire.NotRepresentable(e, "Note", string(e.Note)+" has no line")
	}
	return nil
}
