package shrink

import "slices"

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
	met := *t
	met.verdict = nil
	s.found = append(s.found, &met)
	*t = trial{index: t.index, verdict: t.verdict} // its memory went with the other
}
