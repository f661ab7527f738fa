package wiretest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Fuzz is what FuzzDecode needs.
type Fuzz struct {
	Codec wire.Codec
	// Seeds are texts of whole streams, see Seeds.
	Seeds [][]byte
	// Silent: a record may say again what is known, and then gives no event.
	Silent bool
	// Context: what a record says depends on those before it. The encoder writes only
	// some of them, so what it wrote is read without a problem, but may be other events.
	Context bool
	// Also, if not nil, is called with every decoded stream.
	Also func(spec.Stream)
}

// FuzzDecode holds a codec to its contract on lines of any kind, in every
// variant: a record gives events of known kinds or a problem, and the same again;
// what the encoder takes of that is read back the same.
func FuzzDecode(f *testing.F, by Fuzz) {
	for _, text := range by.Seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		for _, variant := range variantsOf(by.Codec) {
			s, problems := wire.DecodeRecords(by.Codec, variant, records)
			again, _ := wire.DecodeRecords(by.Codec, variant, records)
			if err := wire.ReadBack(s.Events, again.Events); err != nil {
				t.Fatalf("%s: decoded otherwise the second time: %v", variant, err)
			}
			by.accounted(t, len(records), s.Events, problems)
			by.rewrite(t, variant, s.Events)
			if by.Also != nil {
				by.Also(s)
			}
		}
	})
}

// accounted fails where a record gives neither events nor a problem, or both.
func (by *Fuzz) accounted(t *testing.T, records int, events []spec.Event, problems []wire.Problem) {
	t.Helper()
	decoded, bad := map[int]bool{}, map[int]bool{}
	for i := range events {
		if _, err := events[i].Kind.MarshalText(); err != nil {
			t.Fatalf("record %d: %v", events[i].Record, err)
		}
		decoded[events[i].Record] = true
	}
	for _, p := range problems {
		bad[p.Record] = true
	}
	for n := 1; n <= records; n++ {
		if decoded[n] == bad[n] && (decoded[n] || !by.Silent) {
			t.Fatalf("record %d: events %t, problem %t", n, decoded[n], bad[n])
		}
	}
}

// rewrite encodes events as far as the encoder takes them, and reads each record
// back.
func (by *Fuzz) rewrite(t *testing.T, variant string, rest []spec.Event) {
	t.Helper()
	encoder, decoder := by.Codec.NewEncoder(variant), by.Codec.NewDecoder(variant)
	for len(rest) > 0 {
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
			t.Fatalf("%s: %v in %s", variant, problem, record)
		}
		if err := wire.ReadBack(rest[:n], got); err != nil && !by.Context {
			t.Fatalf("%s: %v in %s", variant, err, record)
		}
		rest = rest[n:]
	}
}

// Seeds are the streams of a source in every variant that is written, each as the text of its
// records, and the files that the patterns match. A pattern without a match, as
// for recordings that are not there, adds nothing.
func Seeds(codec wire.Codec, streams Source, patterns ...string) ([][]byte, error) {
	var texts [][]byte
	for _, variant := range variantsOf(codec) {
		if codec.Features(variant).ReadOnly {
			continue
		}
		for _, s := range streams(variant, codec.Features(variant)) {
			records, err := wire.EncodeStream(codec, variant, s)
			if err != nil {
				return nil, err
			}
			texts = append(texts, bytes.Join(records, []byte("\n")))
		}
	}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text)
		}
	}
	return texts, nil
}
