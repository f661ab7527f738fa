package acp

import (
	"encoding/json"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The forms by number; forms names them.
const (
	beside    = iota // notes are updates of all kinds that say nothing
	noMarks          // no direction is marked
	clashes          // the agent's requests have the ids of the client's that are open
	early            // a call is announced with a placeholder for its arguments
	toolNames        // the name of a tool is Claude Code's, in _meta
	optionIDs        // the ids of options say nothing, and the refusing one comes first
	kindLast         // the kind of an update comes behind what it says
	cachedToo        // what was cached is counted beside the input
)

var forms = []string{
	beside: "notes", noMarks: "no-marks", clashes: "clashing-ids", early: "placeholders", toolNames: "tool-names", optionIDs: "option-ids",
	kindLast: "kind-last", cachedToo: "cached",
}

// An encoder writes version 1 as an agent and its client do. What is open it asks its
// decoder.
type encoder struct {
	wire.Mirror
	read  *decoder
	asked int // requests of the agent
}

func newEncoder() *encoder {
	e := &encoder{read: newDecoder(false)}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.read, Write: e.write}
	return e
}

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e}
	err := w.record(events)
	return wire.Written(&w.Writer, &events[0], err)
}

// A writer writes one record.
type writer struct {
	scan.Writer
	*encoder
}

func (w *writer) record(events []spec.Event) error {
	first, last := &events[0], &events[len(events)-1]
	switch {
	case last.Kind == spec.Wait:
		return w.asks(events)
	case first.Kind == spec.SessionOpen:
		return w.child(first, `{"state":"running"}`)
	case first.Kind == spec.TurnEnd && len(events) == 2:
		return w.idle(first)
	case first.Kind == spec.TurnStart:
		return w.prompt(first, events[1:])
	case len(events) > 1:
		return wire.NotRepresentable(&events[1], "", "not in one record with "+string(first.Kind))
	}
	switch first.Kind {
	case spec.TurnEnd:
		w.answer(first)
	case spec.MessageFull:
		return w.between(first)
	case spec.Text:
		w.chunk(first)
	case spec.CallOpen, spec.CallArgs, spec.CallProgress, spec.CallStart, spec.CallDone:
		return w.call(first)
	case spec.NoteEvent:
		return w.noted(first)
	default:
		return wire.NotRepresentable(first, "", "no message of the protocol says it")
	}
	return nil
}

// open begins a message of a side, and close ends it.
func (w *writer) open(from side) {
	w.Open('{')
	if !w.Forms.Has(noMarks) {
		dir := "a2c"
		if from == client {
			dir = "c2a"
		}
		w.Member("dir", dir)
		w.Begin("msg", '{')
	}
	w.Member("jsonrpc", "2.0")
}

func (w *writer) close() {
	if !w.Forms.Has(noMarks) {
		w.Close('}')
	}
	w.Close('}')
}

func (w *writer) raw(key, value string) {
	w.Value(key, []byte(value), maxDepth)
}

// request begins a request of a side, up to what its params hold beside the session.
func (w *writer) request(from side, id, method, session string) {
	w.open(from)
	if id != "" {
		w.raw("id", id)
	}
	w.Member("method", method)
	w.Begin("params", '{')
	w.Member("sessionId", session)
}

func (w *writer) ends() {
	w.Close('}')
	w.close()
}

// update writes an update of a session.
func (w *writer) update(session, kind string, members func()) {
	w.request(agent, "", "session/update", session)
	w.Begin("update", '{')
	if !w.Forms.Has(kindLast) {
		w.Member("sessionUpdate", kind)
	}
	members()
	if w.Forms.Has(kindLast) {
		w.Member("sessionUpdate", kind)
	}
	w.Close('}')
	w.ends()
}

func (w *writer) block(text string) {
	w.Open('{')
	w.Member("type", "text")
	w.Member("text", text)
	w.Close('}')
}

