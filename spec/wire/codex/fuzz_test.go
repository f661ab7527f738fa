package codex_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// seeds are the encoded streams of the contract, and the recorded traces where
// they are there.
func seeds(add func(text []byte)) error {
	codec := codex.New()
	for _, s := range streams("", codec.Features("")) {
		records, err := wire.EncodeStream(codec, "", s)
		if err != nil {
			return err
		}
		add(bytes.Join(records, []byte("\n")))
	}
	paths, err := filepath.Glob(filepath.Join(recordings, "lab", "*.jsonl"))
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
	return nil
}

// FuzzDecode holds the decoder to its contract on lines of any kind: each gives
// events of known kinds or a problem, and the same again; what the encoder takes
// of that is decoded again; and the transcript of it is one, whatever came.
func FuzzDecode(f *testing.F) {
	if err := seeds(func(text []byte) { f.Add(text) }); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		first, problems := wire.DecodeRecords(codex.New(), "", records)
		again, _ := wire.DecodeRecords(codex.New(), "", records)
		if err := wire.ReadBack(first.Events, again.Events); err != nil {
			t.Fatalf("decoded otherwise the second time: %v", err)
		}
		told := map[int]bool{}
		for _, p := range problems {
			told[p.Record] = true
		}
		for _, e := range first.Events {
			if _, err := e.Kind.MarshalText(); err != nil {
				t.Fatal(err)
			}
			told[e.Record] = true
		}
		for i := range records {
			if !told[i+1] {
				t.Fatalf("record %d gives neither event nor problem", i+1)
			}
		}
		rewrite(t, first)
		events(first.Events).means()
	})
}

// rewrite encodes a decoded stream as far as it goes.
func rewrite(t *testing.T, s spec.Stream) {
	encoder, decoder := codex.New().NewEncoder(""), codex.New().NewDecoder("")
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
		if problem != nil {
			t.Fatalf("%v in %s", problem, record)
		}
		if err := wire.ReadBack(rest[:n], got); err != nil {
			t.Fatalf("%v in %s", err, record)
		}
		rest = rest[n:]
	}
}
