package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// assistant reads a full frame: one block of a message, or several, or none.
func (p *pass) assistant() *wire.Problem {
	var f assistantFrame
	if problem := p.read(&f); problem != nil {
		return problem
	}
	list, err := blocks(f.Message.Content)
	if err != nil {
		return p.problem(wire.Unsupported, "assistant: "+err.Error())
	}
	p.enter(f.speaker)
	if len(f.Supersedes) > 0 {
		p.emit(spec.Event{Kind: spec.Retract, Retracts: f.Supersedes})
	}
	parts, others := p.parts(f.Message.ID, list)
	said := p.whole(&f.Message, parts)
	if len(parts) > 0 || len(others) == 0 {
		p.emit(said)
	}
	for _, block := range others {
		p.emit(asideOf(block, f.Message.ID, said.Restated))
	}
	for _, part := range parts {
		p.called(part.Call)
	}
	return nil
}

// whole is the event of a full frame. It may repeat what streamed, and ends the
// message only if it says why the message stopped, as synthetic ones do.
func (p *pass) whole(m *message, parts []spec.SnapshotPart) spec.Event {
	said := spec.Snapshot{Message: m.ID, Role: "assistant", Parts: parts, Metadata: metadata(m.Rest)}
	if m.StopReason != nil {
		said.StopReason = *m.StopReason
	}
	return spec.Event{
		Kind:     spec.MessageFull,
		Restated: p.scope(p.Scope).seen[m.ID].streamed,
		Complete: m.StopReason != nil,
		Messages: []spec.Snapshot{said},
	}
}

// parts reads the blocks of a full frame; those that are no parts have a position
// too.
func (p *pass) parts(message string, list []jsontext.Value) (parts []spec.SnapshotPart, others []jsontext.Value) {
	for i, block := range list {
		kind := kindOf(block)
		read, ok := part(kind, block)
		position, previewed := p.position(i, message, kind, read.Call)
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
func (p *pass) position(i int, message, kind, call string) (int, *streamed) {
	if p.replay {
		return p.memo.slot + i, nil
	}
	at, confirmed := p.scope(p.Scope).claim(message, kind, call)
	if i == 0 {
		p.memo.slot = at
	}
	return at, confirmed
}

// Violations implements wire.Verifier: what the latest record contradicts.
func (d *decoder) Violations() []spec.Violation { return d.violations }

// confirm holds a full block against what its deltas said, and forgets that.
func (p *pass) confirm(b *streamed, whole *spec.SnapshotPart) {
	said := string(b.said)
	b.said = nil
	if said == "" || previewed(said, whole) {
		return
	}
	v := spec.Violation{Record: p.record, Earlier: b.began, Force: spec.Demanded, Clause: previews, Session: p.Scope, Call: whole.Call}
	v.Detail = "the whole block says something else than its deltas"
	if whole.Kind == spec.CallPart {
		v.Detail = "the whole input is another value than its deltas"
	}
	p.violations = append(p.violations, v)
}

// previewed reports whether deltas said what the whole block says: a text as far as
// both go, since one may be cut and a thought left out; an input as a value.
func previewed(said string, whole *spec.SnapshotPart) bool {
	switch {
	case whole.Kind != spec.CallPart:
		return strings.HasPrefix(whole.Text, said) || strings.HasPrefix(said, whole.Text)
	case whole.Invalid:
		return said == whole.Args
	}
	a, b := jsontext.Value(said), jsontext.Value(whole.Args)
	if a.Canonicalize() != nil {
		return false
	}
	return b.Canonicalize() != nil || string(a) == string(b)
}
