package runner

import (
	"context"
	"slices"
	"sync"

	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
)

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
	generable := r.plan.Generable()
	if i := slices.IndexFunc(generable, func(f plan.Dialect) bool { return f.Name == dialect }); i >= 0 {
		worker := candidate.NewWorker(r.starter, r.limits)
		defer worker.Close()
		j, err := attribute.New(ctx, worker, 1)
		if err == nil {
			err = meet(ctx, j, r.plan, generable[i], found)
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
func meet(ctx context.Context, j *attribute.Attributor, p *plan.Plan, f plan.Dialect, found ask.BaseRules) error {
	for n := range usually {
		c, err := p.PlainCase(f, n)
		if err != nil {
			return err
		}
		t, err := j.Try(ctx, c)
		if err != nil || t.Died {
			return err
		}
		if err := j.LearnFrom(ctx, t, found); err != nil {
			return err
		}
	}
	return nil
}