// prompt writes the request that is a turn, with what the user says.
func (w *writer) prompt(e *spec.Event, messages []spec.Event) error {
	if e.Parent.OK || len(messages) > 1 || len(messages) == 1 && (messages[0].Kind != spec.MessageFull || len(messages[0].Messages) != 1) {
		return wire.NotRepresentable(e, "", "a turn starts with one prompt of the user's")
	}
	w.request(client, quoted(e.Turn), "session/prompt", e.Session)
	w.Begin("prompt", '[')
	for i := range messages {
		for _, part := range messages[i].Messages[0].Parts {
			w.block(part.Text)
		}
	}
	w.Close(']')
	w.ends()
	return nil
}

func quoted(id string) string {
	text, _ := json.Marshal(id)
	return string(text)
}

// answer writes the response to a prompt.
func (w *writer) answer(e *spec.Event) {
	w.open(agent)
	w.raw("id", quoted(e.Turn))
	if e.StopReason == "" && (e.Status == spec.Failed || e.Status == spec.Cancelled) {
		code := int64(-32603)
		if e.Status == spec.Cancelled {
			code = -32800
		}
		w.Begin("error", '{')
		w.Number("code", code)
		w.Member("message", e.Error)
		w.Close('}')
		w.close()
		return
	}
	w.Begin("result", '{')
	w.Optional("stopReason", e.StopReason)
	w.usage(e.Usage)
	w.ends()
}

func (w *writer) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	input := u.Input
	w.Begin("usage", '{')
	if w.Forms.Has(cachedToo) {
		input = u.Input / 3
		w.Number("cachedReadTokens", u.Input-input)
	}
	w.Number("inputTokens", input)
	w.Number("outputTokens", u.Output)
	w.Number("totalTokens", u.Input+u.Output)
	w.Close('}')
}

// child writes what becomes of a sub-session.
func (w *writer) child(e *spec.Event, state string) error {
	if !e.Parent.OK {
		return wire.NotRepresentable(e, "Parent", "a sub-session is announced by its parent")
	}
	w.update(e.Parent.ID, "subagent_update", func() {
		w.Member("sessionId", e.Session)
		w.Member("title", "Sub-agent")
		w.raw("state", state)
	})
	return nil
}

// idle writes the end of a sub-session's turn.
func (w *writer) idle(e *spec.Event) error {
	state := scan.NewWriter(nil)
	state.Open('{')
	state.Member("state", "idle")
	state.Optional("stopReason", e.StopReason)
	state.Close('}')
	return w.child(e, string(state.Out))
}

// between writes what a session tells its sub-session.
func (w *writer) between(e *spec.Event) error {
	if !e.Parent.OK || len(e.Messages) != 1 || e.Messages[0].Role != "user" {
		return wire.NotRepresentable(e, "", "only a sub-session's prompt is a message of its own")
	}
	w.update(e.Session, "session_message", func() {
		w.Member("messageId", e.Messages[0].Message)
		w.Member("senderSessionId", e.Parent.ID)
		w.Member("recipientSessionId", e.Session)
		w.Begin("content", '[')
		for _, part := range e.Messages[0].Parts {
			w.block(part.Text)
		}
		w.Close(']')
	})
	return nil
}

func (w *writer) chunk(e *spec.Event) {
	kind := agentChunk
	if e.Form == spec.Thought {
		kind = thoughtChunk
	}
	w.update(e.Session, kind, func() {
		w.Optional("messageId", e.Message)
		w.Key("content")
		w.block(e.Text)
	})
}

// next is the id of the agent's next request.
func (w *writer) next() string {
	if w.Forms.Has(clashes) && !w.Forms.Has(noMarks) {
		for _, s := range w.read.live {
			id := quoted(s.turn)
			if _, mine := w.read.asked[client][id]; mine && w.read.asked[agent][id].method == "" {
				return id
			}
		}
	}
	w.asked++
	return strconv.Itoa(w.asked - 1)
}
