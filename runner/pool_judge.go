package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// Judge returns a judge for reductions. It encodes each stream in its dialect and
// runs the candidate on it. A stream that the dialect cannot represent counts as
// not failing.
func (o *Pool) Judge(ctx context.Context) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		c, err := o.encodedCase(s)
		if err != nil {
			return nil
		}
		return o.ways(ctx, c)
	}
}

// ways returns the signatures with which the candidate fails on a case.
func (o *Pool) ways(ctx context.Context, c *plan.Case) []shrink.Signature {
	var all []shrink.Signature
	_ = o.with(ctx, func(j *judge) error {
		t, err := j.closely(ctx, c)
		if err != nil {
			return err
		}
		all = signatures(t, j.Capabilities.Of(t).Observes)
		return nil
	})
	return all
}

// closely runs a case and finds the first record after which the transcripts
// differ.
func (j *judge) closely(ctx context.Context, c *plan.Case) (*ask.Trial, error) {
	t, err := j.Try(ctx, c)
	if err != nil || t.Verdict != spec.Fail || c.Adapts != nil {
		return t, err
	}
	return j.firstDifference(ctx, t)
}

// symptoms are the rules in the trial's findings, each with its kinds of
// difference.
func symptoms(t *ask.Trial, observes spec.Parts) []shrink.Signature { return ways(t, observes, "") }

// signatures are the symptoms with the event at which the first difference shows.
func signatures(t *ask.Trial, observes spec.Parts) []shrink.Signature {
	return ways(t, observes, moment(t)+": ")
}

func ways(t *ask.Trial, observes spec.Parts, moment string) []shrink.Signature {
	if !t.Verdict.Blames() {
		return nil
	}
	var all []shrink.Signature
	for _, f := range findings(t, observes) {
		about := aside(t, f.Rule, observes) + moment
		if len(f.Differences) == 0 {
			all = append(all, shrink.Signature{Rule: f.Rule, Kind: about + t.Verdict.String()})
		}
		for i := range f.Differences {
			s := shrink.Signature{Rule: f.Rule, Kind: about + kind(&f.Differences[i])}
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// Aside begins the kind of a signature that has the rule of a fault although the
// rule speaks of no difference, or although the stream does not test it. The fault
// is needed for the failure, but the failure breaks another rule.
const Aside = "aside: "

func aside(t *ask.Trial, rule string, observes spec.Parts) string {
	at := t.First()
	if t.Case.Adapts != nil || at < 0 || !slices.Contains(t.Case.Rules(), rule) {
		return ""
	}
	if len(spokenOf(t, rule, at, observes)) == 0 || !trial.Exercises(t.Case.Stream, t.Policies, rule) {
		return Aside
	}
	return ""
}

// moment describes the record after which the first difference shows.
func moment(t *ask.Trial) string {
	at := t.First()
	if at < 0 || t.Observed[at].Position == spec.AtEnd {
		return "end"
	}
	told := "start"
	for i := range t.Case.Stream.Events {
		e := &t.Case.Stream.Events[i]
		if e.Record > t.Observed[at].Position {
			break
		}
		told = e.Kind.String()
	}
	return told
}

// enumerated are the fields whose values are words of the specification. Two
// different values are two kinds of difference.
var enumerated = []string{"outcome", "status", "phase", "role", "kind", "complete", "is_error"}

// kind is what a difference is about, without its place.
func kind(d *spec.Difference) string {
	place := unnumbered(d.Path)
	said := place + " " + string(d.Kind)
	if slices.Contains(enumerated, place[strings.LastIndexByte(place, '.')+1:]) {
		said += " " + d.Want + " " + d.Got
	}
	return said
}

// unnumbered is a path without indexes and ids. An anomaly keeps its kind.
func unnumbered(path string) string {
	var b strings.Builder
	depth, keeps := 0, strings.HasPrefix(path, "anomalies[")
	for _, c := range path {
		if c == ']' {
			depth, keeps = depth-1, false
		}
		if depth == 0 || keeps {
			b.WriteRune(c)
		}
		if c == '[' {
			depth++
		}
	}
	return b.String()
}
