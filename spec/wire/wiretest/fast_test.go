package wiretest_test

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// hasty is the neutral codec with a fast path that takes what it should not, or
// takes it otherwise.
type hasty struct {
	wire.Codec
	fast func(d wire.Decoder, line []byte, depth int) ([]spec.Event, bool)
}

func (h hasty) NewDecoder(variant string) wire.Decoder {
	return hastyDecoder{h.Codec.NewDecoder(variant), h}
}

type hastyDecoder struct {
	wire.Decoder
	hasty
}

func (h hastyDecoder) DecodeLine(_ []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	return h.fast(h.Decoder, line, depth)
}

func (h hastyDecoder) Strict() wire.Decoder { return neutral.New().NewDecoder("") }

// through decodes a line, whether or not it is deeper than allowed.
func through(d wire.Decoder, line []byte) ([]spec.Event, bool) {
	return d.(wire.FastDecoder).DecodeLine(nil, line, wire.MaxDepth)
}

var _ = DescribeTable("the contract catches a quick way", func(fast func(wire.Decoder, []byte, int) ([]spec.Event, bool)) {
	Expect(failing(hasty{neutral.New(), fast})).To(ContainElement("quick"))
},
	Entry("that loses a field", func(d wire.Decoder, line []byte, depth int) ([]spec.Event, bool) {
		events, ok := d.(wire.FastDecoder).DecodeLine(nil, line, depth)
		if ok {
			events[0].Turn = ""
		}
		return events, ok
	}),
	Entry("that tells empty from absent otherwise", func(d wire.Decoder, line []byte, depth int) ([]spec.Event, bool) {
		events, ok := d.(wire.FastDecoder).DecodeLine(nil, line, depth)
		if ok && events[0].Raw == nil {
			events[0].Raw = []byte{}
		}
		return events, ok
	}),
	Entry("that takes what is no record", func(d wire.Decoder, line []byte, _ int) ([]spec.Event, bool) {
		events, ok := through(d, line)
		if !ok {
			events = []spec.Event{{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: bytes.Clone(line)}}
		}
		return events, true
	}),
	Entry("that counts what it does not take", func(d wire.Decoder, line []byte, _ int) ([]spec.Event, bool) {
		if _, ok := through(d, line); !ok {
			through(d, []byte(`{"kind":"cancel"}`))
		}
		return nil, false
	}),
)
