package writing

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// assistant is a whole message of a model. In a state its calls keep the
// streamed text, if there is any; one that comes to be whole has parsed calls
// only.
func (e *encoder) assistant(session string, s *spec.Snapshot, restated bool) any {
	m := writtenWhole{
		ID: s.Message, Type: "ai", Usage: usage(s.Usage),
		Response: writtenResponse{s.StopReason}, Content: "",
	}
	if restated {
		m.Name = s.Agent
		if m.Name == "" && !e.python {
			m.Name = "model"
		}
	}
	var order []place
	for i := range s.Parts {
		p := &s.Parts[i]
		if p.Kind == spec.CallPart {
			e.session(session).announced(p.Call, p.Name, s.Message)
		}
		order = append(order, m.add(e, p, restated))
	}
	m.arrange(s.Parts, order)
	return m
}

// A place is the list that a part of a message is in, in the order in which
// readers take them.
type place uint8

const (
	inContent place = iota
	inChunks
	inCalls
	inInvalid
)

// add writes a part into its list.
func (m *writtenWhole) add(e *encoder, p *spec.SnapshotPart, restated bool) place {
	switch {
	case p.Kind != spec.CallPart:
		return inContent
	case p.ArgsValue:
		m.Calls = append(m.Calls, writtenCall{p.Name, jsontext.Value(p.Args), p.Call, "tool_call"})
		return inCalls
	case p.Slot == "" && (p.Invalid || p.Args == "" || !restated):
		m.Invalid = append(m.Invalid, writtenInvalid{p.Name, p.Args, p.Call, "Malformed args.", "invalid_tool_call"})
		return inInvalid
	}
	streamed := part{slot: p.Slot, call: p.Call, name: p.Name, args: p.Args}
	m.Chunks = append(m.Chunks, e.part(streamed))
	streamed.view(&m.Calls, &m.Invalid)
	return inChunks
}

// arrange writes the content: one text, or blocks where that does not say in
// which order the parts stand.
func (m *writtenWhole) arrange(parts []spec.SnapshotPart, order []place) {
	blocks, texts, numbered := []writtenBlock{}, 0, false
	for i := range parts {
		p := &parts[i]
		if p.Kind == spec.CallPart {
			empty := ""
			blocks = append(blocks, writtenBlock{Type: "tool_use", ID: p.Call, Name: p.Name, Input: &empty, Index: index(p.Slot)})
			continue
		}
		texts++
		numbered = numbered || p.Slot != ""
		m.Content = p.Text
		blocks = append(blocks, writtenBlock{Type: blockType(p.Kind), Text: &p.Text, Index: index(p.Slot)})
	}
	if texts > 1 || numbered || !slices.IsSorted(order) {
		m.Content = blocks
	}
}

// blockType is the type of a text's block. A thought's is one that nobody reads,
// so that it is refused.
func blockType(k spec.PartKind) string {
	if k == spec.TextPart {
		return "text"
	}
	return "reasoning"
}
