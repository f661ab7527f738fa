package wiretest_test

import (
	"bytes"
	"testing"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func TestWiretest(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "the contract test")
}

// A broken codec is the neutral one with one thing wrong.
type broken struct {
	wire.Codec
	features func(spec.Features) spec.Features
	sniff    func() int
	decode   func(d wire.Decoder, n int, record []byte) ([]spec.Event, *wire.Problem)
	encode   func(e wire.Encoder, n int, events []spec.Event) ([]byte, error)
}

func (b broken) Features(variant string) spec.Features {
	if b.features == nil {
		return b.Codec.Features(variant)
	}
	return b.features(b.Codec.Features(variant))
}

func (b broken) Sniff(records [][]byte) (int, string) {
	if b.sniff == nil {
		return b.Codec.Sniff(records)
	}
	return b.sniff(), "because"
}

func (b broken) NewDecoder(variant string) wire.Decoder {
	if b.decode == nil {
		return b.Codec.NewDecoder(variant)
	}
	return &brokenDecoder{b.Codec.NewDecoder(variant), b, 0}
}

func (b broken) NewEncoder(variant string) wire.Encoder {
	if b.encode == nil {
		return b.Codec.NewEncoder(variant)
	}
	return &brokenEncoder{b.Codec.NewEncoder(variant), b, 0}
}

type brokenDecoder struct {
	wire.Decoder
	broken
	n int
}

func (d *brokenDecoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.n++
	events, problem := d.decode(d.Decoder, d.n, record)
	return append(dst, events...), problem
}

type brokenEncoder struct {
	wire.Encoder
	broken
	n int
}

func (e *brokenEncoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	e.n++
	record, err := e.encode(e.Encoder, e.n, events)
	return append(dst, record...), err
}

// changed is a decoder whose good records' events are changed.
func changed(change func(events []spec.Event) []spec.Event) broken {
	return broken{Codec: neutral.New(), decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
		events, problem := d.Decode(nil, record)
		if problem != nil {
			return nil, problem
		}
		return change(events), nil
	}}
}

// written is an encoder whose records are changed.
func written(change func(n int, record []byte) []byte) broken {
	return broken{Codec: neutral.New(), encode: func(e wire.Encoder, n int, events []spec.Event) ([]byte, error) {
		record, err := e.Encode(nil, events)
		return change(n, record), err
	}}
}

// streams say a little of everything that the broken codecs break.
func streams(string, spec.Features) []spec.Stream {
	events := []spec.Event{
		{Kind: spec.SessionOpen, Session: "a"}, {Kind: spec.TurnStart, Session: "a", Turn: "t"},
		{Kind: spec.Text, Session: "a", Message: "m", Text: "Hello", Metadata: []byte(`{"k":1}`)}, {Kind: spec.CallOpen, Session: "a", Message: "m", Call: "c", Name: "ls"},
		{Kind: spec.CallDone, Session: "a", Call: "c", Result: []byte(`"x"`)}, {Kind: spec.TurnEnd, Session: "a", Turn: "t"},
	}
	for i := range events {
		events[i].Record = i + 1
	}
	return []spec.Stream{{Events: events}}
}

func failing(codec wire.Codec) []string {
	return wiretest.Broken(codec, streams, wiretest.Unknown(`{"kind":"hologram"}`), wiretest.Samples(`{"kind":"cancel"}`))
}

