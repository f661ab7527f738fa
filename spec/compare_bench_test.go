package spec_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/quock-dev/quock/spec"
)

// BenchmarkCompareEqual is the usual case: two equal transcripts of 50 messages
// with a call each, built separately.
func BenchmarkCompareEqual(b *testing.B) {
	want, got := long(50), long(50)
	compare := spec.Compare{Observes: spec.AllParts()}
	b.ReportAllocs()
	for b.Loop() {
		if len(compare.Transcripts(want, got)) != 0 {
			b.Fatal("equal transcripts differ")
		}
	}
}

// BenchmarkCompareOther is the worst case: a candidate with a thousand
// different messages.
func BenchmarkCompareOther(b *testing.B) {
	want, got := long(1000), long(1000)
	for i := range got.Sessions[0].Messages {
		got.Sessions[0].Messages[i].ID = fmt.Sprint("other", i)
	}
	compare := spec.Compare{Observes: spec.AllParts()}
	b.ReportAllocs()
	for b.Loop() {
		if len(compare.Transcripts(want, got)) != 1000 {
			b.Fatal("want one difference a message")
		}
	}
}

func long(n int) *spec.Transcript {
	zero := 0
	s := spec.Session{ID: "s", Status: spec.Closed, Turns: []spec.Turn{{Status: spec.Completed}}}
	for i := range n {
		s.Messages = append(s.Messages, spec.Message{
			ID: fmt.Sprint("m", i), Role: "assistant", Complete: true,
			Parts: []spec.Part{{Kind: spec.TextPart, Text: "I look."}, {Kind: spec.CallPart, Call: &zero}},
			Calls: []spec.Call{{ID: fmt.Sprint("c", i), Name: "ls", Args: `{"a":1}`, Status: spec.Done, Result: json.RawMessage(`"ok"`)}},
		})
	}
	return &spec.Transcript{Outcome: spec.OutcomeCompleted, Sessions: []spec.Session{s}}
}
