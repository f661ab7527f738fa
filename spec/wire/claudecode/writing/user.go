package writing

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

type userOut struct {
	envelope
	Message userMessageOut `json:"message"`
	Result  any            `json:"tool_use_result,omitzero"`
	Meta    []decisionOut  `json:"tool_result_meta,omitempty"`
}

type userMessageOut struct {
	ID      string `json:"id,omitzero"`
	Role    string `json:"role"`
	Content any    `json:"content"`
	blocks  []any
}

type decisionOut struct {
	ID         string         `json:"id"`
	NotRun     string         `json:"non_execution_kind,omitzero"`
	Permission *permissionOut `json:"permission_decision,omitzero"`
}

type permissionOut struct {
	Decision string `json:"decision"`
	Source   string `json:"source"`
}

type launchedOut struct {
	Async  bool   `json:"isAsync"`
	Status string `json:"status"`
	Agent  string `json:"agentId"`
}

// user writes a user frame: its blocks are the events, in order. The endings of
// children are said by the results of their calls.
func (w *writer) user(events []spec.Event) (any, error) {
	scope := events[len(events)-1].Session
	f := userOut{envelope: w.spoken("user", scope), Message: userMessageOut{Role: "user", blocks: []any{}}}
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == spec.TurnEnd && e.Session != scope:
			w.failed(&f, e)
		case e.Kind == spec.SessionClose && e.Session != scope:
		case e.Kind == spec.CallDone:
			w.done(&f, e)
		case e.Kind == spec.MessageFull:
			if err := w.userTexts(&f, e); err != nil {
				return nil, err
			}
		case e.Kind == spec.NoteEvent && e.Note == spec.NoteMedia:
			f.add(open(e.Raw), `{"type":"image","source":{"type":"url","url":"about:blank"}}`)
		case e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown:
			f.add(open(e.Raw), `{"type":"`+reading.UnknownType+`"}`)
		default:
			return nil, wire.NotRepresentable(e, "", "not in a user frame")
		}
	}
	f.Message.Content = w.content(f.Message.blocks)
	return f, nil
}

// content is that of a user message: its blocks; of one text alone the text.
func (w *writer) content(blocks []any) any {
	if len(blocks) == 1 && w.Forms.Has(plainContent) {
		if b, ok := blocks[0].(textBlock); ok && len(b.Rest) == 0 {
			return b.Text
		}
	}
	return blocks
}

func (f *userOut) add(block jsontext.Value, fallback string) {
	if len(block) == 0 {
		block = jsontext.Value(fallback)
	}
	f.Message.blocks = append(f.Message.blocks, block)
}

// failed says why a child failed, where the frame's one result is its call's.
func (w *writer) failed(f *userOut, end *spec.Event) {
	if end.Status == spec.Failed {
		f.Result = "Error: " + end.Error
	}
}

// done writes a result. One whose child goes on only says that it was launched.
func (w *writer) done(f *userOut, e *spec.Event) {
	f.Message.blocks = append(f.Message.blocks, resultBlock{reading.ResultType, e.Call, open(e.Result), e.IsError})
	switch e.Status {
	case spec.Denied:
		f.Meta = append(f.Meta, decisionOut{e.Call, "user-rejected", &permissionOut{"reject", "config"}})
	case spec.Cancelled:
		f.Meta = append(f.Meta, decisionOut{ID: e.Call, NotRun: "user-rejected"})
	default:
		f.Meta = append(f.Meta, decisionOut{ID: e.Call, Permission: &permissionOut{"accept", "config"}})
	}
	if w.mirror.Runs(e.Call) && !w.closes(e.Call) {
		f.Result = launchedOut{true, "async_launched", task(e.Call)}
	}
}

func (w *writer) closes(session string) bool {
	for i := range w.events {
		if w.events[i].Kind == spec.SessionClose && w.events[i].Session == session {
			return true
		}
	}
	return false
}

// userTexts writes the text blocks of a user message. Its id is the frame's.
func (w *writer) userTexts(f *userOut, e *spec.Event) error {
	if len(e.Messages) != 1 {
		return wire.NotRepresentable(e, "Messages", "a frame has one")
	}
	m := &e.Messages[0]
	if m.Message != w.uuid {
		f.Message.ID = m.Message
	}
	for i := range m.Parts {
		if m.Parts[i].Kind != spec.TextPart {
			return wire.NotRepresentable(e, "Messages", "a user message has texts only")
		}
		f.Message.blocks = append(f.Message.blocks, textBlock{reading.TextType, m.Parts[i].Text, open(m.Parts[i].Metadata)})
	}
	return nil
}
