package relation_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// ordered returns a stream with its records in an order.
func ordered(s spec.Stream, order []int) spec.Stream {
	var records [][]spec.Event
	for i, e := range s.Events {
		if i == 0 || e.Record != s.Events[i-1].Record {
			records = append(records, nil)
		}
		records[len(records)-1] = append(records[len(records)-1], e)
	}
	s.Events = nil
	for i, at := range order {
		for _, e := range records[at] {
			e.Record = i + 1
			s.Events = append(s.Events, e)
		}
	}
	return s
}

func grouped(s spec.Stream) spec.Stream {
	return ordered(s, relation.Grouped(s, func(session string) int { return len(session)*1000 + int((session + " ")[len(session)/2]) }))
}

// TestGrouped checks that grouping changes only the order of independent
// records, and does not depend on the original order.
func TestGrouped(t *testing.T) {
	for _, g := range dialectVariants() {
		f := g.Features(g.variant)
		for i := range 40 {
			c := performed(f, i)
			once := grouped(c.Stream)
			if relation.Hash(once) != relation.Hash(c.Stream) {
				t.Fatalf("%s: dependent records changed places\n%s", g.name, story(c, nil))
			}
			again := grouped(once)
			if len(differences(read(again), read(once))) > 0 || eventsOf(again) != eventsOf(once) {
				t.Fatalf("%s: grouped twice is another stream\n%s", g.name, story(c, nil))
			}
		}
	}
}

func eventsOf(s spec.Stream) string {
	var b strings.Builder
	for _, e := range s.Events {
		b.WriteString(e.Kind.String() + " " + e.ID + e.Session + " " + e.Message + e.Call + e.Text + "\n")
	}
	return b.String()
}

// TestRenamer checks that one function sees every name, and learns what the
// name stands for at its first occurrence.
func TestRenamer(t *testing.T) {
	f := features("neutral")
	seen := map[string]byte{}
	r := relation.NewRenamer(&f, func(what byte, id string) string {
		if seen[id] == 0 {
			seen[id] = what
		}
		return id + "'"
	})
	e := spec.Event{
		Kind: spec.CallOpen, ID: "e", Session: "s", Parent: spec.To("p"), ParentCall: spec.To("d"), Turn: "t", Message: "m", Call: "c", Wait: "w",
		Slot: "0", Name: "n", Text: "x",
	}
	r.Event(&e)
	for id, what := range map[string]byte{"s": 's', "p": 's', "m": 'm', "c": 'c', "d": 'c', "e": 'e', "t": 'e', "w": 'e'} {
		if seen[id] != what {
			t.Errorf("%s was said to be a %c", id, seen[id])
		}
	}
	if len(seen) != 8 || e.Slot != "0" || e.Name != "n" || e.Call != "c'" || e.Parent.ID != "p'" {
		t.Errorf("%+v of %v", e, seen)
	}
	h := spec.Fault{Session: spec.To("tools:a|tools:b"), Call: "c"}
	r.Fault(&h)
	if h.Session.ID != "tools:a'|tools:b'" || h.Call != "c'" || h.Message != "" {
		t.Errorf("%+v", h)
	}
}
