package runner

import (
	"context"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// Judge is the oracle as the judge of a reduction: each subject is written in
// its dialect and put to the candidate. One that the dialect cannot say fails in
// no way.
func (o *Pool) Judge(ctx context.Context) shrink.Judge {
	return func(s *shrink.Subject) []shrink.Signature {
		c, err := o.told(s)
		if err != nil {
			return nil
		}
		return o.ways(ctx, c)
	}
}

// ways are the signatures with which the candidate fails on a case.
func (o *Pool) ways(ctx context.Context, c *Case) []shrink.Signature {
	var all []shrink.Signature
	_ = o.with(ctx, func(j *judge) error {
		t, err := j.closely(ctx, c)
		if err != nil {
			return err
		}
		all = t.signatures(j.subject.of(t).observes)
		return nil
	})
	return all
}

// closely puts a case to the candidate and finds the very first record after
// which it differs.
func (j *judge) closely(ctx context.Context, c *Case) (*Trial, error) {
	t, err := j.try(ctx, c)
	if err != nil || t.Verdict != spec.Fail || c.Adapts != nil {
		return t, err
	}
	return j.firstDifference(ctx, t)
}

// symptoms are the rules that the trial's findings name, each with the kinds of
// what differs.
func (t *Trial) symptoms(observes spec.Parts) []shrink.Signature { return t.ways(observes, "") }

// signatures are the symptoms with what was told when it first differed.
func (t *Trial) signatures(observes spec.Parts) []shrink.Signature {
	return t.ways(observes, t.moment()+": ")
}

func (t *Trial) ways(observes spec.Parts, moment string) []shrink.Signature {
	if !t.Verdict.Blames() {
		return nil
	}
	var all []shrink.Signature
	for _, f := range t.findings(observes) {
		about := t.aside(f.Rule, observes) + moment
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

// Aside begins the kind of a signature whose rule is that of a fault, though it
// speaks of nothing that differs, or the stream as it stands does not put it to
// the test: the fault is needed to fail, but what fails is another rule's.
const Aside = "aside: "

func (t *Trial) aside(rule string, observes spec.Parts) string {
	at := t.first()
	if t.Case.Adapts != nil || at < 0 || !slices.Contains(t.Case.rules(), rule) {
		return ""
	}
	if len(t.spokenOf(rule, at, observes)) == 0 || !trial.Exercises(t.Case.Stream, t.policies, rule) {
		return Aside
	}
	return ""
}

// moment is what the record told after which the trial first differs.
func (t *Trial) moment() string {
	at := t.first()
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

// enumerated are the fields whose values are words of the specification, so that
// other values are another kind of difference.
var enumerated = []string{"outcome", "status", "phase", "role", "kind", "complete", "is_error"}

// kind is what a difference is about, wherever it stands.
func kind(d *spec.Difference) string {
	place := unnumbered(d.Path)
	said := place + " " + string(d.Kind)
	if slices.Contains(enumerated, place[strings.LastIndexByte(place, '.')+1:]) {
		said += " " + d.Want + " " + d.Got
	}
	return said
}

// unnumbered is a path without indices and ids; of an anomaly its kind is left.
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
