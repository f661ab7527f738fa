package native_test

import (
	"reflect"
	"testing"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// FuzzCase: any bytes are a case; the model reads it after every record as it
// was constructed, so that no check finds a difference (where it was damaged,
// nothing was constructed, and the model only has to live through it); and its
// own choices, and its token, make it again.
func FuzzCase(f *testing.F) {
	seed(func(b byte, c choice.Choices) {
		f.Add(b, uint64(0), c[choice.Tree], c[choice.Faults], c[choice.Cuts], c[choice.Order], c[choice.Damage])
	})
	f.Fuzz(func(t *testing.T, b byte, rest uint64, tree, faults, cuts, order, damage []byte) {
		if tooLong(tree, faults, cuts, order, damage) {
			return
		}
		s, level := which(b)
		chosen := choice.Choices{choice.Tree: tree, choice.Faults: faults, choice.Cuts: cuts, choice.Order: order, choice.Damage: damage}
		c := made(s, level, &chosen, rest)
		again(t, s, c)
		agree(t, c, policies[int(b)%len(policies)])
	})
}

// again makes the case once more from what it says made it.
func again(t *testing.T, s *shape, c *perform.Case) {
	t.Helper()
	chosen, known := c.Choices()
	if !known {
		t.Fatal("a case that was made of choices does not know them")
	}
	back := perform.Decode(s.Features, c.Level, &chosen)
	same(t, c, back, "its choices")
	rechosen, _ := back.Choices()
	if !reflect.DeepEqual(rechosen, chosen) {
		t.Fatalf("its choices make choices of their own: %x, then %x", chosen, rechosen)
	}
	token, _ := c.Token()
	read, err := perform.ParseToken(token.String())
	if err != nil {
		t.Fatal(err)
	}
	same(t, c, read.Case(s.Features), "its token")
}

func same(t *testing.T, c, back *perform.Case, by string) {
	t.Helper()
	if !reflect.DeepEqual(back.Stream, c.Stream) || !reflect.DeepEqual(back.Faults, c.Faults) {
		t.Fatalf("%s makes another case\n%s\n%s", by, c.Story(), back.Story())
	}
}

// agree holds the model's transcripts against the constructed ones: after each
// record and after the end.
func agree(t *testing.T, c *perform.Case, p spec.Policies) {
	t.Helper()
	m := model.New(c.Stream.Features, p)
	events := c.Stream.Events
	for i := range events {
		m.Step(&events[i])
		if i+1 == len(events) || events[i+1].Record != events[i].Record {
			agreeAt(t, c, m, events[i].Record, p)
		}
	}
	m.End(c.Stream.End)
	agreeAt(t, c, m, spec.AtEnd, p)
}

func agreeAt(t *testing.T, c *perform.Case, m *model.State, record int, p spec.Policies) {
	t.Helper()
	want, determined := c.Expected(record, p)
	if !determined {
		return
	}
	got := m.Transcript()
	e := check.Evidence{Features: c.Stream.Features, Observes: spec.AllParts(), Want: &want, Got: &got, Position: record}
	if d := e.Differences(); len(d) > 0 {
		t.Fatalf("after record %d: %s\n%s", record, d[0], c.Story())
	}
	for _, h := range c.Faults {
		if held, ok := check.ByRule(h.Rule); ok {
			e.Fault = h
			if j := held.Judge(&e); len(j.Differences) > 0 {
				t.Fatalf("after record %d %s is broken: %s\n%s", record, h.Rule, j.Differences[0], c.Story())
			}
		}
	}
}
