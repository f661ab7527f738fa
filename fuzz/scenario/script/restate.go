package script

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// restated writes, in the current group, all sessions anew, in the order of their ids;
// or one and then another.
func (b *Script) restated() {
	if !fault.RestatesAll(&b.sc.Features) {
		b.add(Shown, scenario.Cond{})
		b.add(Switched, scenario.Cond{}).JoinBy = apart
		return
	}
	sessions := make([]int, len(b.sc.Sessions))
	for i := range sessions {
		sessions[i] = i
	}
	slices.SortFunc(sessions, func(i, j int) int { return strings.Compare(b.sc.Sessions[i].ID, b.sc.Sessions[j].ID) })
	for _, i := range sessions {
		b.base.Session = int32(i)
		b.add(Restated, scenario.Cond{})
	}
}

// restates reports whether a session can be emitted anew behind what was emitted: nothing
// is open, no thought is empty, and somebody spoke of the session, or it is the
// root.
func (s *Step) restates(sc *scenario.Scenario, emitted []Emitted) bool {
	open, touched := 0, s.Session == 0
	for i := range emitted {
		o := &emitted[i]
		touched = touched || o.Session == s.Session && (o.Kind == MessageOpens || o.Kind == ResultOrphaned)
		switch o.Kind {
		case MessageOpens:
			open++
			if sc.Thinks(int(o.Message)) && sc.Sofar(sc.Messages[o.Message].Items.From, scenario.None) == "" {
				return false
			}
		case CallOpens:
			open++
		case MessageEnds, ArgsEnd:
			open--
		}
	}
	return open == 0 && touched
}
