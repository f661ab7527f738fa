package anonym_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// encodes is what is wrong with the new stream on the wire, where the old one can
// be written.
func encodes(s sample, to spec.Stream) error {
	if _, err := wire.EncodeStream(s.Codec, s.variant, s.stream); err != nil {
		return nil
	}
	_, err := wire.EncodeStream(s.Codec, s.variant, to)
	return err
}

var _ = Describe("An anonymous stream", func() {
	It("can be written wherever the original can, since a fixture is records", func() {
		for _, s := range recorded() {
			to, _ := anonym.Stream(s.stream, anonym.Options{})
			if err := encodes(s, to); err != nil {
				fmt.Println(s.what, s.name, err)
			}
		}
		for _, s := range written() {
			to, _ := anonym.Stream(s.stream, anonym.Options{})
			if err := encodes(s, to); err != nil {
				fmt.Println(s.what, s.name, err)
			}
		}
		for _, g := range tongues() {
			for _, s := range performed(g, 60) {
				to, r := anonym.Stream(s.stream, anonym.Options{})
				_ = r
				if err := encodes(s, to); err != nil {
					fmt.Println(s.what, s.name, err)
				}
				a, b := model.Run(s.stream, spec.Policies{}), model.Run(to, spec.Policies{})
				Expect(len(a.Sessions)).To(Equal(len(b.Sessions)))
			}
		}
	})
})
