package pattern_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/pattern"
)

func TestPattern(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Pattern")
}

var _ = DescribeTable("A pattern matches whole paths",
	func(text, name string, want bool) {
		p, err := pattern.Parse(text)
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Match(name)).To(Equal(want))
	},
	Entry("itself", "attach/by-id", "attach/by-id", true),
	Entry("not what it begins", "attach", "attach/by-id", false),
	Entry("not what it ends", "by-id", "attach/by-id", false),
	Entry("with a star, within one segment", "attach/*", "attach/by-id", true),
	Entry("with a star, no further segment", "*", "attach/by-id", false),
	Entry("with a star in the middle of a segment", "attach/*-id", "attach/by-id", true),
	Entry("with two stars, any depth", "generated/**", "generated/agentc/clean/7", true),
	Entry("with two stars, no depth at all", "generated/**", "generated", true),
	Entry("with two stars in front", "**/clean/*", "generated/agentc/clean/7", true),
	Entry("with two stars alone, everything", "**", "attach/by-id", true),
	Entry("after two stars, still the rest", "**/hostile/*", "generated/agentc/clean/7", false),
)

var _ = It("matches what one of several patterns matches", func() {
	first, err := pattern.Parse("attach/*")
	Expect(err).NotTo(HaveOccurred())
	second, err := pattern.Parse("step/by-message-id")
	Expect(err).NotTo(HaveOccurred())
	both := pattern.Any(first, second)
	Expect(both.Match("attach/by-id")).To(BeTrue())
	Expect(both.Match("step/by-message-id")).To(BeTrue())
	Expect(both.Match("step/own-turn")).To(BeFalse())
	Expect(first.Match("step/by-message-id")).To(BeFalse(), "the given ones stay as they are")
	Expect(both.String()).To(Equal("attach/*,step/by-message-id"))
})

var _ = DescribeTable("A pattern that nobody can have meant is an error",
	func(text string) {
		_, err := pattern.Parse(text)
		Expect(err).To(HaveOccurred())
	},
	Entry("because it is empty", ""),
	Entry("because a bracket is left open", "attach/[a"),
)

var _ = Describe("A pattern of many stars", func() {
	// by trying every depth behind each pair of stars, the plain way
	var slow func(pattern, name []string) bool
	slow = func(pattern, name []string) bool {
		switch {
		case len(pattern) == 0:
			return len(name) == 0
		case pattern[0] == "**":
			return slow(pattern[1:], name) || len(name) > 0 && slow(pattern, name[1:])
		}
		ok := len(name) > 0
		if ok {
			ok, _ = path.Match(pattern[0], name[0])
		}
		return ok && slow(pattern[1:], name[1:])
	}

	It("matches what it says, for every short pattern and name", func() {
		segments := []string{"**", "*", "a", "b"}
		words := func(from []string, most int) [][]string {
			all := [][]string{{}}
			for begin, n := 0, 0; n < most; n++ {
				end := len(all)
				for _, w := range all[begin:end] {
					for _, s := range from {
						all = append(all, append(slices.Clone(w), s))
					}
				}
				begin = end
			}
			return all[1:]
		}
		for _, w := range words(segments, 4) {
			p, err := pattern.Parse(strings.Join(w, "/"))
			Expect(err).NotTo(HaveOccurred())
			for _, name := range words([]string{"a", "b"}, 5) {
				Expect(p.Match(strings.Join(name, "/"))).To(Equal(slow(w, name)), "%v, %v", w, name)
			}
		}
	})

	It("costs no more than its length, however many there are", func() {
		p, err := pattern.Parse(strings.Repeat("**/*/", 20_000) + "**/no-such")
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Match(strings.Repeat("a/", 2000) + "b")).To(BeFalse())
	})
})
