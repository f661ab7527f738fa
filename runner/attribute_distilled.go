package runner

import (
	"context"
	"slices"
	"sync"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// The package's documentation says which rules a failing distilled case breaks.

// shownRules are the rules that a distilled case breaks by an observation's
// differences; none if the base rules fail instead.
func shownRules(t *ask.Trial, at int, observes spec.Parts) []string {
	shows := slices.DeleteFunc(t.Case.Shows(), func(rule string) bool { return !check.Observable(rule, observes) })
	if len(shows) > 0 && slices.Contains(t.Alike, shows[0]) {
		return shows
	}
	for _, rule := range t.Alike {
		if check.Observable(rule, observes) && concerns(t, rule, at, observes) {
			return []string{rule}
		}
	}
	if len(shows) > 0 && misreads(t, shows[0], at, observes) {
		return shows
	}
	return nil
}

// misreads reports whether the rule speaks of something that is present and wrong.
// Nearly every rule speaks of what is missing altogether, so that does not count.
func misreads(t *ask.Trial, rule string, at int, observes spec.Parts) bool {
	spoken := spokenOf(t, rule, at, observes)
	return slices.ContainsFunc(t.Observed[at].Differences, func(d spec.Difference) bool {
		return spoken[d.Path] && !(d.Kind == spec.Missing && ask.Content.Has(d.Part))
	})
}

// matchMutants finds the wrong models that read a distilled case as the candidate does,
// among those of the rules that the case covers or shows.
func (j *judge) matchMutants(t *ask.Trial) {
	if !t.Case.Distilled() {
		return
	}
	t.Alike = nil
	for _, m := range matchingMutants(t, j.Capabilities.Of(t).Observes) {
		if len(t.Case.FaultsOf(m.Rule())) > 0 && !slices.Contains(t.Alike, m.Rule()) {
			t.Alike = append(t.Alike, m.Rule())
		}
	}
}

// matchMutantsCut does the same for a case that was cut. It prefers wrong models that also
// read the whole case as the candidate does.
func (j *judge) matchMutantsCut(small, whole *ask.Trial) {
	j.matchMutants(whole)
	if len(whole.Alike) > 0 {
		small.Alike = whole.Alike
	} else {
		j.matchMutants(small)
	}
}

// consider finds out what the candidate gets wrong on every stream in the dialect of
// a failing distilled case.
func (j *judge) consider(t *ask.Trial) error {
	if !t.Case.Distilled() || j.usual == nil || t.Verdict != spec.Fail {
		return nil
	}
	known, err := j.usual(t.Case.Dialect)
	j.Known, t.Known = known, known
	return err
}

// usually is the number of cases without faults that show what a candidate gets
// wrong on every stream of a dialect.
const usually = 24

// usual holds what the candidate of a run gets wrong on every stream, by dialect. It
// is found out when it is first needed, always by the same cases.
type usual struct {
	mu    sync.Mutex
	known map[string]ask.BaseRules
}

// faults are the base rules that the candidate breaks on streams of a dialect without
// faults. They run in a process of their own. There are none if no stream can be
// made.
func (u *usual) faults(ctx context.Context, r *run, dialect string) (ask.BaseRules, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if known, done := u.known[dialect]; done {
		return known, nil
	}
	found := ask.BaseRules{}
	told := r.plan.Generable()
	if i := slices.IndexFunc(told, func(f plan.Dialect) bool { return f.Name == dialect }); i >= 0 {
		worker := candidate.NewWorker(r.starter, r.limits)
		defer worker.Close()
		j, err := newJudge(ctx, worker, 1)
		if err == nil {
			err = j.meet(ctx, r.plan, told[i], found)
		}
		if err != nil {
			return nil, err
		}
	}
	if u.known == nil {
		u.known = map[string]ask.BaseRules{}
	}
	u.known[dialect] = found
	return found, nil
}

// meet runs cases without faults until the candidate dies.
func (j *judge) meet(ctx context.Context, p *plan.Plan, f plan.Dialect, found ask.BaseRules) error {
	for n := range usually {
		c, err := p.PlainCase(f, n)
		if err != nil {
			return err
		}
		t, err := j.Try(ctx, c)
		if err != nil || t.Died {
			return err
		}
		if err := j.learnFrom(ctx, t, found); err != nil {
			return err
		}
	}
	return nil
}
