package anonym_test

import (
	"encoding/json"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// unwritable says why the new stream cannot be written, where the old one can be.
func unwritable(s sample, to spec.Stream) error {
	if _, err := wire.EncodeStream(s.Codec, s.variant, s.stream); err != nil {
		return nil
	}
	_, err := wire.EncodeStream(s.Codec, s.variant, to)
	return err
}

// unlike says what is wrong with a stream that was made anonymous: it cannot be
// written though the original can be, it is read otherwise, a word of the original
// is in it, or it changes its shape when that is done again. "" if nothing is.
func unlike(s sample) string {
	to, r := anonym.Stream(s.stream, anonym.Options{})
	again, _ := anonym.Stream(to, anonym.Options{})
	text, err := json.Marshal(to.Events)
	switch {
	case err != nil:
		return err.Error()
	case unwritable(s, to) != nil:
		return unwritable(s, to).Error()
	case bones(to) != bones(s.stream):
		return "it is read otherwise"
	case bones(again) != bones(to), !slices.Equal(sizes(again), sizes(to)):
		return "it has another shape once it is made anonymous again"
	}
	return leaked(s, nil, text, r)
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

var _ = Describe("An anonymous stream", func() {
	It("is like the original in all but its words, which are none of the original's: written cases", func() {
		for _, s := range written() {
			Expect(unlike(s)).To(BeEmpty(), s.what)
		}
	})

	It("is so for generated streams of every dialect, whole and broken", func() {
		everyDialect(2, unlike)
	})

	It("does to recordings what it does to made ones", func() {
		for _, s := range recorded() {
			to, _ := anonym.Stream(s.stream, anonym.Options{})
			Expect(unwritable(s, to)).To(Succeed(), s.what)
			Expect(bones(to)).To(Equal(bones(s.stream)), s.what)
		}
	})

	It("leaves the original alone, and is the same each time", func() {
		for _, s := range written()[:40] {
			before, _ := json.Marshal(s.stream.Events)
			one, _ := anonym.Stream(s.stream, anonym.Options{})
			other, _ := anonym.Stream(s.stream, anonym.Options{})
			after, _ := json.Marshal(s.stream.Events)
			Expect(string(after)).To(Equal(string(before)))
			Expect(one).To(Equal(other))
		}
	})
})
