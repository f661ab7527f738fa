package claudecode

import (
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// user reads a user frame: results of tools, and what was said to the agent.
func (p *pass) user() *wire.Problem {
	var f userFrame
	if problem := p.read(&f); problem != nil {
		return problem
	}
	list, err := blocks(f.Message.Content)
	if err != nil {
		return p.problem(wire.Unsupported, "user: "+err.Error())
	}
	p.enter(f.speaker)
	u := utterance{pass: p, frame: &f, message: -1}
	for _, block := range list {
		u.results += results(block)
	}
	from := len(p.out)
	for _, block := range list {
		u.read(block)
	}
	if len(p.out) == from {
		p.emit(note(spec.NoteCustom, ""))
	}
	return nil
}

func results(block jsontext.Value) int {
	if kindOf(block) == resultType {
		return 1
	}
	return 0
}

// An utterance is the reading of one user frame.
type utterance struct {
	*pass
	frame   *userFrame
	results int // in the frame
	done    int // results read
	message int // where in out the frame's message is, -1 before its first text
}

func (u *utterance) read(block jsontext.Value) {
	switch kind := kindOf(block); kind {
	case resultType:
		u.result(block)
	case textType:
		u.text(block)
	case imageType:
		u.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteMedia, Raw: json.RawMessage(block)})
	default:
		u.unknown(block)
	}
}

func (u *utterance) unknown(block jsontext.Value) {
	u.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(block)})
}

// text adds a block to the frame's one message. A text that is alone has no
// slot: it is all of the message.
func (u *utterance) text(block jsontext.Value) {
	part, ok := textPart(block)
	if !ok {
		u.unknown(block)
		return
	}
	if u.message < 0 {
		u.message = len(u.out)
		u.emit(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: u.id(), Role: "user"}}})
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

// id is the message's: the wire gives user messages the frame's.
func (u *utterance) id() string {
	if u.frame.Message.ID != "" {
		return u.frame.Message.ID
	}
	return u.UUID
}

func (u *utterance) result(block jsontext.Value) {
	b, ok := readResult(block)
	if !ok {
		u.unknown(block)
		return
	}
	done := spec.Event{Kind: spec.CallDone, Call: b.Call, IsError: b.IsError, Status: u.status(b.Call)}
	if k := b.Content.Kind(); k != 0 && k != 'n' {
		done.Result = json.RawMessage(b.Content)
	}
	u.answered(u.done, b.Call, u.launched(), u.ending(&b, done.Status))
	u.done++
	u.emit(done)
}

// status is what the frame says of a call beside its error flag.
func (u *utterance) status(call string) spec.Status {
	for _, m := range u.frame.Meta {
		switch {
		case m.ID != call:
		case m.Permission.Decision == "reject":
			return spec.Denied
		case m.Permission.Decision == "" && m.NotRun != "":
			return spec.Cancelled
		}
	}
	return ""
}

// launched: the result only says that a child runs in the background. A frame
// with several results does not say whose it is.
func (u *utterance) launched() bool {
	if u.results != 1 || u.frame.Result.Kind() != '{' {
		return false
	}
	return launchedStatus(u.frame.Result) == "async_launched"
}

// ending is how a child ends by this result.
func (u *utterance) ending(b *resultBlock, status spec.Status) ending {
	switch {
	case status == spec.Cancelled:
		return ending{status: spec.Cancelled}
	case !b.IsError && status == "":
		return ending{status: spec.Completed}
	case u.frame.Result.Kind() == '"' && u.results == 1:
		return ending{spec.Failed, strings.TrimPrefix(str(u.frame.Result), "Error: ")}
	}
	return ending{spec.Failed, str(b.Content)}
}
