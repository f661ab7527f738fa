package model_test

import (
	"fmt"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// talk is a long stream: turns of a few messages with streamed calls.
func talk(turns int) []spec.Event {
	var all []spec.Event
	add := func(e spec.Event) {
		e.Session, e.Record = "s", len(all)+1
		all = append(all, e)
	}
	for i := range turns {
		turn, message, call := fmt.Sprint("t", i), fmt.Sprint("m", i), fmt.Sprint("c", i)
		add(spec.Event{Kind: spec.TurnStart, Turn: turn})
		for range 10 {
			add(spec.Event{Kind: spec.Text, Message: message, Text: "some words "})
		}
		add(spec.Event{Kind: spec.CallOpen, Message: message, Slot: "1", Call: call, Name: "read"})
		for range 5 {
			add(spec.Event{Kind: spec.CallArgs, Message: message, Slot: "1", Text: `{"a":`})
		}
		add(spec.Event{Kind: spec.CallArgs, Message: message, Slot: "1", Text: `1}}}}}`})
		add(spec.Event{Kind: spec.CallDone, Call: call, Result: []byte(`"ok"`)})
		add(spec.Event{Kind: spec.MessageClose, Message: message})
		add(spec.Event{Kind: spec.TurnEnd, Turn: turn})
	}
	return all
}

// BenchmarkStep prints events a second on a short and a long stream: time is
// linear in the length when the two agree.
func BenchmarkStep(b *testing.B) {
	for _, turns := range []int{3, 500, 50000} {
		stream := talk(turns)
		b.Run(fmt.Sprintf("events=%d", len(stream)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := model.New(namedDialect, spec.Policies{})
				for i := range stream {
					s.Step(&stream[i])
				}
				s.End(spec.EOF)
			}
			b.ReportMetric(float64(len(stream))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}
