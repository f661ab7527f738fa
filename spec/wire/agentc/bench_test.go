package agentc_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// sample is the example's frames over and over.
func sample(b *testing.B) [][]byte {
	text, err := os.ReadFile("testdata/delegation.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	records := bytes.Split(bytes.TrimSpace(bytes.Repeat(text, 400)), []byte("\n"))
	size := 0
	for _, record := range records {
		size += len(record)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	return records
}

// BenchmarkDecode reads frames.
func BenchmarkDecode(b *testing.B) {
	records := sample(b)
	for b.Loop() {
		decoder := agentc.New().NewDecoder("")
		var events []spec.Event
		for _, record := range records {
			events, _ = decoder.Decode(events[:0], record)
		}
	}
}

// BenchmarkStream reads bytes to events, framing and checks included.
func BenchmarkStream(b *testing.B) {
	text := bytes.Join(sample(b), []byte("\n"))
	for b.Loop() {
		for _, err := range wire.Decode(agentc.New(), "", bytes.NewReader(text), wire.Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEncodingJSON is the yardstick: the frame alone, not its meaning.
func BenchmarkEncodingJSON(b *testing.B) {
	type frame struct {
		Type    string `json:"type"`
		Session string `json:"session_id"`
		Parent  string `json:"parent_session_id"`
		User    string `json:"user_session_id"`
		Role    string `json:"role"`
		Content string `json:"content"`
		ID      string `json:"id"`
		Started bool   `json:"started"`
		Calls   []struct {
			ID, Name string
			Input    any
		} `json:"tool_calls"`
		Results []map[string]any `json:"tool_results"`
		Chat    map[string]any   `json:"chat_session"`
	}
	records := sample(b)
	for b.Loop() {
		for _, record := range records {
			var f frame
			_ = json.Unmarshal(record, &f)
		}
	}
}

// BenchmarkEncode writes frames, and reads each back.
func BenchmarkEncode(b *testing.B) {
	stream, _ := wire.DecodeRecords(agentc.New(), "", sample(b))
	for b.Loop() {
		if _, err := wire.EncodeStream(agentc.New(), "", stream); err != nil {
			b.Fatal(err)
		}
	}
}
