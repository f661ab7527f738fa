package relation_test

import (
	"reflect"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// said is a neutral stream, one event a record.
func said(events ...spec.Event) spec.Stream {
	for i := range events {
		events[i].Record = i + 1
	}
	return spec.Stream{Features: features("neutral"), Events: events, End: spec.EOF}
}

func text(session, words string) spec.Event {
	return spec.Event{Kind: spec.Text, Session: session, Message: "m", Text: words}
}

func TestRecordsOfDifferentSessionsShareALevel(t *testing.T) {
	s := said(
		spec.Event{Kind: spec.TurnStart, Session: "a", Turn: "1"},
		spec.Event{Kind: spec.SessionOpen, Session: "b", Parent: spec.To("a")},
		text("b", "one"), text("a", "two"), text("b", "three"),
		spec.Event{Kind: spec.UserTurn, Global: true},
		text("a", "four"), text("b", "five"),
	)
	want := [][]int{{0}, {1}, {3, 2}, {4}, {5}, {6, 7}}
	if got := relation.Levels(s); !reflect.DeepEqual(got, want) {
		t.Errorf("levels %v, not %v", got, want)
	}
}

func TestOrdersOfIndependentRecordsHaveOneForm(t *testing.T) {
	open := spec.Event{Kind: spec.SessionOpen, Session: "b", Parent: spec.To("a")}
	one := said(text("a", "0"), open, text("a", "1"), text("b", "2"))
	other := said(text("a", "0"), open, text("b", "2"), text("a", "1"))
	if relation.Hash(one) != relation.Hash(other) {
		t.Error("two orders of independent records count as two")
	}
	dependent := said(text("a", "0"), text("a", "1"), open, text("b", "2"))
	if relation.Hash(one) == relation.Hash(dependent) {
		t.Error("a child that begins later counts as the same")
	}
}

// TestInterleavingsKeepTheirForm: whatever Interleave and PermuteSiblings do,
// the canonical form stays; so they change the order of independent records
// only.
func TestInterleavingsKeepTheirForm(t *testing.T) {
	for _, name := range told {
		f := features(name)
		for _, r := range []relation.Relation{relation.Interleave(), relation.PermuteSiblings()} {
			for _, i := range suited(r, f, 100) {
				c := performed(f, i)
				changed, _ := r.Change(c.Stream, c.Seed)
				if relation.Hash(changed) != relation.Hash(c.Stream) {
					t.Fatalf("%s gives another form\n%s", r.Name, story(c, nil))
				}
			}
		}
	}
}

// BenchmarkDistinctInterleavings prints how many of the cases that are told
// with sub-sessions differ in more than the order of independent records, and
// how many orders of one case are different orders.
func BenchmarkDistinctInterleavings(b *testing.B) {
	f := features("neutral")
	forms, orders, cases, changes := map[uint64]bool{}, 0, 0, 0
	for n := 0; b.Loop(); n++ {
		c := perform.Generate(f, perform.Clean, perform.CaseSeed(2, uint64(n)))
		if !branches(c) {
			continue
		}
		cases++
		forms[relation.Hash(c.Stream)] = true
		seen := map[string]bool{}
		for seed := range uint64(10) {
			changed, match := relation.Interleave().Change(c.Stream, seed)
			if len(match.Pairs) > 0 {
				changes++
				seen[order(changed)] = true
			}
		}
		orders += len(seen)
	}
	b.ReportMetric(float64(len(forms))/float64(max(cases, 1)), "forms/case")
	b.ReportMetric(float64(orders)/float64(max(changes, 1)), "orders/change")
}

// order is the sequence of a stream's event ids.
func order(s spec.Stream) string {
	var ids []byte
	for i := range s.Events {
		ids = append(append(ids, s.Events[i].ID...), ' ')
	}
	return string(ids)
}
