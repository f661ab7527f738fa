package lanes

import "github.com/quock-dev/quock/model"

// A gutter holds the lanes.
type gutter struct {
	most   int // lanes, without the one that sessions share
	lanes  []*drawnSession
	shared map[*drawnSession]bool // the sessions in the last lane
	clock  int
}

// lastOf returns the session as it is drawn if it has a lane, or had it last; else nil.
func (g *gutter) lastOf(ss *model.Session) *drawnSession {
	for _, v := range g.lanes {
		if v != nil && v.session == ss {
			return v
		}
	}
	return nil
}

// take gives a session its lane: the leftmost free one, else a new one, else the lane of
// the session whose turn ended longest ago, else the last lane, which is shared.
func (g *gutter) take(v *drawnSession) {
	at := none
	for i, other := range g.lanes {
		if other == nil || other.ended {
			at = i
			break
		}
	}
	switch {
	case at != none:
	case len(g.lanes) < g.most:
		g.lanes = append(g.lanes, nil)
		at = len(g.lanes) - 1
	default:
		at = g.quiet()
	}
	if at == none {
		v.lane = overflow
		if g.shared == nil {
			g.shared = map[*drawnSession]bool{}
		}
		g.shared[v] = true
		return
	}
	if old := g.lanes[at]; old != nil {
		old.lane = none
	}
	v.lane, g.lanes[at] = at, v
}

func (g *gutter) quiet() int {
	at := none
	for i, v := range g.lanes {
		if v.idle && (at == none || v.lastDrawn < g.lanes[at].lastDrawn) {
			at = i
		}
	}
	return at
}

// rest marks lanes as idle if no session has an open turn.
func (g *gutter) rest(all bool) {
	for _, v := range g.lanes {
		if v != nil {
			v.idle = v.idle || all
		}
	}
}

// release frees the lane. Its session keeps the lane's letter until it is taken.
func (g *gutter) release(v *drawnSession) {
	v.ended = true
	delete(g.shared, v)
	if v.lane == overflow {
		v.lane = none
	}
}

// letter returns the name of the session in the drawing.
func (v *drawnSession) letter() string {
	switch {
	case v.lane >= 0:
		return string(rune('A' + v.lane))
	case v.lane == overflow:
		return "+"
	}
	return ""
}

// A cell is one lane of a line, two columns wide.
type cell struct{ mark, join rune }

// row draws the lanes of one line: the line is of v, and is linked to peer if peer has a lane.
func (g *gutter) row(v, peer *drawnSession) []cell {
	cells := make([]cell, len(g.lanes), len(g.lanes)+1)
	for i, other := range g.lanes {
		cells[i] = cell{' ', ' '}
		switch {
		case other == nil || other.ended:
		case other.idle:
			cells[i].mark = '┊'
		default:
			cells[i].mark = '│'
		}
	}
	if len(g.shared) > 0 || v != nil && v.lane == overflow {
		cells = append(cells, cell{':', ' '})
	}
	from := g.column(v, len(cells))
	if from < 0 {
		return cells
	}
	if to := g.column(peer, len(cells)); to >= 0 && to != from {
		tie(cells, from, to, peer.ended)
	}
	cells[from].mark = []rune(v.letter())[0]
	return cells
}

// column returns the cell of a session; -1 if it has none.
func (g *gutter) column(v *drawnSession, n int) int {
	switch {
	case v == nil:
		return -1
	case v.lane == overflow:
		return n - 1
	case v.lane >= 0 && g.lanes[v.lane] == v:
		return v.lane
	}
	return -1
}

// tie draws the line between two lanes.
func tie(cells []cell, from, to int, ended bool) {
	left, right := min(from, to), max(from, to)
	for i := left; i < right; i++ {
		cells[i].join = '─'
		if i > left {
			if cells[i].mark == ' ' {
				cells[i].mark = '─'
			} else {
				cells[i].mark = '┼'
			}
		}
	}
	switch {
	case ended && to > from:
		cells[to].mark = '╯'
	case ended:
		cells[to].mark = '╰'
	case to > from:
		cells[to].mark = '┤'
	default:
		cells[to].mark = '├'
	}
}
