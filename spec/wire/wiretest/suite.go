package wiretest

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"testing/iotest"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

func (s *suite) register() {
	for _, variant := range s.variants() {
		ginkgo.Context("in variant "+quote(variant), func() { s.registerVariant(variant) })
	}
	ginkgo.It("takes every variant's records, whichever variant it is asked for", s.crossVariants)
	ginkgo.It("surfaces records of unknown kinds, raw", s.surfacesUnknown)
	ginkgo.It("recognises its own records and no others", s.sniffs)
}

func (s *suite) registerVariant(variant string) {
	ginkgo.It("declares features under its own name", func() { s.declares(variant) })
	ginkgo.It("gives events or a problem for every record", func() { s.total(variant) })
	ginkgo.It("reads the same the quick way and the strict one", func() { s.fastAsStrict(variant) })
	if s.codec.Features(variant).ReadOnly {
		ginkgo.It("writes nothing, and says so", func() { s.writesNothing(variant) })
		return
	}
	ginkgo.It("decodes what it encodes", func() { s.roundTrip(variant) })
	ginkgo.It("reads the same however the bytes are cut", func() { s.chunkInvariant(variant) })
	ginkgo.It("encodes one JSON value in a line, the same each time", func() { s.encodesText(variant) })
	ginkgo.It("encodes nothing that its record does not say", func() { s.losesNothing(variant) })
	ginkgo.It("counts every record, bad ones too", func() { s.counts(variant) })
	ginkgo.It("keeps no hold of a record's bytes", func() { s.keepsNothing(variant) })
}

func (s *suite) variants() []string { return variantsOf(s.codec) }

// variantsOf are a codec's variants; "" is the only one of a codec that names none.
func variantsOf(c wire.Codec) []string {
	if v := c.Variants(); len(v) > 0 {
		return v
	}
	return []string{""}
}

func quote(variant string) string {
	if variant == "" {
		return "(the only one)"
	}
	return variant
}

func (s *suite) declares(variant string) {
	want := s.codec.Name()
	if variant != "" {
		want += ":" + variant
	}
	gomega.Expect(s.codec.Features(variant).Dialect).To(gomega.Equal(want))
	if variants := s.codec.Variants(); len(variants) > 0 && variants[0] == variant {
		bare := s.codec.Features("")
		gomega.Expect(bare.Dialect).To(gomega.Or(gomega.Equal(want), gomega.Equal(s.codec.Name())))
		bare.Dialect = want
		gomega.Expect(bare).To(gomega.Equal(s.codec.Features(variant)), "the default variant")
	}
	s.formRules(s.codec.Features(variant))
}

// formRules holds the rules of forms to forms and rules that the variant has.
func (s *suite) formRules(f spec.Features) {
	for form, rules := range f.FormRules {
		gomega.Expect(f.Forms).To(gomega.ContainElement(form), "a form that has rules")
		for _, id := range rules {
			rule, known := spec.RuleByID(id)
			gomega.Expect(known && rule.Applies(&f)).To(gomega.BeTrue(), "%s, which the form %s is to mean, is a rule of %s", id, form, f.Dialect)
		}
	}
}

// expressed gives the source's streams, cut down to what can be said, in each form
// by itself and in all at once.
func (s *suite) expressed(variant string) []spec.Stream {
	var streams []spec.Stream
	if s.codec.Features(variant).ReadOnly {
		return nil
	}
	for _, stream := range s.streams(variant, s.codec.Features(variant)) {
		stream.Features = s.codec.Features(variant)
		if stream = RestrictStream(stream); len(stream.Events) > 0 {
			streams = append(streams, stream)
		}
	}
	plain := streams
	for n := range s.codec.Features(variant).Forms {
		streams = append(streams, formed(plain, 1<<n)...)
	}
	streams = append(streams, formed(plain, 1<<len(s.codec.Features(variant).Forms)-1)...)
	gomega.Expect(streams).NotTo(gomega.BeEmpty(), "the source must give streams for variant %q", variant)
	return streams
}

// formed are the streams in other forms.
func formed(streams []spec.Stream, f spec.Forms) []spec.Stream {
	if f == 0 {
		return nil
	}
	all := slices.Clone(streams)
	for i := range all {
		all[i].Forms = f
	}
	return all
}

// writesNothing holds the encoder of a variant that is only read to its error.
func (s *suite) writesNothing(variant string) {
	_, err := s.codec.NewEncoder(variant).Encode(nil, []spec.Event{{Kind: spec.TurnStart, Record: 1}})
	gomega.Expect(err).To(gomega.MatchError(gomega.ContainSubstring("none is written")))
	gomega.Expect(s.samples).NotTo(gomega.BeEmpty(), "samples stand for streams of its own")
}

