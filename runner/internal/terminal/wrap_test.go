package terminal_test

import (
	"bytes"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/terminal"
)

var _ = Describe("A wrapper", func() {
	wrapped := func(text string, columns int) string {
		var out bytes.Buffer
		w := terminal.NewWrapper(&out, columns)
		for part := range slices.Chunk([]byte(text), 7) { // however it arrives
			_, err := w.Write(part)
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(w.Flush()).To(Succeed())
		return out.String()
	}

	It("leaves alone what fits", func() {
		text := "one\n\n    two\n" + strings.Repeat("x", 40) + "\nno end"
		Expect(wrapped(text, 40)).To(Equal(text))
	})

	It("breaks at a space, and goes on four columns further in", func() {
		Expect(wrapped("  the first words of a sentence, and then many more words\n", 40)).
			To(Equal("  the first words of a sentence, and\n      then many more words\n"))
	})

	It("breaks anywhere where a space is too far to the left", func() {
		Expect(wrapped("  args: "+strings.Repeat("x", 50)+"\n", 40)).
			To(Equal("  args: " + strings.Repeat("x", 32) + "\n      " + strings.Repeat("x", 18) + "\n"))
	})

	It("keeps room for text, however far in a line begins", func() {
		Expect(wrapped(strings.Repeat(" ", 38)+"some words\n", 40)).
			To(Equal(strings.Repeat(" ", 38) + "so\n" + strings.Repeat(" ", 20) + "me words\n"))
	})

	It("knows how wide characters are, and loses none", func() {
		for _, text := range []string{strings.Repeat("猫", 500), strings.Repeat("é", 500), strings.Repeat("👩‍🚀", 300), strings.Repeat("a\t", 100), strings.Repeat("e\u0301", 2000), "\xff" + strings.Repeat("x", 100)} {
			out := wrapped(text+"\n", 41)
			for line := range strings.Lines(out) {
				Expect((&runewidth.Condition{StrictEmojiNeutral: true}).StringWidth(strings.TrimSuffix(line, "\n"))).To(BeNumerically("<=", 41))
			}
			Expect(strings.NewReplacer(" ", "", "\n", "").Replace(out)).To(Equal(strings.ReplaceAll(text, "\t", "")))
		}
	})

	It("is quick on a giant line", func() {
		Expect(len(wrapped(strings.Repeat("x", 1<<16), 80))).To(BeNumerically("<", 1<<17))
	})
})
