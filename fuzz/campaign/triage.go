package campaign

import (
	"context"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// attribute has the due failures attributed and reduced, and keeps the smallest stream of each
// new one. Each reduction is planned before those of its step are done, so two of one step may
// end in the same stream; it is kept once.
func (r *round) attribute(ctx context.Context) error {
	units := make([]*Unit, len(r.due))
	for n, i := range r.due {
		o := r.origin(i)
		units[n] = r.unit(work{Attribute: &o})
	}
	results, err := r.step(ctx, units)
	if err != nil {
		return err
	}
	wave, left, err := r.attributed(results)
	for err == nil && len(wave) > 0 {
		wave, err = r.reduce(ctx, wave, left)
	}
	return err
}

func (r *round) origin(i int) origin {
	o := &r.out[i]
	return origin{Case: r.jobs[i].Number, Token: o.Token, Events: o.Events, Records: o.Records, First: o.Attempt}
}

// maxFollowed is how many of the other failures that reductions met are
// followed for one case, at most.
const maxFollowed = 8

// A wanted reduction is of a failure of one case.
type wanted struct {
	i int
	other
}

// attributed keeps what cannot be reduced, and plans the first reductions. left is how many of
// the other failures may be followed, by case.
func (r *round) attributed(results []*Result) (wave []wanted, left map[int]int, err error) {
	left = map[int]int{}
	for n, one := range results {
		i, c := r.due[n], one.body.Attributed
		switch {
		case c == nil:
			r.lost(one)
		case c.Whole != nil:
			if c.Whole.Filed.Flaky {
				r.state.Wavered++
			}
			err = r.keepUnreduced(i, c.Whole)
		}
		if err != nil {
			return nil, nil, err
		}
		if c == nil || c.Whole != nil {
			continue
		}
		left[i] = maxFollowed
		for _, s := range c.Signatures {
			if worthwhile(r.state.Attributed.note(s, 1)) {
				wave = append(wave, wanted{i, other{s, c.Subject}})
			}
		}
	}
	return wave, left, nil
}

// reduce has failures reduced and keeps the findings. It returns the other failures that
// the reductions met, as far as they are followed.
func (r *round) reduce(ctx context.Context, wave []wanted, left map[int]int) (next []wanted, err error) {
	units := make([]*Unit, len(wave))
	for n := range wave {
		w := &wave[n]
		units[n] = r.unit(work{Reduce: &reduceWork{Origin: r.origin(w.i), As: w.Signature, Subject: w.Subject}})
	}
	results, err := r.step(ctx, units)
	if err != nil {
		return nil, err
	}
	for n, one := range results {
		i, found := wave[n].i, one.body.Reduced
		if found == nil {
			r.lost(one)
			continue
		}
		if err := r.file(i, &found.Made); err != nil {
			return nil, err
		}
		for _, o := range found.Others {
			if left[i] > 0 && !r.state.Attributed.has(o.Signature) {
				left[i]--
				r.state.Attributed.note(o.Signature, 1)
				next = append(next, wanted{i, o})
			}
		}
	}
	return next, nil
}

// file keeps a finding, unless its stream was found before.
func (r *round) file(i int, m *made) error {
	if m.Filed.Whole {
		r.state.Wavered++
		return r.keepUnreduced(i, m)
	}
	for _, s := range append([]shrink.Signature{m.Filed.Signature}, m.Filed.Also...) {
		r.state.Attributed.note(s, 0)
	}
	for k := range r.state.Findings {
		if known := &r.state.Findings[k]; known.Form == m.Filed.Form || known.same(&m.Filed) {
			known.Met++
			return nil
		}
	}
	return r.save(i, m)
}

// maxUnreduced is how many flaky cases, and how many timeouts, are kept
// unreduced at most.
const maxUnreduced = 8

// keepUnreduced keeps a case that cannot be reduced.
func (r *round) keepUnreduced(i int, m *made) error {
	same := 0
	for k := range r.state.Findings {
		known := &r.state.Findings[k]
		if known.Form == m.Filed.Form {
			known.Met++
			return nil
		}
		same += flag(known.Whole && known.Flaky == m.Filed.Flaky)
	}
	if same >= maxUnreduced {
		return nil
	}
	return r.save(i, m)
}

// save stores a finding and records it in the state.
func (r *round) save(i int, m *made) error {
	if err := r.Store.Finding(m.Filed.Name, m.Text); err != nil {
		return err
	}
	r.state.Findings = append(r.state.Findings, m.Filed)
	r.pending = append(r.pending, m.Filed)
	r.found = append(r.found, &findingLine{m.Filed})
	r.yield[i] += yieldFinding
	r.progress()
	return nil
}
