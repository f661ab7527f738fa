package picture_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sebdah/goldie/v2"

	"github.com/quock-dev/quock/runner/internal/picture"
)

func TestPicture(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "picture")
}

// texts are the lines that a reader of the picture sees.
func texts(svg []byte) []string {
	var all []string
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		Expect(err).NotTo(HaveOccurred())
		if start, is := token.(xml.StartElement); is && start.Name.Local == "text" {
			var line string
			Expect(d.DecodeElement(&line, &start)).To(Succeed())
			all = append(all, line)
		}
	}
}

func draw(lines ...picture.Drawn) []byte {
	var to bytes.Buffer
	Expect(picture.Draw(&to, "about", lines)).To(Succeed())
	return to.Bytes()
}

var _ = Describe("A picture", func() {
	It("shows each line in its style", func() {
		goldie.New(GinkgoTB(), goldie.WithFixtureDir("testdata"), goldie.WithNameSuffix(".svg")).Assert(GinkgoTB(), "styles", draw(
			picture.Drawn{Look: picture.Title, Text: "FAIL family/rule"},
			picture.Drawn{Text: "   1  a record"}, picture.Drawn{},
			picture.Drawn{Look: picture.Expected, Text: `- "a"`}, picture.Drawn{Look: picture.Seen, Text: `+ "b"`},
			picture.Drawn{Look: picture.Faint, Text: "how to see it again"},
		))
	})
	It("breaks a long line between words, and goes on two columns further in", func() {
		Expect(texts(draw(picture.Drawn{Text: "  " + strings.Repeat("word ", 25) + "end"}))).To(Equal([]string{
			"  " + strings.TrimSpace(strings.Repeat("word ", 18)), "    " + strings.Repeat("word ", 7) + "end",
		}))
	})
	It("ends for words and indents of any length", func() {
		for _, long := range []string{strings.Repeat("x", 1000), strings.Repeat(" ", 1000) + "x", strings.Repeat("漢", 500)} {
			Expect(strings.ReplaceAll(strings.Join(texts(draw(picture.Drawn{Text: long})), ""), " ", "")).To(Equal(strings.TrimSpace(long)))
		}
	})
	It("runs nothing that a line contains", func() {
		svg := string(draw(picture.Drawn{Text: `</text><script>alert(1)</script><image href="x"/>`}))
		Expect(svg).NotTo(ContainSubstring("<script"))
		Expect(svg).NotTo(ContainSubstring("<image"))
	})
	It("keeps its bytes, whatever the locale", func() {
		GinkgoT().Setenv("LC_ALL", "zh_CN.UTF-8")
		Expect(draw(picture.Drawn{Text: "a → b"})).To(Equal(draw(picture.Drawn{Text: "a → b"})))
	})
})
