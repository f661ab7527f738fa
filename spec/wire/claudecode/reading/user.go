package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// user reads a user frame: results of tools, and what was said to the agent.
func (p *pass) user() *wire.Problem {
	u := utterance{pass: p, speaker: p.speaker(), decisions: p.decisions(), output: p.Get("tool_use_result"), message: -1}
	p.object("message")
	message := fields{Object: p.Envelope.Inner("message")}
	if u.id = message.text("id"); p.wrong || message.wrong {
		return p.misshapen()
	}
	list, err := p.content.read(message.Get("content"))
	if err != nil {
		return unsupported("user: " + err.Error())
	}
	p.enter(u.speaker)
	for i := range list {
		if list[i].kind == ResultType {
			u.results++
		}
	}
	from := len(p.out)
	for i := range list {
		u.read(&list[i])
	}
	if len(p.out) == from {
		p.emit(note(spec.NoteCustom, ""))
	}
	return nil
}

// An utterance is the reading of one user frame.
type utterance struct {
	*pass
	speaker   speaker
	id        string // of the message
	decisions []decision
	output    scan.Value // of the tool, structured
	results   int        // in the frame
	done      int        // results read
	message   int        // where in out the frame's message is, -1 before its first text
}

func (u *utterance) read(b *block) {
	switch b.kind {
	case ResultType:
		u.result(b)
	case TextType:
		u.text(b)
	case imageType:
		u.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Raw: []byte(b.raw)})
	default:
		u.unknown(b)
	}
}

func (u *utterance) unknown(b *block) {
	u.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(b.raw)})
}

// text adds a block to the frame's one message. A text that is alone has no
// slot: it is all of the message.
func (u *utterance) text(b *block) {
	part, ok := b.part()
	if !ok {
		u.unknown(b)
		return
	}
	if u.message < 0 {
		u.message = len(u.out)
		u.emit(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: u.named(), Role: "user"}}})
	}
	slotted(&u.out[u.message].Messages[0], part)
}

// slotted adds a part to a user's message. One that is alone has no slot.
func slotted(m *spec.Snapshot, part spec.SnapshotPart) {
	m.Parts = append(m.Parts, part)
	if len(m.Parts) == 1 {
		return
	}
	for i := range m.Parts {
		m.Parts[i].Slot = slot(i)
	}
}

// named is the message's id: the wire gives user messages the frame's.
func (u *utterance) named() string {
	if u.id != "" {
		return u.id
	}
	return u.uuid
}

func (u *utterance) result(b *block) {
	r, ok := b.result()
	if !ok {
		u.unknown(b)
		return
	}
	done := spec.Event{Kind: spec.CallDone, Call: r.call, IsError: r.isError, Status: u.status(r.call), Result: r.value()}
	u.answered(u.done, r.call, u.launched(), u.ending(&r, done.Status))
	u.done++
	u.emit(done)
}

// status is what the frame says of a call beside its error flag.
func (u *utterance) status(call string) spec.Status {
	for _, m := range u.decisions {
		switch {
		case m.id != call:
		case m.permission == "reject":
			return spec.Denied
		case m.permission == "" && m.notRun != "":
			return spec.Cancelled
		}
	}
	return ""
}

// launched: the result only says that a child runs in the background. A frame
// with several results does not say whose it is.
func (u *utterance) launched() bool {
	return u.results == 1 && str(u.output.Get("status")) == "async_launched"
}

// ending is how a child ends by this result.
func (u *utterance) ending(r *result, status spec.Status) ending {
	switch {
	case status == spec.Cancelled:
		return ending{status: spec.Cancelled}
	case !r.isError && status == "":
		return ending{status: spec.Completed}
	case u.output.Kind() == '"' && u.results == 1:
		return ending{spec.Failed, strings.TrimPrefix(str(u.output), "Error: ")}
	}
	return ending{spec.Failed, str(r.content)}
}
