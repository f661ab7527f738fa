package replay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// A failure of quock itself makes a bug report. Its replay file holds the stream, the
// changed stream of a relation if there is one, the candidate's answers, and what each
// oracle says. The candidate runs once more for it, because most of these failures
// come before it runs.

// ownFault is the sentence that stands on top of a bug report.
const ownFault = "This is a failure of quock itself, and not of the candidate: please send this file to quock's issue tracker."

// The parts that a bug report has besides those of a replay file.
const (
	bugWhy     = "why.txt"
	bugModel   = "model.json"
	bugAnswer  = "answer.json"
	bugChanged = "changed-answer.json"
)

// Bug returns the replay file of a case on which quock failed; h is the relation
// in which it failed, nil for none.
func Bug(ctx context.Context, j *attribute.Attributor, c *plan.Case, h *attribute.HeldPair, why string) (*Archive, error) {
	header := &header{
		Name: c.Name, Dialect: c.Dialect, Seed: c.Seed, Verdict: spec.HarnessError, Faults: c.Faults,
		Observe: c.Observe, End: c.Stream.End, Policies: j.Capabilities.Policies, Transport: c.Transport,
		Packed: !fixtures.Linear(c.Records), Adapts: c.Adapts,
	}
	var f draft
	f.part(partStream, header.lines(c.Records))
	var changed *plan.Case
	if h != nil {
		var err error
		if changed, err = h.CasePair.Changed(); err != nil {
			return nil, fmt.Errorf("writing the changed stream of %s: %w", c.Name, err)
		}
		header.Observe, header.Asked = h.Shown(), &plan.Asked{Relation: h.Relation.Name, Seed: h.Seed}
		f.part(partChanged, header.lines(changed.Records))
	}
	model, expected, err := wordsOf(c, header.Observe, j.Capabilities.Policies)
	if err != nil {
		return nil, fmt.Errorf("writing what the oracles say of %s: %w", c.Name, err)
	}
	f.part(partExpected, expected)
	f.part(bugModel, model)
	if p := c.Performed; p != nil {
		scenario, err := json.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("writing the scenario of %s: %w", c.Name, err)
		}
		f.part(partScenario, append(scenario, '\n'))
	}
	f.part(bugAnswer, answerTo(ctx, j, c))
	if changed != nil {
		f.part(bugChanged, answerTo(ctx, j, changed))
	}
	f.part(bugWhy, []byte(why+"\n"))
	text, err := f.text(header, bugStory(c, why))
	if err != nil {
		return nil, fmt.Errorf("writing the bug report of %s: %w", c.Name, err)
	}
	return &Archive{Name: nameOf(header, text), Text: text}, nil
}

// Unbuilt is the file of a case that could not be built; nil where err is of
// another kind. It has what was performed and no stream, so that only its token
// makes the case again.
func Unbuilt(err error) *Archive {
	var u *plan.UnbuiltError
	if !errors.As(err, &u) {
		return nil
	}
	p := u.Performed
	again := "the same seed makes it again"
	if token, ok := p.Token(); ok {
		again = fmt.Sprintf("quock replay %s -- COMMAND makes it again", token)
	}
	header := &header{
		Name: u.Name, Dialect: p.Stream.Features.Dialect, Seed: p.Seed, Verdict: spec.HarnessError, Faults: p.Faults,
		End: p.Stream.End, Unbuilt: again,
	}
	var f draft
	if scenario, err := json.Marshal(p); err == nil {
		f.part(partScenario, append(scenario, '\n'))
	}
	f.part(bugWhy, []byte(u.Error()+"\n"))
	text, failed := f.text(header, indentMarkers(fmt.Sprintf(
		"%s\nThe case %s could not be built, so that there is no stream in it:\n%s\n%s.\n\n%s\n\n", ownFault, u.Name, u, again, p.Story())))
	if failed != nil {
		return nil // the record says what went wrong
	}
	return &Archive{Name: nameOf(header, text), Text: text}
}

// wordsOf are what the model says of a case, and what is expected of it by another
// oracle: by construction or by its golden, and by the model where neither says
// anything. Both are in the form of a golden.
func wordsOf(c *plan.Case, at []int, p spec.Policies) (model, expected []byte, err error) {
	observations, final := ask.ModelAt(c.Stream, p, at)
	reference := golden.Outcome{Final: final}
	other := golden.Outcome{Final: otherwise(c, spec.AtEnd, p, final)}
	for i, position := range at {
		reference.Observations = append(reference.Observations, golden.Observation{At: position, Transcript: observations[i]})
		other.Observations = append(other.Observations, golden.Observation{At: position, Transcript: otherwise(c, position, p, observations[i])})
	}
	if model, err = golden.Render(reference); err != nil {
		return nil, nil, err
	}
	expected, err = golden.Render(other)
	return model, expected, err
}

// otherwise is what the oracle beside the model expects at a position, else what
// the model says.
func otherwise(c *plan.Case, at int, p spec.Policies, model spec.Transcript) spec.Transcript {
	switch {
	case c.Performed != nil:
		if want, ok := c.Performed.Expected(at, p); ok {
			return want
		}
	case c.Written != nil && c.Written.Golden[at] != nil:
		return *c.Written.Golden[at]
	}
	return model
}

// answerTo is what the candidate answers to a case, or why there is no answer.
func answerTo(ctx context.Context, j *attribute.Attributor, c *plan.Case) []byte {
	text := func(v any) []byte {
		b, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			b = []byte(err.Error())
		}
		return append(b, '\n')
	}
	req, err := j.Request(c)
	if err != nil {
		return text("it cannot be asked: " + err.Error())
	}
	switch answer, err := j.Worker.Run(ctx, req); {
	case err != nil:
		return text("it cannot be asked: " + err.Error())
	case answer.Fault != nil:
		return text(answer.Fault.Verdict.String() + ": " + answer.Fault.Detail)
	default:
		return text(answer.Reply)
	}
}

// bugStory is the text on top of a bug report.
func bugStory(c *plan.Case, why string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nIt holds the stream (%s), what the candidate answers (%s) and what two oracles say\n", ownFault, partStream, bugAnswer)
	fmt.Fprintf(&b, "(%s: by construction, by a golden, else by the model; %s: by the model). Run it again with:\n", partExpected, bugModel)
	fmt.Fprintf(&b, "quock replay FILE -- COMMAND\n\n%s\n\ncase %s, dialect %s", why, c.Name, c.Dialect)
	if c.Seed != 0 {
		fmt.Fprintf(&b, ", seed %d", c.Seed)
	}
	b.WriteString("\n")
	if p := c.Performed; p != nil {
		if token, ok := p.Token(); ok {
			fmt.Fprintf(&b, "token: %s\n", token)
		}
		b.WriteString("\n" + p.Story() + "\n")
	}
	b.WriteString("\n")
	return indentMarkers(b.String())
}
