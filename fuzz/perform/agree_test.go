package perform_test

import (
	"fmt"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var everything = spec.Compare{Observes: spec.AllParts()}

// tally counts what was asked of two oracles, and what the stream leaves open.
type tally struct {
	cases, asked, open int
	generator          perform.Generator
}

func (t *tally) String() string {
	return fmt.Sprintf("%d cases, %d questions, %d of them open (%.3f %%)", t.cases, t.asked, t.open, 100*t.share())
}

func (t *tally) share() float64 { return float64(t.open) / float64(max(1, t.asked)) }

// disagreement is where model and expectation of a case differ, at the given
// positions, after the last record and after the end; "" if nowhere.
func (t *tally) disagreement(c *perform.Case, p spec.Policies, at map[int]bool) string {
	t.cases++
	m := model.New(c.Stream.Features, p)
	events := c.Stream.Events
	for i := range events {
		if before := events[max(0, i-1)].Record; events[i].Record != before && at[before] {
			if d := t.differ(c, m, before, p); d != "" {
				return d
			}
		}
		m.Step(&events[i])
	}
	if d := t.differ(c, m, c.Records(), p); d != "" {
		return d
	}
	m.End(c.Stream.End)
	return t.differ(c, m, spec.AtEnd, p)
}

func (t *tally) differ(c *perform.Case, m *model.State, record int, p spec.Policies) string {
	t.asked++
	want, ok := c.Expected(record, p)
	if !ok {
		t.open++
		return ""
	}
	got := m.Transcript()
	differences := everything.Transcripts(&want, &got)
	if len(differences) == 0 {
		return ""
	}
	return fmt.Sprintf("after record %d: %s", record, differences[0])
}
