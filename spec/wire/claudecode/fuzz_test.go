package claudecode_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
)

// seeds are the encoded streams of the contract, and the recorded traces where
// they are there.
func seeds(add func(text []byte)) error {
	codec := claudecode.New()
	for _, variant := range codec.Variants() {
		for _, s := range streams(variant, codec.Features(variant)) {
			records, err := wire.EncodeStream(codec, variant, s)
			if err != nil {
				return err
			}
			add(bytes.Join(records, []byte("\n")))
		}
	}
	for _, pattern := range []string{"*.jsonl", "lab/*.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(recordings, pattern))
		if err != nil {
			return err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			add(text)
		}
	}
	return nil
}

// FuzzDecode holds the decoder to its contract on lines of any kind: it gives
// events of known kinds or a problem, and the same again; and whatever stream
// the encoder takes from what was decoded, it writes so that it is decoded
// again.
func FuzzDecode(f *testing.F) {
	if err := seeds(func(text []byte) { f.Add(text) }); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		first, problems := wire.DecodeRecords(claudecode.New(), "", records)
		again, _ := wire.DecodeRecords(claudecode.New(), "", records)
		if len(first.Events) != len(again.Events) {
			t.Fatalf("%d events, then %d", len(first.Events), len(again.Events))
		}
		bad := map[int]bool{}
		for _, p := range problems {
			bad[p.Record] = true
		}
		seen := map[int]bool{}
		for _, e := range first.Events {
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
		rewrite(t, first)
	})
}

// rewrite encodes a decoded stream as far as it goes.
func rewrite(t *testing.T, s spec.Stream) {
	encoder := claudecode.New().NewEncoder(claudecode.Partial)
	decoder := claudecode.New().NewDecoder("")
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
