package reading

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// assistant reads a full frame: one block of a message, or several, or none.
func (p *pass) assistant() *wire.Problem {
	by, supersedes := p.speaker(), p.texts("supersedes")
	p.object("message")
	m := readMessage(p.Envelope.Inner("message"))
	if p.wrong || m.wrong {
		return p.misshapen()
	}
	list, err := p.content.read(m.content)
	if err != nil {
		return unsupported("assistant: " + err.Error())
	}
	p.enter(by)
	if len(supersedes) > 0 {
		p.emit(spec.Event{Kind: spec.Retract, Retracts: supersedes})
	}
	m.id = p.keep(m.id)
	parts, others := p.parts(m.id, list)
	full := p.whole(&m, parts)
	if len(parts) > 0 || len(others) == 0 {
		p.emit(full)
	}
	for _, block := range others {
		p.emit(block.aside(m.id, full.Restated))
	}
	for i := range parts {
		p.called(parts[i].Call)
	}
	return nil
}

// whole is the event of a full frame. It may repeat what streamed, and ends the
// message only if it says why the message stopped, as synthetic ones do.
func (p *pass) whole(m *message, parts []spec.SnapshotPart) spec.Event {
	snapshot := spec.Snapshot{Message: m.id, Role: "assistant", Parts: parts, Metadata: m.metadata(), StopReason: m.reason}
	return spec.Event{
		Kind:     spec.MessageFull,
		Restated: p.in(p.scope).seen[m.id].streamed,
		Complete: m.stopped,
		Messages: []spec.Snapshot{snapshot},
	}
}

// parts reads the blocks of a full frame; those that are no parts have a position
// too.
func (p *pass) parts(message string, list []block) (parts []spec.SnapshotPart, others []*block) {
	for i := range list {
		block := &list[i]
		read, ok := block.part()
		position, previewed := p.position(i, message, block.kind, read.Call)
		if previewed != nil && ok {
			p.confirm(previewed, &read)
		}
		if !ok {
			others = append(others, block)
			continue
		}
		read.Slot = slot(position)
		parts = append(parts, read)
	}
	return parts, others
}

// position is that of the i-th block of the frame, and the streamed block that it
// confirms, nil if none.
func (p *pass) position(i int, message, kind, call string) (int, *StreamedBlock) {
	if p.replay {
		return p.memo.slot + i, nil
	}
	at, confirmed := p.in(p.scope).claim(message, kind, call)
	if i == 0 {
		p.memo.slot = at
	}
	return at, confirmed
}

// Violations implements wire.Verifier: what the latest record contradicts.
func (d *FrameDecoder) Violations() []spec.Violation { return d.Violated }

// confirm holds a full block against what its deltas said, and forgets that.
func (p *pass) confirm(b *StreamedBlock, whole *spec.SnapshotPart) {
	streamed := string(b.sofar)
	b.sofar = nil
	if streamed == "" || previewed(streamed, whole) {
		return
	}
	v := spec.Violation{Record: p.Number, Earlier: b.began, Force: spec.Demanded, Clause: Previews, Session: p.scope, Call: whole.Call}
	v.Detail = "the whole block says something else than its deltas"
	if whole.Kind == spec.CallPart {
		v.Detail = "the whole input is another value than its deltas"
	}
	p.Violated = append(p.Violated, v)
}

// previewed reports whether deltas said what the whole block says: a text as far as
// both go, since one may be cut and a thought left out; an input as a value.
func previewed(streamed string, whole *spec.SnapshotPart) bool {
	switch {
	case whole.Kind != spec.CallPart:
		return strings.HasPrefix(whole.Text, streamed) || strings.HasPrefix(streamed, whole.Text)
	case whole.Invalid:
		return streamed == whole.Args
	}
	a, b := jsontext.Value(streamed), jsontext.Value(whole.Args)
	if a.Canonicalize() != nil {
		return false
	}
	return b.Canonicalize() != nil || string(a) == string(b)
}
