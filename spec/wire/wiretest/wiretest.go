// Package wiretest is the contract test that every dialect's codec runs.
//
// Goals: one call gives a dialect the whole contract of package wire as ginkgo
// specs: round trip, chunk invariance, totality, positions, unknown kinds,
// sniffing, and that neither side keeps or loses anything in silence.
//
// Non-goals: what a dialect's fields mean; that is for the codec's own tests.
package wiretest

import (
	"github.com/onsi/ginkgo/v2"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A Source gives the streams that a codec must carry in one variant: streams
// that the dialect can say (Encode takes them), with records numbered from 1
// without a gap and no Raw on unknown notes unless it is the wire's own. They
// are cut down by RestrictStream first, so that one source can serve
// several dialects.
type Source func(variant string, f spec.Features) []spec.Stream

// An Option adds to the contract what only the dialect's author knows.
type Option func(*suite)

// Unknown names records of a kind that the dialect does not know: each must
// give exactly one event, a note of kind unknown whose Raw is the record.
func Unknown(records ...string) Option {
	return func(s *suite) { s.unknown = append(s.unknown, records...) }
}

// Samples names records as real producers write them: the codec must decode
// them without a Problem, recognise them, and they seed the mutations.
func Samples(records ...string) Option {
	return func(s *suite) { s.samples = append(s.samples, records...) }
}

// Run registers the specs of a codec's contract; call it in a Describe or at
// the top level of a test file, once a codec. Streams are asked for when the
// specs run. The specs:
//
//   - decode(encode(s)) = s for every variant and stream, record numbers
//     included, from the records and from bytes in the codec's framing, whole
//     and one byte at a time. Equal means: spec.Event field by field, where "" and
//     the default of Form, Status and Role-less kinds are one, JSON values
//     (Result, Metadata, Raw, Args of a value) are equal as values, Restated of
//     call.open and an absent Raw do not count.
//   - every variant's decoder takes every variant's records, without a Problem.
//   - Decode is total: garbage, foreign JSON and mutated records never panic and
//     give either a Problem without events or events of known kinds; text that is
//     no JSON and deep nesting give a Problem.
//   - every record counts, bad ones too, and every event bears its number.
//   - an unknown record (Unknown) is a note unknown with the record as Raw.
//   - events do not change when the record's bytes are used again.
//   - Encode gives one JSON value in one line, the same each time, and takes no
//     event that its record then does not say.
//   - what a decoder reads its fast path (wire.FastDecoder) it reads as its strict one
//     does: the same events, problems and positions, from good and damaged bytes.
//   - of a variant that is read only (spec.Features.ReadOnly) nothing is encoded, and
//     the samples stand for its streams.
//   - Sniff gives 50 or more for its own records, less for other dialects' and
//     for garbage, with a reason.
func Run(codec wire.Codec, streams Source, options ...Option) {
	s := &suite{codec: codec, streams: streams}
	for _, option := range options {
		option(s)
	}
	ginkgo.Describe("the codec "+codec.Name(), s.register)
}

type suite struct {
	codec            wire.Codec
	streams          Source
	unknown, samples []string
}
