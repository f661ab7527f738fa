package agui_test

import (
	"bytes"
	"testing"
	"testing/iotest"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agui"
)

// FuzzDecode feeds three records behind the start of a run: nothing panics, a
// record gives events of its own number or a problem alone, and what was decoded
// and can be written is read back the same.
func FuzzDecode(f *testing.F) {
	for i := range samples {
		f.Add([]byte(samples[i]), []byte(samples[(i+1)%len(samples)]), []byte(samples[(i+2)%len(samples)]))
	}
	for _, s := range streams(agui.Lines, spec.Features{}) {
		records, err := wire.EncodeStream(agui.New(), agui.Lines, s)
		if err != nil {
			f.Fatal(err)
		}
		for i := 3; i < len(records); i++ {
			f.Add(records[i-2], records[i-1], records[i])
		}
	}
	f.Fuzz(func(t *testing.T, first, second, third []byte) {
		d := agui.New().NewDecoder("")
		encoders := map[string]wire.Encoder{agui.SSE: agui.New().NewEncoder(agui.SSE), agui.Lines: agui.New().NewEncoder(agui.Lines)}
		for n, record := range [][]byte{[]byte(started), first, second, third} {
			events, problem := d.Decode(nil, record)
			hold(t, n+1, events, problem)
			for _, v := range d.(wire.Verifier).Violations() {
				if v.Record != n+1 || v.Says == "" || v.Detail == "" {
					t.Fatalf("record %d: violation %+v", n+1, v)
				}
			}
			for variant, e := range encoders {
				if len(events) == 0 || !rewrites(t, variant, e, events) {
					delete(encoders, variant)
				}
			}
		}
	})
}

func hold(t *testing.T, number int, events []spec.Event, problem *wire.Problem) {
	t.Helper()
	if (problem == nil) == (len(events) == 0) {
		t.Fatalf("record %d: %d events and the problem %v", number, len(events), problem)
	}
	for i := range events {
		if _, err := events[i].Kind.MarshalText(); err != nil || events[i].Record != number {
			t.Fatalf("record %d: event %+v", number, events[i])
		}
	}
}

// rewrites encodes what can be said; an encoder that refused is not relied on
// further.
func rewrites(t *testing.T, variant string, e wire.Encoder, events []spec.Event) bool {
	t.Helper()
	record, err := e.Encode(nil, events)
	if err != nil {
		return false
	}
	if _, err := wire.Append(nil, agui.New().Framing(variant), record); err != nil {
		t.Fatalf("wrote %s, which the framing cannot hold: %v", record, err)
	}
	return true
}

// FuzzStream reads bytes as each variant's stream: the same whole and in
// small reads, and never more records than lines.
func FuzzStream(f *testing.F) {
	f.Add([]byte("data: " + started + "\n\n: comment\ndata: " + finished))
	f.Add([]byte(started + "\r\n" + finished + "\n{"))
	f.Add([]byte("data: [DONE]\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, variant := range agui.New().Variants() {
			whole, problems, err := wire.DecodeAll(agui.New(), variant, bytes.NewReader(text), wire.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			halves, _, _ := wire.DecodeAll(agui.New(), variant, iotest.HalfReader(bytes.NewReader(text)), wire.Limits{})
			if err := wire.ReadBack(whole.Events, halves.Events); err != nil {
				t.Fatal(err)
			}
			if n := max(whole.Records(), len(problems)); n > bytes.Count(text, []byte("\n"))+bytes.Count(text, []byte("\r"))+1 {
				t.Fatalf("%d records", n)
			}
		}
	})
}
