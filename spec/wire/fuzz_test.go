package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

var seeds = []string{
	"{\"a\":1}\r\n\n[]\n{\"a\":", "\ufeff\"\u2028\"\n\x00\xff\n{}", "event: a\nid: 1\ndata: {\ndata: }\n\n: c\ndata: [DONE]\r\rdata: 1\r\n\r\ndata: {\"a\"",
	"data\n\ndata:x\n\nevent: e\n\nretry: 1\n\n", "[[[[[[[[[[]]]]]]]]]]\n",
	"data: 1\n\n\r\n\r\r\n\n\n\n\n\n\n\n\ndata: 2\r\r\n", "{}\n\n\n\n\n\n\n\n\n\n \n\t\r\n\r\n[]", "f:{\"messageId\":\"m\"}\r\n0:\"a\"\n\n:1\nd:\n0:[1] \n0:{\"a\"", "0",
}

var framings = []wire.Framing{wire.Lines, wire.SSE, wire.Coded}

// FuzzReader: no bytes make a Reader fail, how they arrive means nothing, the
// positions are right, and what it gives is written and read back as it is.
func FuzzReader(f *testing.F) {
	for _, seed := range seeds {
		for framing := range framings {
			f.Add([]byte(seed), uint8(framing))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, number uint8) {
		framing := framings[int(number)%len(framings)]
		whole, records := summary(t, bytes.NewReader(text), framing, len(text))
		for _, r := range []io.Reader{iotest.OneByteReader(bytes.NewReader(text)), iotest.DataErrReader(bytes.NewReader(text))} {
			if cut, _ := summary(t, r, framing, len(text)); !reflect.DeepEqual(cut, whole) {
				t.Fatalf("cut otherwise: %q, want %q", cut, whole)
			}
		}
		written, err := wire.AppendAll(nil, framing, records)
		if err != nil {
			t.Fatal(err)
		}
		if _, again := summary(t, bytes.NewReader(written), framing, len(written)); !reflect.DeepEqual(compact(again), compact(records)) {
			t.Fatalf("%q were written, %q read", records, again)
		}
	})
}

func compact(records [][]byte) (all []string) {
	for _, record := range records {
		v, _ := scan.Parse(record, wire.MaxDepth)
		all = append(all, v.Compact())
	}
	return all
}

// summary lists what a Reader gives, and the good records.
func summary(t *testing.T, r io.Reader, f wire.Framing, size int) (all []string, good [][]byte) {
	reader := wire.NewReader(r, f, wire.Limits{Line: 64, Depth: 8})
	for {
		record, problem, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return all, good
		}
		if err != nil {
			t.Fatal(err)
		}
		if record.Number != len(all)+1 || record.Offset < 0 || record.Offset >= int64(size) || record.Line < 1 {
			t.Fatalf("record %d is at %+v", len(all)+1, record)
		}
		if problem == nil {
			good = append(good, bytes.Clone(record.JSON))
		}
		all = append(all, fmt.Sprintf("%s %v", record.JSON, problem))
	}
}
