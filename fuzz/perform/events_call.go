package perform

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// call writes the events of calls.
func (p *performer) call(s *script.Emitted, e *spec.Event) {
	if s.Call != scenario.None {
		e.Call = p.sc.CallID(int(s.Call))
	}
	switch s.Kind {
	case script.CallOpens:
		p.callOpens(s, e)
	case script.ArgsPiece:
		p.emitArgs(s, e)
	case script.ArgsEnd:
		p.argsEnd(s, e)
	case script.CallStarts:
		e.Kind, e.Name, e.Message = spec.CallStart, p.sc.CallName(int(s.Call)), ""
		if p.f.DoneCarries || p.f.StartEndsArgs {
			e.Args, e.ArgsValue = p.sc.CallArgs(int(s.Call))
		}
	case script.CallEnds:
		p.callEnds(s, e)
	case script.ResultGiven:
		p.callEnds(s, e)
		e.Restated = true
	case script.ResultAdded:
		e.Kind, e.Message, e.Note = spec.NoteEvent, "", spec.NoteCustom
	case script.CallDenied:
		e.Kind, e.Message, e.Status, e.Restated = spec.CallDone, "", spec.Denied, true
		if p.f.MessageTurns {
			e.Status, e.Restated = spec.Cancelled, false
		}
	case script.CallProgresses:
		e.Kind, e.Message = spec.CallProgress, ""
		if s.Piece != scenario.None {
			e.Result = p.sc.Calls[s.Call].Shows[s.Piece]
		}
	case script.CallEnded:
		e.Kind, e.Message = spec.CallProgress, ""
		e.IsError, e.Status = p.sc.CallFailed(int(s.Call)), p.sc.CallStatus(int(s.Call))
	case script.Waits:
		e.Kind, e.Message, e.Wait = spec.Wait, "", "for-"+e.Call
		if p.f.WaitsUnnamed || p.f.ModelCalls || p.f.MessageTurns {
			e.Wait = ""
		}
	case script.ArgsUnclear:
		e.Kind, e.Text = spec.CallArgs, scenario.StrayText
	case script.ArgsLate:
		e.Kind, e.Slot, e.Text = spec.CallArgs, p.sc.Slot(int(s.Item)), scenario.StrayText
		if p.f.Slots {
			e.Call = ""
		}
	case script.ArgsStray:
		e.Kind, e.Slot, e.Text = spec.CallArgs, scenario.StraySlot, scenario.StrayText
	case script.TextOrphaned:
		e.Kind, e.Form, e.Text = spec.Text, spec.Plain, scenario.LateWords
		e.Agent = p.speaker(int(s.Message))
	}
}

// argsEnd names the call where it is not the block's end that is emitted.
func (p *performer) argsEnd(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Slot = spec.ArgsEnd, p.sc.Slot(int(s.Item))
	if p.f.Turns == spec.TurnsOverlap || p.f.MessageTurns {
		e.Call = ""
	}
	if !p.f.ArgsText {
		e.Args, e.ArgsValue = p.sc.SnapshotArgs(int(s.Call))
	}
}

func (p *performer) callOpens(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Name = spec.CallOpen, p.sc.CallName(int(s.Call))
	e.Metadata = p.sc.ItemMeta(int(s.Item))
	e.Restated = p.f.Owner == spec.Derived
	if p.f.Owner == spec.Named {
		e.Slot = p.sc.Slot(int(s.Item))
		e.Agent = p.speaker(int(s.Message))
	}
	if p.sc.OpenCarries() && p.faulty(s, fault.FirstCarries) {
		e.Args, e.ArgsValue = p.sc.OpenArgs(int(s.Call))
	}
}

func (p *performer) emitArgs(s *script.Emitted, e *spec.Event) {
	e.Kind = spec.CallArgs
	e.Slot, e.Text = p.sc.Slot(int(s.Item)), p.sc.Piece(int(s.Item), int(s.Piece))
	if p.f.ArgsCumulative {
		e.Text, e.Restated = p.sc.Sofar(int(s.Item), int(s.Piece)), true
	}
	switch {
	case !p.f.Slots:
	case p.faulty(s, fault.Drift):
		e.Slot = p.sc.DriftSlot(int(s.Item), int(s.Piece))
	case p.faulty(s, fault.Slotless):
		e.Slot, e.Call = "", ""
	case p.faulty(s, fault.Straggler):
		if p.sc.Calls[s.Call].Fault.N > 0 {
			e.Slot = ""
		}
	default:
		e.Call = ""
	}
}

// faulty reports whether the step's call has a fault of the kind that happens.
func (p *performer) faulty(s *script.Emitted, k fault.Kind) bool {
	return s.Call != scenario.None && p.sc.Calls[s.Call].Fault.Kind == k && p.sc.Happens(p.sc.Calls[s.Call].Fault.By)
}

func (p *performer) callEnds(s *script.Emitted, e *spec.Event) {
	c := &p.sc.Calls[s.Call]
	e.Kind, e.Message = spec.CallDone, ""
	e.Result, e.IsError, e.Status = c.Result, p.sc.CallFailed(int(s.Call)), p.sc.CallStatus(int(s.Call))
	if p.f.DoneCarries {
		e.Name = p.sc.CallName(int(s.Call))
		e.Args, e.ArgsValue = p.sc.CallArgs(int(s.Call))
	}
}
