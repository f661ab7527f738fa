package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// extra writes what is emitted beside the tree.
func (p *performer) extra(s *script.Emitted, e *spec.Event) {
	x := &p.sc.Extras[s.Extra]
	switch s.Kind {
	case script.Restated:
		e.Kind, e.Complete, e.Messages = spec.History, true, p.messagesBefore(s)
	case script.Shown:
		e.Kind, e.Complete, e.Session, e.Messages = spec.History, true, scenario.ShownID, scenario.ShownMessages
	case script.Stored:
		p.stored(s, e)
	case script.Switched:
		e.Kind, e.Complete = spec.History, true
	case script.ResultOrphaned:
		e.Kind, e.Call, e.Result = spec.CallDone, scenario.OrphanID, scenario.OrphanResultValue
	case script.TextHomeless:
		e.Kind, e.NoSession, e.Form, e.Text = spec.Text, true, spec.Plain, scenario.LateWords
	case script.CloseOrphaned:
		e.Kind, e.Session = spec.SessionClose, scenario.GhostID
	case script.Limits:
		e.Kind, e.Limit = spec.LimitReport, &x.Limit
	case script.Errs:
		e.Kind, e.Error = spec.Error, scenario.ErrorText
	case script.Waits:
		e.Kind, e.Wait = spec.Wait, scenario.WaitID
	case script.Cancels:
		p.global(s, e, spec.Cancel)
	case script.Fails:
		if e.Kind = spec.Error; !p.f.Nested {
			p.global(s, e, spec.Error)
		}
		e.Fatal, e.Error = true, scenario.FatalText
	}
	if s.Kind == script.Errs && p.f.Owner == spec.Derived && !p.f.WholeMessages {
		e.Session, e.Global = "", true
	}
}

// note writes a record that says nothing.
func (p *performer) note(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Note = spec.NoteEvent, s.Note(p.sc)
	if p.f.Nested && s.Extra == scenario.None {
		note := e.Note
		p.global(s, e, spec.NoteEvent)
		e.Note = note
		return
	}
	if s.Extra != scenario.None {
		e.Text = p.sc.Extras[s.Extra].Text
	}
}

// global makes an event one of the whole stream.
func (p *performer) global(s *script.Emitted, e *spec.Event, k spec.Kind) {
	*e = spec.Event{Kind: k, ID: e.ID, Record: s.Record, Global: true}
}

// stored writes a piece of what the end of a sub-session holds.
func (p *performer) stored(s *script.Emitted, e *spec.Event) {
	parent := e.Session
	e.Session = scenario.StoredID
	switch s.Piece {
	case 0:
		e.Kind, e.Parent = spec.SessionOpen, spec.To(parent)
	case 1:
		e.Kind, e.Note, e.Text = spec.NoteEvent, spec.NoteSystem, scenario.StoredTask
	case 2:
		e.Kind, e.Complete, e.Messages = spec.History, true, scenario.StoredMessages
	case 3:
		e.Kind, e.Session, e.Parent = spec.SessionOpen, scenario.StoredInner, spec.To(scenario.StoredID)
	case 4:
		e.Kind, e.Session, e.Complete, e.Messages = spec.History, scenario.StoredInner, true, scenario.StoredInnerMessages
	case 5:
		e.Kind, e.Session = spec.SessionClose, scenario.StoredInner
	default:
		e.Kind = spec.SessionClose
	}
}
