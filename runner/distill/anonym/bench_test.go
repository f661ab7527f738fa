package anonym_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// BenchmarkLeaks looks for the words of ten megabytes in a small output.
func BenchmarkLeaks(b *testing.B) {
	var events []spec.Event
	size := 0
	for i := 0; size < 10<<20; i++ {
		text := fmt.Sprintf("Line %d says word%d and name%x of order %d. ", i, i%50_000, i*7919, 100_000+i)
		size += len(text)
		events = append(events, spec.Event{Kind: spec.Text, Record: i + 1, Session: "s", Message: fmt.Sprint("msg-", i/500), Text: text})
	}
	s := spec.Stream{Features: neutral.New().Features(""), Events: events, End: spec.EOF}
	output := bytes.Repeat([]byte(`{"kind":"text","session":"s1","text":"Bako zidu lemo fara."}`+"\n"), 300)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if found := anonym.Leaks(s, nil, output, anonym.Options{}); len(found) > 0 {
			b.Fatal(found[0].Kind)
		}
	}
}
