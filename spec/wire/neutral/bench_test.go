package neutral_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// sample is a few MB of small events with some escapes and non-ASCII text.
func sample(b *testing.B) []byte {
	var text []byte
	encoder := neutral.New().NewEncoder("")
	for i := range 20_000 {
		session, message := fmt.Sprintf("session-%d", i%7), fmt.Sprintf("msg-%d", i/50)
		for _, e := range []spec.Event{
			{Kind: spec.Text, Session: session, Message: message, Slot: "0", Form: spec.Plain, Text: "Größe: \"12\"\nund mehr"},
			{Kind: spec.CallArgs, Session: session, Message: message, Slot: "1", Text: `{"path":"a.txt","n`},
			{Kind: spec.CallDone, Session: session, Call: fmt.Sprintf("call-%d", i), Result: []byte(`{"ok":true,"lines":[1,2,3]}`)},
		} {
			var err error
			if text, err = encoder.Encode(text, []spec.Event{e}); err != nil {
				b.Fatal(err)
			}
			text = append(text, '\n')
		}
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return text
}

// BenchmarkStream reads bytes to events, framing and checks included.
func BenchmarkStream(b *testing.B) {
	text := sample(b)
	for b.Loop() {
		for _, err := range wire.Decode(neutral.New(), "", bytes.NewReader(text), wire.Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkReader only cuts bytes into checked records.
func BenchmarkReader(b *testing.B) {
	text := sample(b)
	for b.Loop() {
		reader := wire.NewReader(bytes.NewReader(text), wire.Lines, wire.Limits{})
		for {
			if _, _, err := reader.Next(); err != nil {
				break
			}
		}
	}
}

// BenchmarkDecode reads records that are cut already.
func BenchmarkDecode(b *testing.B) {
	records := bytes.Split(bytes.TrimSpace(sample(b)), []byte("\n"))
	for b.Loop() {
		decoder := neutral.New().NewDecoder("")
		var events []spec.Event
		for _, record := range records {
			events, _ = decoder.Decode(events[:0], record)
		}
	}
}

// BenchmarkEncodingJSON is the yardstick for BenchmarkDecode.
func BenchmarkEncodingJSON(b *testing.B) {
	records := bytes.Split(bytes.TrimSpace(sample(b)), []byte("\n"))
	for b.Loop() {
		for _, record := range records {
			var e spec.Event
			if err := json.Unmarshal(record, &e); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEncode writes events.
func BenchmarkEncode(b *testing.B) {
	stream, _, err := wire.DecodeAll(neutral.New(), "", bytes.NewReader(sample(b)), wire.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	encoder := neutral.New().NewEncoder("")
	var record []byte
	for b.Loop() {
		for i := range stream.Events {
			if record, err = encoder.Encode(record[:0], stream.Events[i:i+1]); err != nil {
				b.Fatal(err)
			}
		}
	}
}
