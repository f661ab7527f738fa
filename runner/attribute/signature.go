package attribute

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

// Closely runs a case and finds the first record after which the transcripts
// differ.
func (j *Attributor) Closely(ctx context.Context, c *plan.Case) (*ask.Trial, error) {
	t, err := j.Try(ctx, c)
	if err != nil || t.Verdict != spec.Fail || c.Adapts != nil {
		return t, err
	}
	return j.firstDifference(ctx, t)
}

// Symptoms are the rules in the trial's findings, each with its kinds of
// difference.
func Symptoms(t *ask.Trial, observes spec.Parts) []shrink.Signature { return Ways(t, observes, "") }

// Signatures are the symptoms with the event at which the first difference shows.
func Signatures(t *ask.Trial, observes spec.Parts) []shrink.Signature {
	return Ways(t, observes, moment(t)+": ")
}

// Ways are the rules in the trial's findings, each with its kinds of difference and with
// a text before them.
func Ways(t *ask.Trial, observes spec.Parts, moment string) []shrink.Signature {
	if !t.Verdict.Blames() {
		return nil
	}
	var all []shrink.Signature
	for _, f := range Findings(t, observes) {
		about := aside(t, f.Rule, observes) + moment
		if len(f.Differences) == 0 {
			all = append(all, shrink.Signature{Rule: f.Rule, Kind: about + t.Verdict.String()})
		}
		for i := range f.Differences {
			s := shrink.Signature{Rule: f.Rule, Kind: about + Kind(&f.Differences[i])}
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
	state := "start"
	for i := range t.Case.Stream.Events {
		e := &t.Case.Stream.Events[i]
		if e.Record > t.Observed[at].Position {
			break
		}
		state = e.Kind.String()
	}
	return state
}

// enumerated are the fields whose values are words of the specification. Two
// different values are two kinds of difference.
var enumerated = []string{"outcome", "status", "phase", "role", "kind", "complete", "is_error"}

// Kind is what a difference is about, without its place.
func Kind(d *spec.Difference) string {
	place := unnumbered(d.Path)
	text := place + " " + string(d.Kind)
	if slices.Contains(enumerated, place[strings.LastIndexByte(place, '.')+1:]) {
		text += " " + d.Want + " " + d.Got
	}
	return text
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
