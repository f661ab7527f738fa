package secret_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
)

// lines is so many lines of a stream, with sentences in some of them.
func lines(n int, sentences map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(`{"kind":"text","session":"s1","text":"the tide is low at ` + strings.Repeat("noon ", 20) + sentences[i] + "\"}\n")
	}
	return b.String()
}

var _ = Describe("The survey of a recording", Ordered, func() {
	var finder *secret.Finder
	BeforeAll(func() {
		var err error
		finder, err = secret.New()
		Expect(err).NotTo(HaveOccurred())
	})

	survey := func(text string, jobs int) *secret.Survey {
		GinkgoHelper()
		s, err := secret.NewSurvey(strings.NewReader(text), finder, jobs)
		Expect(err).NotTo(HaveOccurred())
		return s
	}

	It("tells the hash of all bytes, which is the recording's name for everybody", func() {
		text := lines(nightly.Count(12_000, 40_000), nil)
		sum := sha256.Sum256([]byte(text))
		Expect(survey(text, 2).Hash).To(Equal(hex.EncodeToString(sum[:])))
		Expect(survey("", 2).Secrets).To(BeEmpty())
	})

	It("tells kinds and lines of secrets, in a recording of many blocks, and the same for any number at work", func() {
		rendered := fakes.Secrets(3, 7)
		text := lines(30_000, map[int]string{2: rendered[0].Rendered, 15_000: rendered[0].Rendered, 29_999: rendered[2].Rendered})
		one := survey(text, 1)
		Expect(survey(text, 4)).To(Equal(one))
		var at []int
		for _, k := range one.Secrets {
			Expect(k.N).To(BeNumerically(">=", len(k.Lines)))
			at = append(at, k.Lines...)
		}
		Expect(at).To(ContainElements(2, 15_000, 29_999))
		Expect(at).To(HaveEach(BeElementOf(2, 15_000, 29_999)))
	})

	It("tells only the first lines of a kind, and counts the others", func() {
		rendered := fakes.Secrets(1, 7)[0].Rendered
		many := map[int]string{}
		for i := 1; i <= 50; i++ {
			many[i*100] = rendered
		}
		for _, k := range survey(lines(6000, many), 3).Secrets {
			Expect(k.N).To(Equal(50))
			Expect(k.Lines).To(HaveLen(8))
			Expect(slices.IsSorted(k.Lines)).To(BeTrue())
			Expect(k.Lines[0]).To(Equal(100))
		}
	})

	DescribeTable("finds a secret once wherever a line of many blocks is cut",
		func(at int) {
			rendered := fakes.Secrets(1, 9)[0].Rendered
			line := strings.Repeat("x ", at/2) + " " + rendered + " " + strings.Repeat("y ", 600_000)
			s := survey("{}\n"+line+"\n{}", 2)
			Expect(s.Secrets).NotTo(BeEmpty())
			Expect(s.Secrets[0].Lines).To(Equal([]int{2}))
			Expect(s.Secrets[0].N).To(Equal(1))
		},
		Entry("in the first block", 1000), Entry("at its end", 1<<20-20), Entry("in what is searched twice", 1<<20-5000), Entry("behind it", 1<<20+40),
	)

	It("is an error where the reader fails, behind what was read", func() {
		broken := errors.New("the disk is gone")
		_, err := secret.NewSurvey(io.MultiReader(bytes.NewReader([]byte("{}\n")), iotest.ErrReader(broken)), finder, 2)
		Expect(err).To(MatchError(broken))
	})
})
