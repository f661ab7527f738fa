package relation_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
)

func TestByNameFindsEveryRelation(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range relation.All() {
		found, ok := relation.ByName(r.Name)
		if !ok || found.Name != r.Name || seen[r.Name] {
			t.Errorf("%s is not found, or twice there", r.Name)
		}
		seen[r.Name] = true
	}
	if _, ok := relation.ByName("no such"); ok {
		t.Error("found what is not there")
	}
}

// TestARelationSpeaksForRules: each rule that a relation names exists.
func TestARelationSpeaksForRules(t *testing.T) {
	for _, r := range relation.All() {
		if len(r.Rules) == 0 {
			t.Errorf("%s speaks for no rule", r.Name)
		}
		for _, id := range r.Rules {
			if _, ok := spec.RuleByID(id); !ok {
				t.Errorf("%s names the rule %s, which there is not", r.Name, id)
			}
		}
	}
}

// TestAChangeIsTheSameEachTime: the same stream and seed give the same, the
// stream that was given stays as it was, and records are numbered from 1.
func TestAChangeIsTheSameEachTime(t *testing.T) {
	for _, name := range testDialects {
		f := features(name)
		for _, r := range relation.All() {
			if !r.Applies(&f) {
				continue
			}
			for _, i := range suited(r, f, 30) {
				c := performed(f, i)
				before := asJSON(t, c.Stream)
				once, match := r.Change(c.Stream, 7)
				again, _ := r.Change(c.Stream, 7)
				if !bytes.Equal(asJSON(t, once), asJSON(t, again)) {
					t.Fatalf("%s: two changes of one seed\n%s", r.Name, story(c, nil))
				}
				if !bytes.Equal(asJSON(t, c.Stream), before) {
					t.Fatalf("%s changes what it is given\n%s", r.Name, story(c, nil))
				}
				inOrder(t, r.Name, once, match)
			}
		}
	}
}

func asJSON(t *testing.T, s spec.Stream) []byte {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Events {
		b = append(b, byte(s.Events[i].Record))
	}
	return b
}

func inOrder(t *testing.T, name string, s spec.Stream, m relation.Match) {
	t.Helper()
	record := 0
	for i := range s.Events {
		if n := s.Events[i].Record; n != record && n != record+1 {
			t.Fatalf("%s: record %d behind %d", name, n, record)
		}
		record = s.Events[i].Record
	}
	for _, p := range m.Pairs {
		if p.Changed > record {
			t.Fatalf("%s: position %d of %d", name, p.Changed, record)
		}
	}
}

func TestPositionsAreAscendingAndTheEndIsLast(t *testing.T) {
	m := relation.Match{Pairs: []relation.Pair{{Original: 4}, {Original: spec.AtEnd}, {Original: 1}, {Original: 4}}}
	got := m.Positions(func(p *relation.Pair) int { return p.Original })
	if want := []int{1, 4, spec.AtEnd}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestAnEmptyStreamHasNothingToChange(t *testing.T) {
	for _, r := range relation.All() {
		s := spec.Stream{Features: features("neutral"), End: spec.EOF}
		changed, match := r.Change(s, 1)
		if len(match.Pairs) != 0 || !reflect.DeepEqual(changed, s) {
			t.Errorf("%s changes it", r.Name)
		}
	}
}

func TestNamespacesAreRenamedSegmentBySegment(t *testing.T) {
	s := spec.Stream{Features: features("langgraph:js"), End: spec.EOF, Events: []spec.Event{
		{Kind: spec.SessionOpen, Record: 1, Session: "tools:a", Parent: spec.To("")},
		{Kind: spec.SessionOpen, Record: 2, Session: "tools:a|tools:b", Parent: spec.To("tools:a")},
	}}
	for seed := range uint64(20) {
		changed, _ := relation.RenameIDs().Change(s, seed)
		child, grandchild := changed.Events[0], changed.Events[1]
		if child.Parent != spec.To("") || grandchild.Parent.ID != child.Session ||
			len(grandchild.Session) <= len(child.Session) || grandchild.Session[:len(child.Session)+7] != child.Session+"|tools:" {
			t.Errorf("%q under %q", grandchild.Session, child.Session)
		}
	}
}

func TestOneNameInTwoKindsStaysOneName(t *testing.T) {
	s := spec.Stream{Features: features("claudecode:full"), End: spec.EOF, Events: []spec.Event{
		{Kind: spec.TurnStart, Record: 1, ID: "u1", Turn: "0"},
		{Kind: spec.SessionOpen, Record: 2, ID: "u2", Session: "toolu_1", Parent: spec.To(""), ParentCall: spec.To("toolu_1")},
		{Kind: spec.TurnStart, Record: 2, ID: "u2", Session: "toolu_1", Turn: "0"},
	}}
	changed, _ := relation.RenameIDs().Change(s, 3)
	e := changed.Events[1]
	if e.Session != e.ParentCall.ID || e.Session == "toolu_1" || changed.Events[0].Turn != "0" || changed.Events[2].ID != e.ID {
		t.Errorf("%+v", changed.Events)
	}
}

// TestRecordsWithoutEventsCount: positions of the original are the numbers of
// its records, also where some of those gave no event.
func TestRecordsWithoutEventsCount(t *testing.T) {
	for _, name := range testDialects {
		f := features(name)
		for _, r := range relation.All() {
			if !r.Applies(&f) {
				continue
			}
			for _, i := range suited(r, f, 30) {
				c := performed(f, i)
				s := c.Stream
				s.Events = slices.Clone(s.Events)
				for j := range s.Events {
					s.Events[j].Record = 2 * s.Events[j].Record
				}
				if found, _ := r.Broken(s, c.Seed, spec.AllParts(), honest[0]); len(found) > 0 {
					t.Fatalf("%s: %s", r.Name, story(c, found))
				}
			}
		}
	}
}
