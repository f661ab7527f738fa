package script

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/scenario"
)

// runs are the sessions whose turns are open, one within the other, the innermost
// last.
type runs []int32

// innermost is the session that runs innermost behind what was emitted.
func innermost(emitted []Emitted) int32 {
	var r runs
	for i := range emitted {
		r = r.behind(emitted[i].Step)
	}
	return r.inner()
}

// inner is the innermost session, the root where none runs.
func (r runs) inner() int32 {
	if len(r) == 0 {
		return 0
	}
	return r[len(r)-1]
}

// behind are the runs behind a step. A session that emits something is the innermost: those
// within it are over, although nothing said so.
func (r runs) behind(s *Step) runs {
	at := slices.Index(r, s.Session)
	switch {
	case s.Extra != scenario.None:
	case s.Kind == TurnStarts && at < 0:
		return append(r, s.Session)
	case at < 0:
	case s.Kind == TurnEnds, s.Kind == SessionEnds:
		return r[:at]
	case s.Kind != CallEnds && s.Kind != ResultAdded:
		return r[:at+1]
	}
	return r
}
