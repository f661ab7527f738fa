package campaign

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// A place is an abstraction of the model's state before an event: the parts
// that can decide how the event is read.
type place struct {
	phase   uint8 // of the session's last turn
	message uint8 // 1: a message of the session is open
	role    uint8 // of the session
	call    uint8 // phase of the call that the event names
	open    uint8 // calls of the session that are not over, capped at 3
	held    uint8 // 1: calls of the session are held
	others  uint8 // other sessions with an open turn, capped at 2
	slot    uint8 // how the event's slot relates to earlier ones
}

// The phases of a turn, and how many there are.
const (
	noTurn uint8 = iota
	turnEmpty
	turnFull
	turnWaiting
	turnOver
	phases
)

// The roles of a session.
const (
	roleRoot uint8 = iota
	roleChild
	roleDeep   // a sub-session's sub-session
	roleGlobal // the event has no session
	roles
)

// The phases of the call that an event names.
const (
	callNone uint8 = iota // the event names none
	callUnknown
	callPreparing
	callExecuting
	callWaiting
	callOver
	callPhases
)

// The relations of an event's slot.
const (
	slotNone uint8 = iota
	slotSame       // the slot that the session named last
	slotOther
	slots
)

const (
	maxOpen   = 4 // numbers of open calls that are distinguished
	maxOthers = 3
	// recent is how many of the latest calls and sessions are examined.
	recent = 16
)

// known returns the session of an event, nil if the event opens it.
func known(s *model.State, id string) *model.Session {
	for i := len(s.Sessions) - 1; i >= 0; i-- {
		if s.Sessions[i].ID == id {
			return s.Sessions[i]
		}
	}
	return nil
}

// placeOf returns the place of an event in session ss.
func placeOf(s *model.State, ss *model.Session, e *spec.Event) place {
	p := place{role: roleOf(s, ss, e), others: others(s, ss)}
	if e.Call != "" {
		p.call = callUnknown
	}
	if ss == nil {
		return p
	}
	p.phase = phaseOf(ss)
	for i := len(ss.Messages) - 1; i >= max(0, len(ss.Messages)-4); i-- {
		if ss.Messages[i].Open {
			p.message = 1
		}
	}
	if len(ss.Held) > 0 {
		p.held = 1
	}
	p.calls(ss, e.Call)
	return p
}

// calls finds the call of an id, and counts the calls that are not over.
func (p *place) calls(ss *model.Session, id string) {
	for i := len(ss.Calls) - 1; i >= max(0, len(ss.Calls)-recent); i-- {
		c := ss.Calls[i]
		if !c.Status.Terminal() && p.open < maxOpen-1 {
			p.open++
		}
		if p.call == callUnknown && c.ID == id {
			p.call = callPhase(c.Status)
		}
	}
}

func callPhase(s spec.Status) uint8 {
	switch s {
	case spec.Preparing:
		return callPreparing
	case spec.Executing:
		return callExecuting
	case spec.Waiting:
		return callWaiting
	}
	return callOver
}

func phaseOf(ss *model.Session) uint8 {
	if len(ss.Turns) == 0 {
		return noTurn
	}
	switch t := ss.Turns[len(ss.Turns)-1]; {
	case t.Status == spec.Waiting:
		return turnWaiting
	case !t.Open():
		return turnOver
	case t.Content:
		return turnFull
	}
	return turnEmpty
}

func roleOf(s *model.State, ss *model.Session, e *spec.Event) uint8 {
	parent := e.Parent
	if ss != nil && ss.Parent.OK {
		parent = ss.Parent
	}
	switch {
	case e.Global:
		return roleGlobal
	case !parent.OK:
		return roleRoot
	}
	if above := known(s, parent.ID); above != nil && above.Parent.OK {
		return roleDeep
	}
	return roleChild
}

// others counts the other sessions that have an open turn.
func others(s *model.State, ss *model.Session) uint8 {
	n := uint8(0)
	for i := len(s.Sessions) - 1; i >= max(0, len(s.Sessions)-recent) && n < maxOthers-1; i-- {
		if o := s.Sessions[i]; o != ss && len(o.Turns) > 0 && o.Turns[len(o.Turns)-1].Open() {
			n++
		}
	}
	return n
}
