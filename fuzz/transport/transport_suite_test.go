package transport_test

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

func TestTransport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "transport")
}

var framings = map[wire.Framing]transport.Framing{
	wire.Lines: transport.Lines, wire.SSE: transport.SSE, wire.Coded: transport.Coded, wire.Document: transport.Document,
}

// A speech is a stream of a dialect, as records and as a plain text.
type speech struct {
	codec   wire.Codec
	variant string
	records [][]byte
	text    transport.Text
}

var separators = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`, "\u0085", `\u0085`)

// framed is a speech of records; false where the framing cannot hold them.
func framed(c wire.Codec, variant string, records [][]byte) (speech, bool) {
	f := c.Features(variant)
	s := speech{c, variant, records, transport.Text{Framing: framings[c.Framing(variant)], IDs: f.EventIDs, Apart: f.RejectsAmbiguous}}
	for _, record := range records {
		text, err := wire.Append(nil, c.Framing(variant), record)
		if err != nil {
			return s, false
		}
		s.text.Raw = append(s.text.Raw, text)
		text, err = wire.Append(nil, c.Framing(variant), []byte(separators.Replace(string(record))))
		if err != nil {
			return s, false
		}
		s.text.Records = append(s.text.Records, text)
	}
	return s, true
}

// most is the maximum number of speeches per variant.
const most = 40

// longest is the maximum number of records of a speech.
const longest = 60

// all are speeches of each variant of each dialect that stories are told in.
var all = sync.OnceValue(func() [][]speech {
	var every [][]speech
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			if c.Framing(v) != wire.Document {
				every = append(every, speeches(c, v))
			}
		}
	}
	return every
})

// each calls with n speeches of each variant, and their numbers.
func each(n int, call func(s speech, seed uint64)) {
	for _, variant := range all() {
		for i := range n {
			call(variant[i%len(variant)], uint64(i))
		}
	}
}

func speeches(c wire.Codec, variant string) (some []speech) {
	features := c.Features(variant)
	for seed := uint64(0); len(some) < most; seed++ {
		p := perform.Generate(features, perform.Degraded, perform.CaseSeed(7, seed))
		records, err := wire.EncodeStream(c, variant, p.Stream)
		if err != nil || len(records) == 0 || len(records) > longest {
			continue
		}
		if s, ok := framed(c, variant, records); ok {
			some = append(some, s)
		}
	}
	return some
}

// drawn returns the plan that a seed draws.
func drawn(t transport.Text, seed uint64, hostile bool) transport.Plan {
	var d choice.Sources
	d.Draw(seed, 1)
	return t.Draw(d.Layer(choice.Transport), hostile)
}

// chosen returns the plan of a choice sequence.
func chosen(t transport.Text, choices []byte, hostile bool) transport.Plan {
	var d choice.Sources
	var c choice.Choices
	c[choice.Transport] = choices
	d.Read(&c)
	return t.Draw(d.Layer(choice.Transport), hostile)
}

// chunks gives one chunk per read.
type chunks [][]byte

func (c *chunks) Read(p []byte) (int, error) {
	if len(*c) == 0 {
		return 0, io.EOF
	}
	n := copy(p, (*c)[0])
	if (*c)[0] = (*c)[0][n:]; len((*c)[0]) == 0 {
		*c = (*c)[1:]
	}
	return n, nil
}

func reader(sent *transport.Sent) io.Reader {
	c := chunks(slices.Clone(sent.Chunks))
	return &c
}

// received are the records that package wire cuts from what was sent, as values
// without the members that a plan puts in, and without events of empty data; and
// how many problems there were.
func (s *speech) received(sent *transport.Sent) (records []any, problems []wire.Problem) {
	r := wire.NewReader(reader(sent), s.codec.Framing(s.variant), wire.Limits{})
	for {
		record, problem, err := r.Next()
		switch {
		case err == io.EOF:
			return records, problems
		case err != nil:
			panic(err)
		case problem != nil:
			problems = append(problems, *problem)
		case string(record.JSON) != `{"data":""}`:
			records = append(records, value(record.JSON))
		}
	}
}

func value(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return stripped(v)
}

// stripped returns a record without the members that a plan adds.
func stripped(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	for key := range object {
		if bytes.HasPrefix([]byte(key), []byte("quock_filling")) {
			delete(object, key)
		}
	}
	for _, key := range []string{"data", "value"} {
		if _, is := object[key].(map[string]any); is {
			stripped(object[key])
		}
	}
	return object
}

func values(records [][]byte) []any {
	var all []any
	for _, r := range records {
		all = append(all, value(r))
	}
	return all
}

// means returns the meaning of a stream, read from records or as it was sent.
func (s *speech) means(stream spec.Stream) *spec.Transcript {
	t := model.Run(stream, spec.Policies{HeldAttach: "open", ArgumentsComplete: "value"})
	return &t
}

func (s *speech) decoded(records [][]byte) spec.Stream {
	stream, _ := wire.DecodeRecords(s.codec, s.variant, records)
	return stream
}

func (s *speech) sent(sent *transport.Sent) spec.Stream {
	GinkgoHelper()
	stream, _, err := wire.DecodeAll(s.codec, s.variant, reader(sent), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	return stream
}
