package exact_test

import (
	"bytes"
	"reflect"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign/exact"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// odd has what other forms lose.
type odd struct {
	Raw    []byte
	Text   string
	None   []string
	Empty  []string
	Zero   *int
	Signed int8
	Big    uint64
	Yes    bool
	Named  map[string][]int
	hidden int
}

func TestNothingIsLost(t *testing.T) {
	g, zero := NewWithT(t), 0
	v := odd{
		Raw: []byte("{ \"a\" : <1> "), Text: "\xff\x00", Empty: []string{}, Zero: &zero, Signed: -128, Big: 1<<64 - 1, Yes: true,
		Named: map[string][]int{"b": {1}, "a": nil, "": {}},
	}
	text := exact.Encode(&v)
	var read odd
	g.Expect(exact.Decode(text, &read)).To(Succeed())
	g.Expect(read).To(Equal(v))
	g.Expect(exact.Encode(&read)).To(Equal(text))
	read.hidden = 1
	g.Expect(exact.Encode(&read)).To(Equal(text), "a field that is not exported is no part of the value")
	for n := range text {
		g.Expect(exact.Decode(text[:n], &read)).To(MatchError(exact.ErrCut), "cut at %d", n)
	}
	g.Expect(exact.Decode(append(text, 0), &read)).To(MatchError(exact.ErrCut))
}

// Streams are what units carry: hostile ones of each dialect come back as they were.
func TestStreams(t *testing.T) {
	g := NewWithT(t)
	for _, d := range dialects.All() {
		f := d.Features("")
		if f.ReadOnly {
			continue
		}
		for seed := range uint64(20) {
			events := perform.Generate(f, perform.Hostile, seed).Stream.Events
			var read []spec.Event
			g.Expect(exact.Decode(exact.Encode(&events), &read)).To(Succeed())
			g.Expect(reflect.DeepEqual(read, events)).To(BeTrue(), "%s %d", f.Dialect, seed)
		}
	}
}

// FuzzDecode gives arbitrary bytes: they are refused, or are a value that is written alike.
func FuzzDecode(f *testing.F) {
	f.Add(exact.Encode(&odd{Named: map[string][]int{"a": {1}}}))
	f.Add([]byte{0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, text []byte) {
		var v, again odd
		if exact.Decode(text, &v) != nil {
			return
		}
		once := exact.Encode(&v)
		if err := exact.Decode(once, &again); err != nil || !bytes.Equal(exact.Encode(&again), once) {
			t.Fatalf("%x reads as %+v, which reads as %+v: %v", text, v, again, err)
		}
	})
}