var _ = Describe("the contract", func() {
	It("is met by a codec that is right", func() {
		Expect(failing(neutral.New())).To(BeEmpty())
	})

	DescribeTable("catches", func(codec broken, specs ...string) {
		if codec.Codec == nil {
			codec.Codec = neutral.New()
		}
		Expect(failing(codec)).To(ContainElements(specs))
	},
		Entry("another dialect's name", broken{features: func(f spec.Features) spec.Features { f.Dialect = "x"; return f }}, "declares"),
		Entry("a codec that claims everything", broken{sniff: func() int { return 100 }}, "sniff"),
		Entry("a codec that claims nothing", broken{sniff: func() int { return 0 }}, "sniff"),
		Entry("a score beyond the scale", broken{sniff: func() int { return 101 }}, "sniff"),
		Entry("a decoder that loses a field", changed(func(e []spec.Event) []spec.Event { e[0].Turn = ""; return e }), "round-trip", "chunks", "loss", "bytes"),
		Entry("a decoder that loses an event", changed(func(e []spec.Event) []spec.Event { return e[1:] }), "round-trip", "unknown"),
		Entry("a decoder that repeats an event", changed(func(e []spec.Event) []spec.Event { return append(e, e[0]) }), "round-trip", "unknown"),
		Entry("a decoder that numbers from 0", changed(func(e []spec.Event) []spec.Event { e[0].Record--; return e }), "round-trip", "counts"),
		Entry("a decoder that hides the raw record", changed(func(e []spec.Event) []spec.Event { e[0].Raw = nil; return e }), "unknown"),
		Entry("a decoder that makes up a kind", changed(func(e []spec.Event) []spec.Event {
			if e[0].Note == spec.NoteUnknown {
				e[0].Kind = 0
			}
			return e
		}), "total", "unknown"),
		Entry("a decoder that panics", broken{decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
			if len(record) == 0 {
				panic("empty")
			}
			return d.Decode(nil, record)
		}}, "total"),
		Entry("a decoder that skips garbage in silence", broken{decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
			events, _ := d.Decode(nil, record)
			return events, nil
		}}, "total", "counts"),
		Entry("a decoder that gives both", broken{decode: func(d wire.Decoder, n int, record []byte) ([]spec.Event, *wire.Problem) {
			events, problem := d.Decode(nil, record)
			if problem != nil {
				events = []spec.Event{{Kind: spec.Cancel, Record: n}}
			}
			return events, problem
		}}, "total"),
		Entry("a decoder that gives no reason", broken{decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
			events, problem := d.Decode(nil, record)
			if problem != nil {
				problem.Reason = ""
			}
			return events, problem
		}}, "total"),
		Entry("a decoder that does not count what is bad", broken{decode: func(d wire.Decoder, n int, record []byte) ([]spec.Event, *wire.Problem) {
			if bytes.HasPrefix(record, []byte("{")) && bytes.HasSuffix(record, []byte("}")) {
				return d.Decode(nil, record)
			}
			return nil, &wire.Problem{Record: n, Reason: wire.Malformed, Detail: "bad"}
		}}, "counts"),
		Entry("a decoder that changes its input", broken{decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
			events, problem := d.Decode(nil, record)
			if len(record) > 0 {
				record[0] = ' '
			}
			return events, problem
		}}, "total"),
		Entry("a decoder that keeps hold of its input", broken{decode: func(d wire.Decoder, _ int, record []byte) ([]spec.Event, *wire.Problem) {
			events, problem := d.Decode(nil, record)
			if i := bytes.Index(record, []byte("Hello")); i > 0 {
				events[0].Text = unsafe.String(&record[i], 5)
			}
			return events, problem
		}}, "bytes"),
		Entry("an encoder that drops a field in silence", broken{encode: func(e wire.Encoder, _ int, events []spec.Event) ([]byte, error) {
			one := events[0]
			one.StopReason = ""
			return e.Encode(nil, []spec.Event{one})
		}}, "loss"),
		Entry("an encoder of two lines", written(func(_ int, record []byte) []byte { return append(record, '\n') }), "text"),
		Entry("an encoder of no JSON", written(func(_ int, record []byte) []byte { return append(record, '}') }), "text", "round-trip"),
		Entry("an encoder that remembers other streams", func() broken {
			streams := 0
			return written(func(n int, record []byte) []byte {
				if n == 1 {
					streams++
				}
				return append(record[:len(record)-1], bytes.Repeat([]byte(" "), streams)...)
			})
		}(), "text"),
	)
})
