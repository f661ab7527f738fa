package shrink

import "slices"

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

// A pass is a part of the procedure. It works on the reducer that it is given, so that it can
// be tried on a copy as well.
type pass func(r *reducer)

// run makes passes, one after the other.
func (r *reducer) run(passes ...pass) {
	after := r.behind
	for i, do := range passes {
		if r.scout != nil && r.stopped {
			break
		}
		r.behind = slices.Concat(passes[i+1:], after)
		do(r)
	}
	r.behind = after
}

// A scout finds the candidates that come next. It goes through the passes on a copy of the reducer,
// with what is known of candidates, and asks no judge.
type scout struct {
	want, made int
	asked      []*trial // they are on their way to the judge
	found      []*trial
}

// mostAhead is how many candidates a scout makes at most.
const mostAhead = 64

// ahead are up to n candidates of the passes behind the present one that nobody has judged or is
// asked about, if that leaves a draft, and if each of them fails.
func (r *reducer) ahead(n int, from *draft, asked []*trial) []*trial {
	if n <= 0 || len(r.behind) == 0 {
		return nil
	}
	s := *r
	s.scout, s.behind, s.guesses, s.likely = &scout{want: n, asked: asked}, nil, nil, false
	s.now = draft{slices.Clone(from.nodes), from.dangers, from.end}
	s.trials, s.mentioned, s.options.Width = r.spares, nil, 1
	s.run(r.behind...)
	r.spares, r.mark, r.sown = s.trials, s.mark, s.sown
	return s.scout.found
}

// goes reports whether a scout goes on to another candidate.
func (s *scout) goes() bool {
	s.made++
	return s.made <= mostAhead && len(s.found) < s.want
}

// meets takes note of a candidate of a scout that nobody has judged, and lets it fail.
func (r *reducer) meets(t *trial) {
	if t.verdict != nil {
		return
	}
	t.verdict = &verdict{counted: true}
	s := r.scout
	if met(s.asked, t) || met(s.found, t) {
		return
	}
	own := *t
	own.verdict = nil
	s.found = append(s.found, &own)
	*t = trial{index: t.index, verdict: t.verdict} // its memory went with the other
}
