package model_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// FuzzStep feeds streams that no producer would write. The model must neither
// panic nor render an ill-formed transcript, after any event or after the end.
func FuzzStep(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00every kind of event, of three sessions, in any order at all\xff\x80\x01\x02"))
	f.Fuzz(func(t *testing.T, choices []byte) { hostile(t, choices) })
}

// TestHostileStreams does the same with many drawn streams, in every test run.
func TestHostileStreams(t *testing.T) {
	bytes := make([]byte, 3000)
	for seed := range uint64(1500) {
		source := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
		_, _ = source.Read(bytes)
		hostile(t, bytes)
	}
}

func hostile(t *testing.T, choices []byte) {
	t.Helper()
	dialects := []spec.Features{derivedDialect, namedDialect, runDialect, overlapDialect}
	c := chooser{bytes: choices}
	s := model.New(dialects[c.pick(4)], spec.Policies{HeldAttach: []string{"", "end"}[c.pick(2)]})
	for n := 1; len(c.bytes) > 0 && n < 400; n++ {
		e := c.event(n)
		s.Step(&e)
		if n%7 == 0 {
			wellFormed(t, s.Transcript())
		}
	}
	s.End([]spec.Cause{spec.EOF, spec.Cut}[c.pick(2)])
	end := s.Transcript()
	wellFormed(t, end)
	if end.Outcome == spec.OutcomeOpen {
		t.Fatal("the end of input left the outcome open")
	}
}

// A chooser draws from bytes. After the last byte it always chooses the first
// option.
type chooser struct{ bytes []byte }

func (c *chooser) pick(n int) int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := int(c.bytes[0])
	c.bytes = c.bytes[1:]
	return b % n
}

func (c *chooser) one(of ...string) string { return of[c.pick(len(of))] }

func (c *chooser) event(n int) spec.Event {
	kinds := spec.Kinds()
	e := spec.Event{
		Kind: kinds[c.pick(len(kinds))], Record: n, Session: c.one("", "a", "b"),
		Message: c.one("", "m", "n"), Slot: c.one("", "0", "1"), Call: c.one("", "x", "y"),
		Name: c.one("", "task", "ls"), Turn: c.one("", "1", "2"), ID: c.one("", "", "", "e1", "e2"),
	}
	e.Text = c.one("", "t", `{"subagent_type":"z"}`, "{")
	e.Args = c.one("", "{}", "{", `{"subagent_type":"z"}`)
	e.Form = spec.Form(c.one("", "thought"))
	switch extra := c.pick(8); extra {
	case 1:
		e.Parent = spec.To(c.one("", "a", "b"))
		e.ParentCall = spec.Ref{ID: c.one("x", "y"), OK: c.pick(2) == 1}
	case 2:
		e.Messages = []spec.Snapshot{{Message: e.Message, Role: c.one("user", "assistant"), Parts: c.parts()}}
		e.Complete = c.pick(2) == 1
	case 3:
		e.Fatal, e.Global = true, c.pick(2) == 1
	case 4:
		e.Status = []spec.Status{spec.Failed, spec.Denied, spec.Cancelled, spec.Waiting}[c.pick(4)]
	case 5:
		e.Retracts = []string{"e1", "e2"}
	case 6:
		e.NoSession = true
	case 7:
		e.Restated, e.ArgsValue, e.Metadata = true, true, json.RawMessage(c.one(`{"k":1}`, `null`, `{}`))
	}
	e.Note = spec.Note(c.one("boundary", "system", "unknown"))
	e.Wait, e.Result = c.one("", "w"), json.RawMessage(c.one("", "1"))
	return e
}

func (c *chooser) parts() []spec.SnapshotPart {
	var parts []spec.SnapshotPart
	for range c.pick(3) {
		parts = append(parts, spec.SnapshotPart{
			Kind: []spec.PartKind{spec.TextPart, spec.ThoughtPart, spec.CallPart}[c.pick(3)],
			Slot: c.one("", "0"), Text: c.one("", "t", "tt"), Call: c.one("", "x"), Name: c.one("", "task"),
			Args: c.one("", "{}", "{"), Invalid: c.pick(2) == 1, Answered: c.pick(2) == 1,
		})
	}
	return parts
}

func wellFormed(t *testing.T, tr spec.Transcript) {
	t.Helper()
	if _, err := json.Marshal(tr); err != nil {
		t.Fatal(err)
	}
	for _, s := range tr.Sessions {
		for i, m := range s.Messages {
			if err := formed(&s, &m); err != "" {
				t.Fatalf("session %q message %d: %s", s.ID, i, err)
			}
		}
	}
	for _, a := range tr.Active {
		if a.Phase.Terminal() {
			t.Fatalf("active and over: %+v", a)
		}
	}
}

func formed(s *spec.Session, m *spec.Message) string {
	if m.Turn < 0 || m.Turn >= len(s.Turns) {
		return fmt.Sprintf("turn %d of %d", m.Turn, len(s.Turns))
	}
	next := 0
	for _, p := range m.Parts {
		if (p.Kind == spec.CallPart) != (p.Call != nil) {
			return "a call part without its call"
		}
		if p.Call != nil {
			if *p.Call != next {
				return "calls out of order"
			}
			next++
		}
	}
	if next != len(m.Calls) {
		return "a call without its part"
	}
	return ""
}
