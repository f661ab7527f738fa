package trace_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
)

// FuzzRead reads bytes of any kind as a file: what there is of it, compressed or
// not, ends in a verdict that can be printed or in one of the package's errors,
// and the same one again.
func FuzzRead(f *testing.F) {
	for _, text := range []string{whole, opens + says, "data: {}\n\n", `0:"Hi"` + "\n", "{\n \"id\": \"s\",\n \"messages\": []\n}\n", "\x00", "\xff\xfe{"} {
		f.Add([]byte(text))
	}
	for _, name := range []string{"codex/failed-command.jsonl", "langgraph/parallel-two-subagents.messages-tuple.sse", "cagent/session-single-tool.json"} {
		if text, err := os.ReadFile(shared() + "/" + name); err == nil {
			f.Add(text)
		}
	}
	z, err := os.ReadFile("testdata/whole.jsonl.gz")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(z)
	f.Add(z[:len(z)-9])
	f.Fuzz(func(t *testing.T, text []byte) {
		o := trace.Options{Size: 1 << 20, Limits: wire.Limits{Line: 64 << 10}}
		r, err := trace.Read(bytes.NewReader(text), o)
		again, errAgain := trace.Read(bytes.NewReader(text), o)
		if (err == nil) != (errAgain == nil) || r.Records != again.Records || r.Dialect != again.Dialect {
			t.Fatalf("%v, then %v", err, errAgain)
		}
		none := errors.Is(err, trace.ErrEmpty) || errors.Is(err, trace.ErrBinary) || errors.Is(err, trace.ErrDialect)
		if none && r.Records > 0 {
			t.Fatalf("%d records, and %v", r.Records, err)
		}
		sameCounts(t, text, o, r, err)
		if v := r.Verdict(); v.Outcome == "" || v.Passed == (len(v.Reasons) > 0) {
			t.Fatalf("verdict %+v", v)
		}
		if err := errors.Join(r.Print(io.Discard, 0), r.PrintBrief(io.Discard, "x"), r.PrintWhy(io.Discard)); err != nil {
			t.Fatal(err)
		}
	})
}

// sameCounts holds an import of the same bytes to what the reading found.
func sameCounts(t *testing.T, text []byte, o trace.Options, r *trace.Reading, want error) {
	i, err := trace.Open(bytes.NewReader(text), o)
	if i != nil {
		defer i.Close()
	}
	if err != nil {
		if want == nil || err.Error() != want.Error() {
			t.Fatalf("read: %v; opened: %v", want, err)
		}
		return
	}
	for range 2 {
		if err = ended(i); (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
			t.Fatalf("read: %v; imported: %v", want, err)
		}
		if c := i.Counts(); c.Records != r.Records || c.Bad != r.Bad || c.Unknown != r.Strange || c.Torn+c.Noise > c.Bad {
			t.Fatalf("read: %d records, %d bad, %d unknown; imported: %+v", r.Records, r.Bad, r.Strange, c)
		}
	}
}
