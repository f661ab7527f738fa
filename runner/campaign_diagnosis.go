package runner

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/runner/internal/explain"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/internal/parallel"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
)

// Know sets the deviations with these names aside, and finds out what the candidate
// gets wrong beside them without any fault. It must not be called in parallel with
// another method.
func (o *Pool) Know(ctx context.Context, names []string) {
	o.deviations = nil
	for _, name := range names {
		if d, known := deviation.ByName(name); known {
			o.deviations = append(o.deviations, d)
		}
	}
	_ = o.learn(ctx) // Err keeps it
}

// diagnose says how the candidate reads, by generated cases and by findings. It returns nil if
// it was stopped.
func (o *Pool) diagnose(ctx context.Context, generated []*perform.Case, stored []campaign.FindingText) *campaign.Grouping {
	var findings []*plan.Case
	for _, f := range stored {
		if c, _, err := replay.Read(f.Text); err == nil { // otherwise it shows no line
			findings = append(findings, c.Observed(f.Name))
		}
	}
	all := slices.Clone(findings)
	for _, p := range generated {
		if c, err := o.caseOf(p); err == nil { // Try says why not
			all = append(all, c)
		}
	}
	answers := make([]*answered, len(all))
	parallel.Map(cap(o.workers))(len(all), func(i int) { answers[i] = o.answers(ctx, all[i]) })
	if o.Err() != nil || ctx.Err() != nil {
		return nil
	}
	var cases []fit.Answered
	var names []string // of the findings, which are the first cases
	for i, a := range answers {
		if a == nil {
			continue
		}
		cases = append(cases, a.Answered)
		if i < len(findings) {
			names = append(names, all[i].Name)
		}
	}
	found, sure := explain.Cases(cases, nil, func() bool { return ctx.Err() != nil })
	d := inLines(&found, sure)
	for i, line := range linesOf(&found, cases[:len(names)]) {
		if ctx.Err() != nil {
			return nil
		}
		if line == "" {
			line = byItself(d, &cases[i])
		}
		d.Under[names[i]] = line
	}
	return d
}

// byItself names the deviation of the registry that explains a finding by itself, and adds
// a line for it; "" for none. A small stream rarely tells it from all others.
func byItself(d *campaign.Grouping, finding *fit.Answered) string {
	found := explain.Alone(finding, explain.Preferred(nil))
	if len(found) != 1 {
		return ""
	}
	l := headingOf(&found[0])
	l.Alone = true
	if !slices.ContainsFunc(d.Lines, func(have campaign.Heading) bool { return have.Name == l.Name }) {
		d.Lines = append(d.Lines, l)
	}
	return l.Name
}

// headingOf is a deviation as a line.
func headingOf(n *fit.Named) campaign.Heading {
	l := campaign.Heading{Name: n.Name, Sentence: n.Sentence}
	l.Rules, l.Choice = explain.Rules(n)
	for _, other := range n.Equals {
		l.Equals = append(l.Equals, other.Name)
	}
	return l
}

// answers returns what the candidate answers on a case; nil for nothing, or not the
// same each time.
func (o *Pool) answers(ctx context.Context, c *plan.Case) (first *answered) {
	for range repeats {
		var again *answered
		err := o.with(ctx, func(j *attribute.Attributor) error {
			j.Capabilities.Deviations = nil
			t, err := j.Try(ctx, c)
			if err == nil {
				again = answersOf(t, j.Capabilities)
			}
			return err
		})
		if err != nil || again == nil || first != nil && !again.same(first) {
			return nil
		}
		first = again
	}
	return first
}

// inLines is an explanation as a campaign keeps it.
func inLines(found *localise.Explained, sure []deviation.Deviation) *campaign.Grouping {
	d := &campaign.Grouping{Under: map[string]string{}}
	for i := range sure {
		d.Known = append(d.Known, sure[i].Name)
	}
	for i := range found.Named {
		d.Lines = append(d.Lines, headingOf(&found.Named[i]))
	}
	for i := range found.Clusters {
		c := &found.Clusters[i]
		d.Lines = append(d.Lines, campaign.Heading{Name: c.Suspects[0].What, Unknown: true, Sentence: c.Suspects[0].Nearest[0].Sentence, Rules: c.Rules})
	}
	return d
}

// together names the first of some deviations that shows in a case which all of them
// together explain entirely, preferably one that is no choice; "" for none. Where two show
// at one position no search finds one of them first.
func together(c *fit.Answered, all []deviation.Deviation) (name string) {
	for _, d := range attribute.Showing(c, all) {
		if name == "" || !d.Allowed() {
			name = d.Name
		}
		if !d.Allowed() {
			break
		}
	}
	return name
}

// linesOf names the line that each of some cases shows, which are the first of an
// explanation; "" for none. It is the first of these:
//
//  1. A deviation that explains the case entirely, by itself or with others of the
//     explanation.
//  2. One that shows, where all of the explanation together explain the case entirely.
//  3. A deviation by which the case departs, though it departs further.
//  4. The cluster that the case is in.
func linesOf(found *localise.Explained, cases []fit.Answered) []string {
	lines, deviations := make([]string, len(cases)), found.Deviations()
	for i := range cases {
		if alone := explain.Alone(&cases[i], deviations); len(alone) > 0 {
			lines[i] = alone[0].Name
		} else {
			lines[i] = together(&cases[i], deviations)
		}
	}
	put := func(name string, of []int) {
		for _, i := range of {
			if i < len(cases) && lines[i] == "" {
				lines[i] = name
			}
		}
	}
	for i := range found.Named {
		put(found.Named[i].Name, found.Named[i].Cases)
	}
	for i := range found.Clusters {
		put(found.Clusters[i].Suspects[0].What, found.Clusters[i].Cases)
	}
	return lines
}
