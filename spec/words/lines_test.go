package words_test

import (
	"bytes"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/words"
)

var _ = Describe("A writer of lines", func() {
	It("changes whole lines, and at the end what is left of one", func() {
		var out strings.Builder
		var given []string
		l := words.NewLines(&out, func(lines []byte) []byte {
			given = append(given, string(lines))
			return bytes.ToUpper(lines)
		})
		for _, text := range []string{"a", "b\nc\nd", "e"} {
			Expect(l.Write([]byte(text))).To(Equal(len(text)))
		}
		Expect(out.String()).To(Equal("AB\nC\n"))
		Expect(l.Held()).To(BeTrue())
		Expect(l.Flush()).To(Succeed())
		Expect(l.Flush()).To(Succeed())
		Expect(out.String()).To(Equal("AB\nC\nDE"))
		Expect(given).To(Equal([]string{"ab\nc\n", "de"}))
	})

	It("says why a line could not be written", func() {
		l := words.NewLines(full{}, func(lines []byte) []byte { return lines })
		_, err := l.Write([]byte("a\n"))
		Expect(err).To(MatchError("full"))
	})
})

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }
