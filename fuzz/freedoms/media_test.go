package freedoms_test

import (
	"testing"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// TestMediaIsInTurns: where media is what an agent says, no clean stream and no noise
// puts it between turns. An image behind a prompt that was answered as cancelled is
// what the format forbids, and no producer would write it.
func TestMediaIsInTurns(t *testing.T) {
	for _, name := range dialects.GeneratedNames() {
		c, variant, err := dialects.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		f := c.Features(variant)
		if !f.MediaInTurn {
			continue
		}
		var g perform.Generator
		found := 0
		for i := range uint64(nightly.Count(150, 5_000)) {
			made := g.Case(&f, perform.Clean, perform.CaseSeed(7, i))
			noisy, _ := relation.InsertNoise().Change(made.Stream, made.Seed)
			for _, s := range []spec.Stream{made.Stream, noisy} {
				found += media(t, made.String(), s.Events)
			}
		}
		if found == 0 {
			t.Errorf("%s: no stream has media", name)
		}
	}
}

// media counts media, and fails where the turn of its session is over.
func media(t *testing.T, name string, events []spec.Event) (n int) {
	t.Helper()
	open := map[string]bool{}
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == spec.TurnStart, e.Kind == spec.TurnEnd:
			open[e.Session] = e.Kind == spec.TurnStart
		case e.Note == spec.NoteMedia:
			if n++; !open[e.Session] {
				t.Errorf("%s: record %d has media where no turn is open", name, e.Record)
			}
		}
	}
	return n
}
