package anonym_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// FuzzRecords makes any two lines of any dialect anonymous: it must end, and what
// comes out must have no word of what went in but those that the dialect knows.
func FuzzRecords(f *testing.F) {
	for i, seed := range []string{
		"", "{", `{"kind":"text","text":"alpha beta"}`, `{"type":"assistant","message":{"content":[{"type":"text","text":"gamma"}]}}`,
		"\xff\xfeword", `{"a":"\ud83d\ude00 \u00e9 %C3%A9 delta"}`, `["",{"":1e999}]`, `{"kind":"turn.start","session":"__proto__"}`,
		`"tools:alpha|tools:beta"`, `{"type":"text_delta","session_id":"sigma","content":"omega"}`,
	} {
		f.Add(uint8(i), []byte(seed), []byte(`{"kind":"turn.start","session":"epsilon"}`))
	}
	all := dialectVariants()
	f.Fuzz(func(t *testing.T, dialect uint8, one, other []byte) {
		g := all[int(dialect)%len(all)]
		records := [][]byte{one, other}
		to, r, err := anonym.Records(g.name, records, anonym.Options{})
		if err != nil {
			return
		}
		s, _ := wire.DecodeRecords(g.Codec, g.variant, records)
		text := bytes.Join(to, []byte("\n"))
		if found := anonym.Leaks(s, records, text, anonym.Options{Allow: r.Stayed}); len(found) > 0 {
			t.Fatalf("%s: %v\n%q\n%q", g.name, found, records, to)
		}
	})
}

// FuzzStream makes a small stream anonymous whose texts, arguments, result and id
// are the fuzzer's, cut where it says: every fragment is as long as it was, what can be
// written can be written still, and nothing of it stays. The stream is small, and no
// generated one, as a target that takes seconds finds nothing.
func FuzzStream(f *testing.F) {
	for i, text := range []string{
		"Straße \\u00e9 12.50e3 %41 " + string(rune(0x1f600)), `{"city":"Paris","zip":75001}`, `{"a":"\ud83d\ude00 \u00`, "ee e EE 99 00 1e5 -1.5e-300",
		"thread-1 thread-12 thread-1", "tools:alpha|tools:beta", "\xff\xc3 word", "\xf4\xf4\xf4\xff", "__proto__ constructor true null", "日本語 日本 e\u0301",
	} {
		f.Add(uint8(i), uint8(7*i), text)
	}
	all := dialectVariants()
	f.Fuzz(func(t *testing.T, dialect, cut uint8, text string) {
		g := all[int(dialect)%len(all)]
		text = text[:min(len(text), 200)]
		s := spec.Stream{Features: g.Features(g.variant), Events: fuzzed(text, min(int(cut), len(text))), End: spec.EOF}
		records, err := wire.EncodeStream(g.Codec, g.variant, s)
		if err != nil {
			return
		}
		to, r, err := anonym.Records(g.name, records, anonym.Options{})
		if err != nil {
			t.Fatalf("%s %v\n%q", g.name, err, text)
		}
		if err := unwritable(decoded(g, "", records, spec.EOF), decoded(g, "", to, spec.EOF).stream); err != nil {
			t.Fatalf("%s %v\n%q", g.name, err, text)
		}
		out := bytes.Join(to, []byte("\n"))
		if found := anonym.Leaks(s, nil, out, anonym.Options{Allow: r.Stayed}); len(found) > 0 {
			t.Fatalf("%s %v\n%q\n%q", g.name, found, text, out)
		}
	})
}

// fuzzed is a small stream that says a text in all ways.
func fuzzed(text string, cut int) []spec.Event {
	result, _ := json.Marshal(map[string]string{"found": text})
	id := text[:min(cut, 40)]
	events := []spec.Event{
		{Kind: spec.TurnStart, Session: "thread-1"},
		{Kind: spec.MessageOpen, Session: "thread-1", Message: "m1", Role: "assistant"},
		{Kind: spec.Text, Session: "thread-1", Message: "m1", Slot: "0", Text: text[:cut]},
		{Kind: spec.Text, Session: "thread-1", Message: "m1", Slot: "0", Text: text[cut:]},
		{Kind: spec.CallOpen, Session: "thread-1", Message: "m1", Slot: "1", Call: "call " + id, Name: "lookup"},
		{Kind: spec.CallArgs, Session: "thread-1", Message: "m1", Slot: "1", Text: text},
		{Kind: spec.CallDone, Session: "thread-1", Call: "call " + id, Result: result},
	}
	for i := range events {
		events[i].Record = i + 1
	}
	return events
}
