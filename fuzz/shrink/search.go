package shrink

// A search looks for the changes of one list after the other that can be made,
// many at once first.
type search[T any] struct {
	r *reducer
	// stages give the lists, each when its turn comes.
	stages []func() []T
	// all says that the first try is to make all changes of a list, not half.
	all bool
	// apply fills in the present draft with some changes made; false if they
	// change nothing.
	apply func(units []T, d *draft) bool
	// left, if not nil, are the units that still mean something after others
	// were made, and how many of the first at are.
	left func(units []T, at int) ([]T, int)
}

// A cursor is where a search stands: in a list of changes, n of which are made at
// once, from index at on; one by one, it goes round until as many failed as there
// are.
type cursor[T any] struct {
	stage     int
	listed    bool
	units     []T
	n, at     int
	failed    int
	from, end int // the units of the present candidate
}

// run makes all changes that can be made.
func (s *search[T]) run() {
	now, more := cursor[T]{}, true
	for more && !s.r.stopped {
		ahead := []cursor[T]{now} // ahead[i] is at candidate i if all before fail
		found := s.r.firstOf(func(i int) bool {
			if len(ahead) <= i {
				next := ahead[i-1]
				next.fails()
				ahead = append(ahead, next)
			}
			return s.present(&ahead[i])
		}, func(i int, d *draft) bool { return s.apply(ahead[i].units[ahead[i].from:ahead[i].end], d) })
		if more = found >= 0; more {
			now = ahead[found]
			s.made(&now)
		}
	}
}

// present finds the candidate at which a cursor is; false behind the last.
func (s *search[T]) present(c *cursor[T]) bool {
	for {
		switch {
		case !c.listed && c.stage == len(s.stages):
			return false
		case !c.listed:
			s.list(c)
		case c.n > 1 && c.at < len(c.units):
			c.from, c.end = c.at, min(c.at+c.n, len(c.units))
			return true
		case c.n > 1:
			c.n, c.at = min((c.n+1)/2, max(1, len(c.units))), 0
		case c.failed < len(c.units):
			c.from = (c.at + c.failed) % len(c.units)
			c.end = c.from + 1
			return true
		default:
			c.stage, c.listed = c.stage+1, false
		}
	}
}

func (s *search[T]) list(c *cursor[T]) {
	units := s.stages[c.stage]()
	*c = cursor[T]{stage: c.stage, listed: true, units: units, n: len(units)}
	if !s.all {
		c.n = (len(units) + 1) / 2
	}
}

// fails goes on behind a candidate that failed.
func (c *cursor[T]) fails() {
	if c.n > 1 {
		c.at += c.n
	} else {
		c.failed++
	}
}

// made takes out the units of the candidate, which are made, and what means
// nothing any more.
func (s *search[T]) made(c *cursor[T]) {
	at := c.from
	c.units = append(c.units[:at:at], c.units[c.end:]...)
	if s.left != nil {
		c.units, at = s.left(c.units, at)
	}
	c.at, c.failed = at, 0
}
