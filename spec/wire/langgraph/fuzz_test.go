package langgraph_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// FuzzDecode feeds two records to each variant's decoder: nothing panics, every
// event is of a known kind and of its record, a problem comes alone, and what
// was decoded is not taken back by an encoder that accepts it.
func FuzzDecode(f *testing.F) {
	for _, record := range samples {
		f.Add([]byte(record), []byte(record))
	}
	for _, name := range []string{"single-delegation.jsonl", "hitl-2-resume.jsonl"} {
		seed(f, filepath.Join(traces, name))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		for _, variant := range langgraph.New().Variants() {
			decodeTwo(t, variant, first, second)
		}
	})
}

// seed adds neighbouring records of a trace, if there is one.
func seed(f *testing.F, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	for i := 1; i < len(lines); i += 3 {
		f.Add(lines[i-1], lines[i])
	}
}

func decodeTwo(t *testing.T, variant string, first, second []byte) {
	codec := langgraph.New()
	d, e := codec.NewDecoder(variant), codec.NewEncoder(variant)
	for n, record := range [][]byte{first, second} {
		events, problem := d.Decode(nil, record)
		if problem != nil {
			if len(events) > 0 || problem.Record != n+1 {
				t.Fatalf("%d events beside %s", len(events), problem)
			}
			continue
		}
		for i := range events {
			if _, err := events[i].Kind.MarshalText(); err != nil || events[i].Record != n+1 {
				t.Fatalf("record %d: event %+v", n+1, events[i])
			}
		}
		writeBack(t, e, variant, events)
	}
}

// writeBack encodes what can be said, as it was read.
func writeBack(t *testing.T, e wire.Encoder, variant string, events []spec.Event) {
	record, err := e.Encode(nil, events)
	if err != nil {
		return
	}
	if _, problem := langgraph.New().NewDecoder(variant).Decode(nil, record); problem != nil {
		t.Fatalf("wrote %s, which is no record: %s", record, problem)
	}
}
