package freedoms_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// limitsFile names the file that says how many records of each fixture and recording come
// before the first that its decoder refuses, or in which it finds what the format forbids.
// TestLegal writes it, in a process of its own: to find the record is to decode it, which
// must not count.
const limitsFile = "QUOCK_FREEDOMS_LEGAL"

// legal is what that file says. Without it each stream is looked at where it is asked for.
var legal = func() begins {
	known := begins{}
	if text, err := os.ReadFile(os.Getenv(limitsFile)); err == nil {
		if err := json.Unmarshal(text, &known); err != nil {
			panic(err)
		}
	}
	return known
}()

// begins are such numbers, by dialect and hash of the stream.
type begins map[string]int

// of is the number for a stream, of which records are given, or the text of a recording.
func (b begins) of(c wire.Codec, variant string, text []byte, records [][]byte) int {
	key := fmt.Sprintf("%s:%s %x", c.Name(), variant, sha256.Sum256(text))
	n, known := b[key]
	if !known {
		if records != nil {
			n = forbidden(c, variant, records)
		} else {
			n = permitted(c, variant, text)
		}
		b[key] = n
	}
	return n
}

// forbidden is where the first record stands that its decoder refuses, or in which it
// finds what the format forbids; behind the last where there is none.
func forbidden(c wire.Codec, variant string, records [][]byte) int {
	first := len(records) + 1
	_, problems := wire.DecodeRecords(c, variant, records)
	for _, p := range problems {
		first = min(first, max(p.Record, 1))
	}
	for _, v := range wire.Violations(c, variant, records) {
		first = min(first, max(v.Record, 1))
	}
	return first - 1
}

// permitted is the same for a recording.
func permitted(c wire.Codec, variant string, text []byte) (n int) {
	for batch, err := range wire.Decode(c, variant, bytes.NewReader(text), wire.Limits{Line: 1 << 24}) {
		if err != nil || batch.Problem != nil || len(batch.Violations()) > 0 {
			return n
		}
		n = batch.Record.Number
	}
	return n
}

// TestLegal looks at all fixtures and recordings.
func TestLegal(t *testing.T) {
	name := os.Getenv(limitsFile)
	if name == "" {
		t.Skip("nobody asks for the file")
	}
	for _, of := range []sort{streams, documents, readOnly} {
		kept(t, of)
	}
	distilled, err := fixtures.DistilledAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range distilled {
		fixture(t, d.Dialect, d.Records, streams)
	}
	text, err := json.Marshal(legal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A record that its format forbids is where a stream stops to count, wherever it stands.
func TestStreamsCountUpToWhatIsForbidden(t *testing.T) {
	c, variant, err := dialects.Lookup("agui:lines")
	if err != nil {
		t.Fatal(err)
	}
	start, bad := `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`, `{"type":"CUSTOM","name":"n"}`
	for want, records := range map[int][]string{0: {bad, start}, 1: {start, bad, bad}, 2: {start, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`}} {
		var all [][]byte
		for _, r := range records {
			all = append(all, []byte(r))
		}
		text := bytes.Join(all, []byte("\n"))
		if n, m := forbidden(c, variant, all), permitted(c, variant, text); n != want || m != want {
			t.Errorf("%v: %d records, %d of the recording, not %d", records, n, m, want)
		}
	}
}
