package runner

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/runner/report"
)

// An explanation counts which failing cases of the whole run the named deviations
// explain. The diagnosis looks at a sample of them.
type explanation struct {
	failing, explained int
	by                 map[string]int // the explained cases, by deviation
}

// add counts a failing case whose attribution is done.
func (e *explanation) add(out *outcome) {
	if !out.wrong {
		return
	}
	names := slices.Clone(out.guessed)
	for i := range out.record.Findings {
		if name := out.record.Findings[i].Deviation; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if e.failing++; len(names) > 0 {
		e.explained++
	}
	if e.by == nil {
		e.by = map[string]int{}
	}
	for _, name := range names {
		e.by[name]++
	}
}

// report writes the numbers into the diagnosis, nil for none. The deviation that
// explains most cases comes first. Of a run that ended before as many cases were
// attributed as the diagnosis looked at, its own numbers say more.
func (e *explanation) report(d *report.Diagnosis) {
	if d == nil || e.failing == 0 || e.failing < d.Failing {
		return
	}
	d.Failing, d.Explained = e.failing, e.explained
	for i := range d.Deviations {
		d.Deviations[i].Cases = e.by[d.Deviations[i].Name]
	}
	slices.SortStableFunc(d.Deviations, func(a, b report.Diagnosed) int { return cmp.Compare(b.Cases, a.Cases) })
}
