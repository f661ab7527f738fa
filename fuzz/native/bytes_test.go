package native_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A way is a dialect in one of all its variants, whether its features differ from
// another's or only its bytes do.
type way struct {
	codec   wire.Codec
	variant string
}

var ways = func() []way {
	var all []way
	for _, codec := range dialects.Generated() {
		variants := codec.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			all = append(all, way{codec, v})
		}
	}
	return all
}()

// bytes are a case as the dialect's transport carries it.
func (w *way) bytes(c *perform.Case) ([]byte, error) {
	records, err := wire.EncodeStream(w.codec, w.variant, c.Stream)
	if err != nil {
		return nil, err
	}
	return wire.AppendAll(nil, w.codec.Framing(w.variant), records)
}

// FuzzBytes: whatever bytes come in whatever dialect, they read the same however
// they arrive, and the model makes a transcript of what was read after every
// record, which can be written.
func FuzzBytes(f *testing.F) {
	for i := range ways {
		w := &ways[i]
		for n := range uint64(3) {
			c := perform.Generate(w.codec.Features(w.variant), perform.Degraded, perform.CaseSeed(9, n))
			text, err := w.bytes(c)
			if err != nil {
				continue // the variant is one that is read only
			}
			f.Add(byte(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, b byte, text []byte) {
		if len(text) > 64<<10 {
			return
		}
		w := &ways[int(b)%len(ways)]
		whole, problems, err := wire.DecodeAll(w.codec, w.variant, bytes.NewReader(text), wire.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		again, sameProblems, err := wire.DecodeAll(w.codec, w.variant, iotest.OneByteReader(bytes.NewReader(text)), wire.Limits{})
		if err != nil || !reflect.DeepEqual(again, whole) || !reflect.DeepEqual(sameProblems, problems) {
			t.Fatalf("%s reads one byte at a time %v %v (%v), at once %v %v", w.variant, again, sameProblems, err, whole, problems)
		}
		transcribe(t, whole)
	})
}

// transcribe shows the model's transcript after every record, as far as the
// stream is short, and after the end.
func transcribe(t *testing.T, s spec.Stream) {
	t.Helper()
	m := model.New(s.Features, spec.Policies{})
	show := func() {
		if _, err := json.Marshal(m.Transcript()); err != nil {
			t.Fatal(err)
		}
	}
	for i := range s.Events {
		m.Step(&s.Events[i])
		if i < 100 {
			show()
		}
	}
	m.End(s.End)
	show()
}
