package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// How many streams the reference reads to make the one of a deviation small, and how
// many cases are tried for it.
const (
	smallestRuns  = 400
	smallestCases = 4
)

// examples finds for each named deviation the smallest stream on which it shows alone.
// The reference makes a case small, with the deviation and without: that asks the
// candidate nothing. Then the candidate is asked once. Of a cluster it is a case as it is,
// for the reference cannot depart as the candidate does.
func (r *run) examples(ctx context.Context) {
	worker := candidate.NewWorker(r.starter, r.limits)
	defer worker.Close()
	for i := range r.named {
		if ctx.Err() != nil || r.late(Attributing) {
			return
		}
		if found := r.example(ctx, worker, i); found != nil {
			r.footer.Diagnosis.Deviations[i].Example = *found
		}
	}
	for i := range r.footer.Diagnosis.Clusters {
		if ctx.Err() != nil || r.late(Attributing) {
			return
		}
		if found := r.departs(ctx, worker, i); found != nil {
			r.footer.Diagnosis.Clusters[i].Example = *found
		}
	}
}

// departs is the example of a cluster: the first case of it that fails alone, too; nil for
// none.
func (r *run) departs(ctx context.Context, worker *candidate.Worker, n int) *report.Example {
	cases := r.diagnosis.found.Clustering.Clusters[n].Cases
	for i, at := range cases[:min(smallestCases, len(cases))] {
		t := r.diagnosis.looked[at].task
		j, c, err := r.unpaired(ctx, worker, len(r.named)+n*smallestCases+i, t)
		if err != nil {
			return nil // the candidate cannot be asked
		}
		if c == nil {
			continue
		}
		found, err := j.Try(ctx, c)
		if err != nil {
			return nil
		}
		if at := found.First(); found.Verdict == spec.Fail && at >= 0 {
			f := spec.Finding{
				Verdict: spec.Fail, Case: c.Name, Dialect: c.Dialect, Seed: c.Seed, Position: found.Observed[at].Position,
				Differences: found.Observed[at].Differences, Faults: c.Faults,
			}
			e := exampleOf(found)
			e.Replay = r.keep(&attribute.Attribution{Trial: found, Findings: []spec.Finding{f}}, j.Capabilities)
			return &e
		}
	}
	return nil
}

// example is the example of a named deviation; nil for none.
func (r *run) example(ctx context.Context, worker *candidate.Worker, n int) *report.Example {
	cases := r.diagnosis.found.Named[n].Cases
	if d := r.named[n]; d.Stores() { // first those that are its own
		others := func(at int) int { return len(showing(&r.diagnosis.looked[at].Answered, rivals(d))) }
		cases = slices.Clone(cases)
		slices.SortStableFunc(cases, func(a, b int) int { return cmp.Compare(others(a), others(b)) })
	}
	for _, small := range []bool{true, false} {
		for _, at := range cases[:min(smallestCases, len(cases))] {
			found, s, err := r.shows(ctx, worker, n, r.diagnosis.looked[at].task, small)
			if err != nil {
				return nil // the candidate cannot be asked
			}
			if found == nil {
				continue
			}
			e := exampleOf(found.Trial)
			e.Replay = r.keep(found, s)
			return &e
		}
	}
	return nil
}

// shows puts a case to the candidate, made small for the deviation or as it is. It
// returns nil unless the candidate answers wrongly, and as the named deviations predict.
func (r *run) shows(ctx context.Context, worker *candidate.Worker, n int, t task, small bool) (*attribute.Attribution, ask.Capabilities, error) {
	j, c, err := r.unpaired(ctx, worker, n, t)
	if err != nil {
		return nil, ask.Capabilities{}, err
	}
	d := r.named[n]
	if c != nil && small {
		c = smallestOf(j, c, d)
	}
	if c == nil {
		return nil, j.Capabilities, nil
	}
	found, err := j.Try(ctx, c)
	named := j.Capabilities
	named.Deviations = r.named
	if err != nil || found.Verdict != spec.Fail || len(attribute.ShowingIn(found, named)) == 0 {
		return nil, j.Capabilities, err
	}
	at := found.First()
	f := spec.Finding{
		Rule: d.Rule(), Verdict: spec.Fail, Deviation: d.Name, Case: c.Name, Dialect: c.Dialect, Seed: c.Seed,
		Position: found.Observed[at].Position, Differences: found.Observed[at].Differences, Faults: c.Faults, Detail: d.Sentence,
	}
	return &attribute.Attribution{Trial: found, Findings: []spec.Finding{f}}, j.Capabilities, nil
}

