package lanes

import "github.com/quock-dev/quock/model"

// A gutter holds the lanes.
type gutter struct {
	most   int // lanes, without the one that sessions share
	lanes  []*voice
	shared map[*voice]bool // the sessions in the last lane
	clock  int
}

// voice is the voice of the session that has the lane, or had it last.
func (g *gutter) voice(ss *model.Session) *voice {
	for _, v := range g.lanes {
		if v != nil && v.session == ss {
			return v
		}
	}
	return nil
}

// take gives a voice its lane: the leftmost free one, else a new one, else the lane of
// the voice whose turn ended longest ago, else the last lane, which is shared.
func (g *gutter) take(v *voice) {
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
			g.shared = map[*voice]bool{}
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
		if v.idle && (at == none || v.spoke < g.lanes[at].spoke) {
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

// leave frees the lane. Its voice keeps the lane's letter until it is taken.
func (g *gutter) leave(v *voice) {
	v.ended = true
	delete(g.shared, v)
	if v.lane == overflow {
		v.lane = none
	}
}

// letter returns the name of the voice in the drawing.
func (v *voice) letter() string {
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

// row draws the lanes of one line: v speaks, and is tied to peer if peer has a lane.
func (g *gutter) row(v, peer *voice) []cell {
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

// column returns the cell of a voice; -1 if it has none.
func (g *gutter) column(v *voice, n int) int {
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