func (s *suite) encoded(variant string, stream spec.Stream) [][]byte {
	records, err := wire.EncodeStream(s.codec, variant, stream)
	gomega.ExpectWithOffset(1, err).NotTo(gomega.HaveOccurred())
	return records
}

func (s *suite) roundTrip(variant string) {
	for i, stream := range s.expressed(variant) {
		records := s.encoded(variant, stream)
		got, problems := wire.DecodeRecords(s.codec, variant, records)
		gomega.Expect(problems).To(gomega.BeEmpty(), "stream %d", i)
		gomega.Expect(diff(stream.Events, got.Events)).To(gomega.BeEmpty(), "stream %d", i)
		got.End = stream.End
		gomega.Expect(wire.Anew(s.codec, variant, stream)).To(gomega.Equal(got), "stream %d, read as it was written", i)
	}
}

func (s *suite) chunkInvariant(variant string) {
	framing := s.codec.Framing(variant)
	for i, stream := range s.expressed(variant) {
		text, err := wire.AppendAll(nil, framing, s.encoded(variant, stream))
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
		for name, reader := range transports(text) {
			got, problems, err := wire.DecodeAll(s.codec, variant, reader, wire.Limits{})
			gomega.Expect(err).NotTo(gomega.HaveOccurred())
			gomega.Expect(problems).To(gomega.BeEmpty(), "stream %d, %s", i, name)
			gomega.Expect(diff(stream.Events, got.Events)).To(gomega.BeEmpty(), "stream %d, %s", i, name)
		}
	}
}

// transports are ways in which the same stream may arrive.
func transports(text []byte) map[string]io.Reader {
	crlf := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	return map[string]io.Reader{
		"whole":                    bytes.NewReader(text),
		"one byte a read":          iotest.OneByteReader(bytes.NewReader(text)),
		"CRLF behind a BOM":        iotest.HalfReader(bytes.NewReader(append([]byte("\ufeff"), crlf...))),
		"no line end at its end":   bytes.NewReader(bytes.TrimRight(text, "\n")),
		"the end with the content": iotest.DataErrReader(bytes.NewReader(text)),
	}
}

func (s *suite) encodesText(variant string) {
	for i, stream := range s.expressed(variant) {
		first, second := s.encoded(variant, stream), s.encoded(variant, stream)
		gomega.Expect(first).To(gomega.Equal(second), "stream %d", i)
		for n, record := range first {
			gomega.Expect(json.Valid(record)).To(gomega.BeTrue(), "stream %d, record %d: %s", i, n+1, record)
			gomega.Expect(bytes.ContainsAny(record, "\r\n")).To(gomega.BeFalse(), "stream %d, record %d", i, n+1)
		}
	}
}

// keepsNothing overwrites each record behind the decoder's back.
func (s *suite) keepsNothing(variant string) {
	for i, stream := range s.expressed(variant) {
		decoder := s.codec.NewDecoder(variant)
		var got []spec.Event
		for _, record := range s.encoded(variant, stream) {
			got, _ = decoder.Decode(got, record)
			for i := range record {
				record[i] = 'x'
			}
		}
		gomega.Expect(diff(stream.Events, got)).To(gomega.BeEmpty(), "stream %d", i)
	}
}

func (s *suite) crossVariants() {
	for _, from := range s.variants() {
		for i, stream := range s.expressed(from) {
			records := s.encoded(from, stream)
			for _, to := range append(s.variants(), "") {
				_, problems := wire.DecodeRecords(s.codec, to, records)
				gomega.Expect(problems).To(gomega.BeEmpty(), "stream %d of %q read as %q", i, from, to)
			}
		}
	}
	for _, variant := range s.variants() {
		_, problems := wire.DecodeRecords(s.codec, variant, texts(s.samples))
		gomega.Expect(problems).To(gomega.BeEmpty(), "samples read as %q", variant)
	}
}

func (s *suite) surfacesUnknown() {
	for _, record := range s.unknown {
		events, problem := s.codec.NewDecoder("").Decode(nil, []byte(record))
		gomega.Expect(problem).To(gomega.BeNil(), record)
		gomega.Expect(events).To(gomega.HaveLen(1), record)
		gomega.Expect(events[0].Kind).To(gomega.Equal(spec.NoteEvent), record)
		gomega.Expect(events[0].Note).To(gomega.Equal(spec.NoteUnknown), record)
		gomega.Expect(events[0].Raw).To(gomega.MatchJSON(record))
	}
}

func texts(records []string) [][]byte {
	out := make([][]byte, len(records))
	for i, record := range records {
		out[i] = []byte(record)
	}
	return out
}