// unpaired prepares the n-th example: a case without its relation; nil if it cannot be built.
func (r *run) unpaired(ctx context.Context, worker *candidate.Worker, n int, t task) (*attribute.Attributor, *plan.Case, error) {
	j, err := attribute.New(ctx, worker, t.Number)
	if err != nil {
		return nil, nil, err
	}
	j.Tries = 1<<18 + int64(n)<<4 // no id is used twice
	c, err := t.Build()
	if err != nil {
		return j, nil, nil
	}
	if asked := plan.PairOf(c); asked != nil {
		c = asked.Original
	}
	return j, c, nil
}

// rivals are the other ways to store that are known. On the same stream as one of them a
// way to store says little.
func rivals(d deviation.Deviation) []deviation.Deviation {
	return slices.DeleteFunc(deviation.All(), func(other deviation.Deviation) bool { return !other.Stores() || other.Name == d.Name })
}

// showing returns those deviations with which the reference answers otherwise.
func showing(asked *fit.Answered, of []deviation.Deviation) (shown []deviation.Deviation) {
	want := asked.Read()
	for _, d := range of {
		for i, got := range asked.Read(d) {
			if asked.Differ(i, &want[i], &got) {
				shown = append(shown, d)
				break
			}
		}
	}
	return shown
}

// smallestOf reduces a case as long as the reference with the deviation alone reads it
// otherwise than without, and the format allows it; nil if it does not. A way to store is
// shown without those that the case does not show.
func smallestOf(j *attribute.Attributor, c *plan.Case, d deviation.Deviation) *plan.Case {
	hold := shrink.Signature{Kind: d.Name}
	var others []deviation.Deviation
	if d.Stores() {
		others = rivals(d)
		for _, shown := range showing(j.Everywhere(c, true), others) {
			others = slices.DeleteFunc(others, func(other deviation.Deviation) bool { return other.Name == shown.Name })
		}
	}
	small := shrink.Reduce(&shrink.Subject{Stream: c.Stream, Faults: c.Faults}, hold, shrink.Options{
		Runs: smallestRuns, Light: true,
		Judge: func(s *shrink.Subject) []shrink.Signature {
			made, err := plan.Changed(c, "a reduction", s.Stream)
			if err != nil || len(made.Violations()) > 0 {
				return nil
			}
			asked := j.Everywhere(made, d.Stores())
			if len(showing(asked, []deviation.Deviation{d})) == 0 || len(showing(asked, others)) > 0 {
				return nil
			}
			return []shrink.Signature{hold}
		},
	})
	made, err := plan.Changed(c, "a reduction", small.Stream)
	if err != nil || len(small.Stream.Events) == len(c.Stream.Events) {
		return nil
	}
	made.Faults, made.Seed = small.Faults, 0
	return made.Everywhere()
}

// exampleOf is a trial that failed as the log shows it.
func exampleOf(t *ask.Trial) report.Example {
	c := replay.Alone(t).Case
	e, records := report.Example{Case: c.Name, Dialect: c.Dialect, End: c.Stream.End, Position: spec.AtEnd}, c.Records
	if at := t.First(); at >= 0 {
		for _, before := range t.Observed[:at] {
			e.Agreed = append(e.Agreed, before.Position)
		}
		o := &t.Observed[at]
		e.Position, e.Expected, e.Seen = o.Position, inJSON(o.Want), inJSON(o.Got)
		if c.Transport == nil && 0 <= o.Position && o.Position <= len(records) {
			records = records[:o.Position]
		}
	}
	e.Records, e.Packed = len(records), !fixtures.Linear(records)
	e.Stream = string(fixtures.Lines(records, e.Packed))
	return e.Bounded()
}

// inJSON is a transcript in JSON; nil for none.
func inJSON(t *spec.Transcript) json.RawMessage {
	if t == nil {
		return nil
	}
	text, err := json.Marshal(t)
	if err != nil { // a candidate's answer came in JSON
		text, _ = json.Marshal(fmt.Sprint(err))
	}
	return text
}

// keep saves the replay file of an example, and returns its name; "" for none.
func (r *run) keep(found *attribute.Attribution, s ask.Capabilities) string {
	if r.options.Save == nil {
		return ""
	}
	file, err := newReplay(found, s)
	var name string
	if err == nil {
		name, err = r.options.Save(file)
	}
	if err != nil {
		r.footer.Lost(err)
	}
	return name
}
