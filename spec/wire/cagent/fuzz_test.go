package cagent_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// seeds are the encoded streams of the contract, and the recorded traces where
// they are there.
func seeds(add func(text []byte)) error {
	codec := cagent.New()
	for _, variant := range codec.Variants() {
		for _, s := range streams(variant, codec.Features(variant)) {
			records, err := wire.EncodeStream(codec, variant, s)
			if err != nil {
				return err
			}
			add(bytes.Join(records, []byte("\n")))
		}
	}
	text, err := os.ReadFile(filepath.Join(recordings, "wire-nested-transfer.jsonl"))
	if err == nil {
		add(text)
	}
	return nil
}

// FuzzDecode holds the decoder to its contract on lines of any kind: it gives
// events of known kinds or a problem, and the same again; the model takes them;
// and whatever the encoder takes from what was decoded, it writes so that it is
// decoded again.
func FuzzDecode(f *testing.F) {
	if err := seeds(func(text []byte) { f.Add(text) }); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		for _, variant := range []string{cagent.D1, cagent.D2} {
			s, problems := wire.DecodeRecords(cagent.New(), variant, records)
			again, _ := wire.DecodeRecords(cagent.New(), variant, records)
			if len(s.Events) != len(again.Events) {
				t.Fatalf("%d events, then %d", len(s.Events), len(again.Events))
			}
			everyRecord(t, len(records), s.Events, problems)
			model.Run(s, spec.Policies{})
			rewrite(t, variant, s)
		}
	})
}

// everyRecord checks that each record gives either events or a problem.
func everyRecord(t *testing.T, records int, events []spec.Event, problems []wire.Problem) {
	t.Helper()
	bad := map[int]bool{}
	for _, p := range problems {
		bad[p.Record] = true
	}
	seen := map[int]bool{}
	for _, e := range events {
		if _, err := e.Kind.MarshalText(); err != nil || bad[e.Record] {
			t.Fatalf("record %d: %v, problem %v", e.Record, err, bad[e.Record])
		}
		seen[e.Record] = true
	}
	for i := range records {
		if !seen[i+1] && !bad[i+1] {
			t.Fatalf("record %d gives neither event nor problem", i+1)
		}
	}
}

// rewrite encodes a decoded stream as far as it goes.
func rewrite(t *testing.T, variant string, s spec.Stream) {
	t.Helper()
	encoder, decoder := cagent.New().NewEncoder(variant), cagent.New().NewDecoder(variant)
	for rest := s.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		record, err := encoder.Encode(nil, rest[:n])
		if err != nil {
			return
		}
		got, problem := decoder.Decode(nil, record)
		if problem != nil || len(got) != n {
			t.Fatalf("%d events became %d (%v) in %s", n, len(got), problem, record)
		}
		rest = rest[n:]
	}
}

// FuzzDocument does the same with whole documents.
func FuzzDocument(f *testing.F) {
	codec := cagent.New()
	for _, s := range streams(cagent.Session, codec.Features(cagent.Session)) {
		records, err := wire.EncodeStream(codec, cagent.Session, s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(records[0])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, problems, err := wire.DecodeAll(codec, cagent.Session, bytes.NewReader(text), wire.Limits{})
		if err != nil || len(problems) > 1 {
			t.Fatalf("%v, %d problems", err, len(problems))
		}
		model.Run(s, spec.Policies{})
		rewrite(t, cagent.Session, s)
	})
}
