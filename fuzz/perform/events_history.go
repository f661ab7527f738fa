package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// messagesBefore are the messages of a session as they were emitted before a step, and the
// results that answered no call. A message has one text, in front of its calls.
func (p *performer) messagesBefore(at *script.Emitted) []spec.Snapshot {
	var all []spec.Snapshot
	places := map[int32]int{}
	for i := range p.emitted {
		s := &p.emitted[i]
		if s == at {
			break
		}
		if s.Session != at.Session {
			continue
		}
		switch s.Kind {
		case script.MessageOpens:
			places[s.Message] = len(all)
			all = append(all, p.snapshot(s))
		case script.ResultOrphaned:
			all = append(all, spec.Snapshot{Role: "user", Parts: []spec.SnapshotPart{
				{Kind: spec.CallPart, Call: scenario.OrphanID, Answered: true, Result: scenario.OrphanResultValue},
			}})
		case script.TextPiece, script.CallOpens, script.ArgsPiece, script.CallEnds:
			p.addStep(&all[places[s.Message]], s)
		}
	}
	return all
}

// addStep adds what a step says to its message.
func (p *performer) addStep(m *spec.Snapshot, s *script.Emitted) {
	var e spec.Event
	e.Call = p.callID(s)
	switch s.Kind {
	case script.TextPiece:
		p.emitText(s, &e)
		if e.Text == "" {
			return
		}
		if len(m.Parts) == 0 || m.Parts[0].Kind == spec.CallPart {
			kind := spec.TextPart
			if e.Form == spec.Thought {
				kind = spec.ThoughtPart
			}
			m.Parts = append([]spec.SnapshotPart{{Kind: kind}}, m.Parts...)
		}
		m.Parts[0].Text += e.Text
	case script.CallOpens:
		m.Parts = append(m.Parts, spec.SnapshotPart{
			Kind: spec.CallPart, Call: e.Call, Name: p.sc.CallName(int(s.Call)), Metadata: p.sc.ItemMeta(int(s.Item)),
		})
	default:
		p.recalled(m, s, &e)
	}
}

// recalled adds arguments to a call, or its first result.
func (p *performer) recalled(m *spec.Snapshot, s *script.Emitted, e *spec.Event) {
	for i := range m.Parts {
		part := &m.Parts[i]
		switch {
		case part.Call != e.Call || part.Kind != spec.CallPart:
		case s.Kind == script.ArgsPiece:
			part.Args += p.sc.Piece(int(s.Item), int(s.Piece))
		case !part.Answered:
			p.callEnds(s, e)
			part.Answered, part.Result, part.IsError = true, e.Result, e.IsError
		}
	}
}

func (p *performer) callID(s *script.Emitted) string {
	if s.Call == scenario.None {
		return ""
	}
	return p.sc.CallID(int(s.Call))
}
