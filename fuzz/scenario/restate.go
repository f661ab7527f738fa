package scenario

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// inPlace: a list of all messages may come in the middle of a turn.
func inPlace(f *spec.Features) bool { return f.Histories && f.HistoryInPlace }

// fullAfter restates a message after its pieces or, where a list of all messages
// may come anywhere, everything.
func fullAfter(m *maker) {
	if inPlace(m.f) {
		atRoot(FullAfter)(m)
		return
	}
	onMessage(FullAfter, restatable)(m)
}

// restated tells, in the current beat, all sessions anew, in the order of their ids.
func (b *Script) restated() {
	sessions := make([]int, len(b.sc.Sessions))
	for i := range sessions {
		sessions[i] = i
	}
	slices.SortFunc(sessions, func(i, j int) int { return strings.Compare(b.sc.Sessions[i].ID, b.sc.Sessions[j].ID) })
	for _, i := range sessions {
		b.base.Session = int32(i)
		b.say(Restated, Cond{})
	}
}

// restates reports whether a session can be told anew behind what was told: nothing
// is open, no thought is empty, and somebody spoke of the session, or it is the
// root.
func (s *Step) restates(sc *Scenario, told []Said) bool {
	open, touched := 0, s.Session == 0
	for i := range told {
		o := &told[i]
		touched = touched || o.Session == s.Session && (o.Kind == MessageOpens || o.Kind == ResultStrays)
		switch o.Kind {
		case MessageOpens:
			open++
			if sc.Thinks(int(o.Message)) && sc.Sofar(sc.Messages[o.Message].Items.From, None) == "" {
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
