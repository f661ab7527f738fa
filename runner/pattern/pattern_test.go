package pattern_test

import (
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

var _ = DescribeTable("A pattern that nobody can have meant is an error",
	func(text string) {
		_, err := pattern.Parse(text)
		Expect(err).To(HaveOccurred())
	},
	Entry("because it is empty", ""),
	Entry("because a bracket is left open", "attach/[a"),
)
