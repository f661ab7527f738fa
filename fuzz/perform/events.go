package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// performer turns steps into events.
type performer struct {
	sc      *scenario.Scenario
	f       *spec.Features
	emitted []script.Emitted
	// snapshots and parts hold those of the events.
	snapshots []spec.Snapshot
	parts     []spec.SnapshotPart
}

func (p *performer) reset(sc *scenario.Scenario, emitted []script.Emitted) {
	p.sc, p.f, p.emitted = sc, &sc.Features, emitted
	p.snapshots, p.parts = p.snapshots[:0], p.parts[:0]
}

// one is a list of one snapshot, whose parts are those from an index on.
func (p *performer) one(s spec.Snapshot, from int) []spec.Snapshot {
	s.Parts = p.parts[from:len(p.parts):len(p.parts)]
	n := len(p.snapshots)
	p.snapshots = append(p.snapshots, s)
	return p.snapshots[n : n+1 : n+1]
}

// event writes the event of the step emitted at i.
func (p *performer) event(i int, e *spec.Event) {
	s := &p.emitted[i]
	e.Record = s.Record
	p.scope(s, e)
	if p.f.EventIDs {
		e.ID = script.EventID(s)
	}
	switch s.Kind {
	case script.SessionOpens:
		p.sessionOpens(s, e)
	case script.SessionNamed:
		p.sessionOpens(s, e)
		e.Agent = p.sc.Agent(int(s.Message))
	case script.SessionEnds:
		e.Kind = spec.SessionClose
		e.Status, e.Error = s.Closing(p.sc)
	case script.Prompted:
		p.prompted(s, e)
	case script.TurnStarts:
		e.Kind, e.Turn = spec.TurnStart, p.sc.Turns[s.Turn].ID
	case script.TurnUsed:
		e.Kind, e.Usage = spec.UsageReport, p.sc.TurnUsage(int(s.Turn))
	case script.TurnEnds:
		p.turnEnds(s, e)
	case script.UserTurns:
		*e = spec.Event{Kind: spec.UserTurn, ID: e.ID, Record: s.Record, Global: true}
	case script.Greets, script.Echoes:
		e.Kind, e.Note = spec.NoteEvent, spec.NoteCustom
	case script.SilentStarts, script.SilentEnds:
		p.silentChild(s, e)
	case script.Logs:
		e.Kind, e.Call, e.Log = spec.ToolLog, p.sc.CallID(int(s.Call)), []spec.LogEntry{s.LogEntry()}
	case script.Notes:
		p.note(s, e)
	case script.ModelStarts:
		e.Kind, e.Note = spec.NoteEvent, spec.NoteBoundary
	case script.Repeats:
		p.event(s.Of-1, e)
		e.Record = s.Record
	default:
		switch {
		case s.Extra != scenario.None:
			p.extra(s, e)
		case s.Kind == script.Waits && s.Call == scenario.None:
			e.Kind, e.Wait = spec.Wait, scenario.WaitID
		default:
			p.message(s, e)
		}
	}
}

// scope names the session, and its parent where each event does.
func (p *performer) scope(s *script.Emitted, e *spec.Event) {
	session := &p.sc.Sessions[s.Session]
	e.Session = session.ID
	if p.f.Owner == spec.Derived && session.Parent != scenario.None {
		e.Parent = spec.To(p.sc.Sessions[session.Parent].ID)
	}
}

func (p *performer) sessionOpens(s *script.Emitted, e *spec.Event) {
	session := &p.sc.Sessions[s.Session]
	e.Kind = spec.SessionOpen
	if session.Parent == scenario.None {
		return
	}
	e.Parent = spec.To(p.sc.Sessions[session.Parent].ID)
	if p.sc.Links(int(s.Session)) {
		e.ParentCall = spec.To(p.sc.CallID(session.By))
	}
	if p.f.Speakers && (e.ParentCall.OK || p.f.ChildStart) {
		e.Agent = p.sc.SessionAgent(int(s.Session))
	}
}

func (p *performer) prompted(s *script.Emitted, e *spec.Event) {
	e.Kind, e.Complete = spec.MessageFull, true
	e.Restated = p.f.Turns == spec.TurnsRun
	from := len(p.parts)
	p.parts = append(p.parts, spec.SnapshotPart{Kind: spec.TextPart, Text: p.sc.Prompt(int(s.Turn))})
	e.Messages = p.one(spec.Snapshot{Message: s.PromptID(p.sc), Role: "user"}, from)
}

func (p *performer) turnEnds(s *script.Emitted, e *spec.Event) {
	t := &p.sc.Turns[s.Turn]
	e.Kind, e.Turn = spec.TurnEnd, t.ID
	e.Status, e.Error, e.StopReason = p.sc.Ending(int(s.Turn))
	if !p.f.UsageApart {
		e.Usage = p.sc.TurnUsage(int(s.Turn))
	}
}

func usage(u *spec.Usage) *spec.Usage {
	if *u == (spec.Usage{}) {
		return nil
	}
	return u
}

// silentChild writes the start or the end of a sub-session that says nothing.
func (p *performer) silentChild(s *script.Emitted, e *spec.Event) {
	c := &p.sc.Calls[s.Call]
	parent := e.Session
	e.Session = c.Silent
	if s.Kind == script.SilentEnds {
		e.Kind, e.Status = spec.SessionClose, c.SilentIs
		return
	}
	e.Kind, e.Parent = spec.SessionOpen, spec.To(parent)
	if c.Agency == spec.AgentStarts {
		e.ParentCall, e.Agent = spec.To(p.sc.CallID(int(s.Call))), c.Agent
	}
}
