package contract_test

import (
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// marks are the words of all marks of the contract.
func marks() []string {
	var all []string
	for _, m := range regexp.MustCompile(`<!-- for: (.*?) -->`).FindAllStringSubmatch(probe.Guide, -1) {
		for _, word := range strings.Fields(m[1]) {
			all = append(all, strings.Split(word, "|")...)
		}
	}
	return all
}

// known are the words of a mark that are no feature.
func known() []string {
	all := append([]string{"reference"}, contract.Topics()...)
	for _, codec := range dialects.All() {
		all = append(all, codec.Name())
		for _, f := range variants(codec) {
			all = append(all, f.Dialect)
		}
	}
	return all
}

var _ = Describe("The marks of the contract", func() {
	It("name a feature, a dialect, a topic or nobody", func() {
		Expect(marks()).NotTo(BeEmpty())
		for _, word := range marks() {
			if _, err := new(spec.Features).Meets(word); err != nil {
				Expect(known()).To(ContainElement(word))
			}
		}
	})

	It("are the only comments, and none is printed", func() {
		Expect(strings.Count(probe.Guide, "<!--")).To(Equal(len(regexp.MustCompile(`<!-- for: [^>]+ -->`).FindAllString(probe.Guide, -1))))
		Expect(contract.Text()).NotTo(ContainSubstring("<!--"))
	})
})
