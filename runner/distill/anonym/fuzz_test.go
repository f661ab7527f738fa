package anonym_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
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
	all := tongues()
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

// FuzzStream makes generated streams anonymous, with a text of the fuzzer's in
// them: what can be written can be written still, and nothing of it stays.
func FuzzStream(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(uint8(seed), uint8(seed%3), seed, "Straße \\u00e9 12.50e3 %41 "+string(rune(0x1f600)))
	}
	all := tongues()
	f.Fuzz(func(t *testing.T, dialect, level uint8, seed uint64, text string) {
		g := all[int(dialect)%len(all)]
		if g.Features(g.variant).Document {
			return
		}
		s := perform.Generate(g.Features(g.variant), perform.Level(level%3), seed).Stream
		for i := range s.Events {
			if e := &s.Events[i]; e.Kind == spec.Text && e.Text != "" && i%2 == 0 {
				e.Text = text[:min(len(text), 200)]
			}
		}
		to, r := anonym.Stream(s, anonym.Options{})
		if err := unwritable(sample{tongue: g, stream: s}, to); err != nil {
			t.Fatalf("%s %d %d: %v", g.name, level, seed, err)
		}
		out, _ := json.Marshal(to.Events)
		if found := anonym.Leaks(s, nil, out, anonym.Options{Allow: r.Stayed}); len(found) > 0 {
			t.Fatalf("%s %d %d: %v\n%q", g.name, level, seed, found, out)
		}
	})
}
