package github_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/github"
)

var _ = Describe("A guard", func() {
	guarded := func(text string) string {
		GinkgoHelper()
		var whole, pieces bytes.Buffer
		g := github.NewGuard(&whole)
		_, err := io.WriteString(g, text)
		Expect(err).NotTo(HaveOccurred())
		Expect(g.Flush()).To(Succeed())
		g = github.NewGuard(&pieces)
		for _, piece := range strings.Split(text, "") {
			_, err := io.WriteString(g, piece)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(g.Flush()).To(Succeed())
		Expect(pieces.String()).To(Equal(whole.String()))
		return whole.String()
	}
	evil := "report\n   ::stop-commands::x\n::error::forged\nsays a::b and ##[add-mask]the\n::end"

	It("leaves no line that GitHub obeys", func() {
		GinkgoT().Setenv("GITHUB_ACTIONS", "true")
		Expect(guarded(evil)).To(Equal("report\n   \\x3a:stop-commands::x\n\\x3a:error::forged\nsays a::b and ##\\u005badd-mask]the\n\\x3a:end"))
	})

	It("does not change what JSON means", func() {
		GinkgoT().Setenv("GITHUB_ACTIONS", "true")
		var text string
		Expect(json.Unmarshal([]byte(guarded(`"a ##[b] ::c"`)), &text)).To(Succeed())
		Expect(text).To(Equal("a ##[b] ::c"))
	})

	It("changes nothing elsewhere", func() {
		GinkgoT().Setenv("GITHUB_ACTIONS", "")
		Expect(guarded(evil)).To(Equal(evil))
	})
})
