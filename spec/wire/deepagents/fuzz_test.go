package deepagents_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/deepagents"
)

// FuzzDecode holds the decoder to its contract on lines of any kind: each gives
// events of known kinds or a problem, and the same again; what the encoder takes
// of that means the same when it is read; and it has a transcript, whatever came.
func FuzzDecode(f *testing.F) {
	for _, variant := range []string{"poll", "stream"} {
		for _, s := range streams(variant, deepagents.New().Features(variant)) {
			records, err := wire.EncodeStream(deepagents.New(), variant, s)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(bytes.Join(records, []byte("\n")))
		}
	}
	for _, sample := range samples {
		f.Add([]byte(sample + "\n" + sample))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		first, problems := wire.DecodeRecords(deepagents.New(), "", records)
		again, _ := wire.DecodeRecords(deepagents.New(), "", records)
		if err := wire.ReadBack(first.Events, again.Events); err != nil {
			t.Fatalf("decoded otherwise the second time: %v", err)
		}
		accounted(t, records, first, problems)
		rewrite(t, first)
		model.Run(first, spec.Policies{})
	})
}

// accounted fails where a record gives neither an event nor a problem, or both.
func accounted(t *testing.T, records [][]byte, s spec.Stream, problems []wire.Problem) {
	told := map[int]bool{}
	for _, e := range s.Events {
		if _, err := e.Kind.MarshalText(); err != nil {
			t.Fatal(err)
		}
		told[e.Record] = true
	}
	for _, p := range problems {
		if told[p.Record] {
			t.Fatalf("record %d gives events and a problem", p.Record)
		}
		told[p.Record] = true
	}
	for i := range records {
		if !told[i+1] {
			t.Fatalf("record %d gives neither event nor problem", i+1)
		}
	}
}

// rewrite encodes a decoded stream as far as it goes.
func rewrite(t *testing.T, s spec.Stream) {
	encoder, decoder := deepagents.New().NewEncoder("stream"), deepagents.New().NewDecoder("stream")
	for rest := s.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		record, err := encoder.Encode(nil, rest[:n])
		if err != nil {
			return
		}
		if _, problem := decoder.Decode(nil, record); problem != nil {
			t.Fatalf("%v in %s", problem, record)
		}
		rest = rest[n:]
	}
}
