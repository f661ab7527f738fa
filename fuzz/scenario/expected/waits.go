package expected

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
)

// paused is when somebody was first asked. Who asks outside of a turn of his may
// mean the last or the next.
func (v *view) paused() int {
	at := v.first(func(s *script.Emitted) bool { return s.Kind == script.Waits && s.Call == scenario.None })
	if at != never {
		last := v.lastTurn(int(v.at(at).Session))
		v.doubt = v.doubt || last == scenario.None || v.edges[last].at != never
	}
	return at
}

// pending reports whether somebody was asked and has not answered. A turn that an
// error ended waits for nobody.
func (v *view) pending() bool {
	asked := v.first(func(s *script.Emitted) bool {
		return s.Kind == script.Waits && s.Call != scenario.None && v.pausedCall(int(s.Call)) && v.doneAt(int(s.Call)) == never &&
			v.edges[v.sc.Calls[s.Call].Turn].how != byError
	})
	return v.paused() != never || asked != never && !v.movedOn(asked)
}

// movedOn reports whether a session went on while a call of it still waits: then
// the stream does not say whether it still pauses.
func (v *view) movedOn(asked int) bool {
	moved := v.resumedAfter(asked) != never
	v.doubt = v.doubt || moved
	return moved
}

// unstirring are steps behind which a session that was asked waits as before.
var unstirring = []script.StepKind{script.CallEnds, script.MessageUsage, script.Limits, script.Errs}

// pausedTurn reports whether the session of a turn without an edge was asked, and
// nothing since shows that it goes on. What neither shows it nor is silence (an
// announcement, a repeated one) leaves it open.
func (v *view) pausedTurn(t int) bool {
	session := v.sc.Turns[t].Session
	last := v.lastBefore(never, func(s *script.Emitted) bool { return s.Kind == script.Waits && int(s.Session) == session })
	if last == 0 || v.resumedAfter(last) != never {
		return false
	}
	stirs := v.firstAfter(last, func(s *script.Emitted) bool {
		return int(s.Session) == session && v.begin(s) && !slices.Contains(unstirring, s.Kind)
	})
	v.doubt = v.doubt || stirs != never
	return true
}

// resumedAfter is when a session that was asked went on: with text, a start or a
// result that comes for the first time. What a call of a turn that is over brings is
// late, and says nothing of the turn that waits.
func (v *view) resumedAfter(asked int) int {
	session := v.at(asked).Session
	for at := asked + 1; at <= len(v.emitted); at++ {
		if s := v.at(at); s.Session == session && v.resumes(s, at) {
			return at
		}
	}
	return never
}

func (v *view) resumes(s *script.Emitted, at int) bool {
	switch s.Kind {
	case script.CallEnds, script.CallStarts:
		return v.ofCall(s.Kind, int(s.Call)) == at && at < v.edges[v.sc.Calls[s.Call].Turn].at
	case script.TurnStarts:
		return v.ofTurn(script.TurnStarts, int(s.Turn)) == at
	}
	return v.speaks(s)
}

// pausedCall reports whether a call was open when its session was asked; a
// question that was asked in another session before is not about the calls. A call
// that starts behind its own question has its answer.
func (v *view) pausedCall(c int) bool {
	edge := v.edges[v.sc.Calls[c].Turn].at
	asked, starts := v.ofCall(script.Waits, c), v.ofCall(script.CallStarts, c)
	if asked < edge && (starts < asked || starts == never) {
		return true
	}
	at := v.paused()
	return at < edge && at != never && int(v.at(at).Session) == v.sc.Calls[c].Session && v.mentioned(c) < at
}
