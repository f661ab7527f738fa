package relation_test

import (
	"reflect"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

// neutralStream returns a neutral stream with one event per record.
func neutralStream(events ...spec.Event) spec.Stream {
	for i := range events {
		events[i].Record = i + 1
	}
	return spec.Stream{Features: features("neutral"), Events: events, End: spec.EOF}
}

func text(session, words string) spec.Event {
	return spec.Event{Kind: spec.Text, Session: session, Message: "m", Text: words}
}

func TestRecordsOfDifferentSessionsShareALevel(t *testing.T) {
	s := neutralStream(
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
	one := neutralStream(text("a", "0"), open, text("a", "1"), text("b", "2"))
	other := neutralStream(text("a", "0"), open, text("b", "2"), text("a", "1"))
	if relation.Hash(one) != relation.Hash(other) {
		t.Error("two orders of independent records count as two")
	}
	dependent := neutralStream(text("a", "0"), text("a", "1"), open, text("b", "2"))
	if relation.Hash(one) == relation.Hash(dependent) {
		t.Error("a child that begins later counts as the same")
	}
}

// TestInterleavingsKeepTheirForm checks that Interleave and PermuteSiblings
// keep the canonical form, so that they change only the order of independent
// records.
func TestInterleavingsKeepTheirForm(t *testing.T) {
	for _, name := range testDialects {
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
