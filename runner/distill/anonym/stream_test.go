package anonym_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// unwritable says why the new stream cannot be written, where the old one can be.
func unwritable(s sample, to spec.Stream) error {
	if _, err := wire.EncodeStream(s.Codec, s.variant, s.stream); err != nil {
		return nil
	}
	_, err := wire.EncodeStream(s.Codec, s.variant, to)
	return err
}

// inStream is a stream that is written, made anonymous and read again.
func inStream(s spec.Stream, o anonym.Options) (spec.Stream, *anonym.Report) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(s.Features.Dialect)
	Expect(err).NotTo(HaveOccurred())
	records, err := wire.EncodeStream(codec, variant, s)
	Expect(err).NotTo(HaveOccurred())
	to, r, err := anonym.Records(s.Features.Dialect, records, o)
	Expect(err).NotTo(HaveOccurred())
	read, problems := wire.DecodeRecords(codec, variant, to)
	Expect(problems).To(BeEmpty())
	return read, r
}

// leaked says which words of a stream are in an output, with what is around.
func leaked(s sample, records [][]byte, text []byte, r *anonym.Report) string {
	for _, l := range anonym.Leaks(s.stream, records, text, anonym.Options{Allow: r.Stayed}) {
		return l.Kind + ": " + string(text[max(l.Offset-40, 0):min(l.Offset+40, len(text))])
	}
	return ""
}

// sizes are the lengths of the fragments.
func sizes(s spec.Stream) (all []int) {
	for i := range s.Events {
		all = append(all, len(s.Events[i].Text), len(s.Events[i].Args), len(s.Events[i].Result))
	}
	return all
}
