package pages_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// A comparison that holds whatever is printed would make every page true.
var _ = DescribeTable("What is printed is what a page shows",
	func(page, printed []string, is bool) {
		_, ok := matches(page, printed)
		Expect(ok).To(Equal(is))
	},
	Entry("the same lines", []string{"a", "b"}, []string{"a", "b"}, true),
	Entry("another line", []string{"a", "b"}, []string{"a", "c"}, false),
	Entry("a line too few", []string{"a", "b"}, []string{"a"}, false),
	Entry("a line too many", []string{"a"}, []string{"a", "b"}, false),
	Entry("lines left out", []string{"a", "…", "d"}, []string{"a", "b", "c", "d"}, true),
	Entry("lines left out, of which none is the next one", []string{"a", "…", "e"}, []string{"a", "b"}, false),
	Entry("the rest left out", []string{"a", "…"}, []string{"a", "b", "c"}, true),
	Entry("nothing left out", []string{"a", "…", "b"}, []string{"a", "b"}, true),
	Entry("a part of a line left out", []string{"exit … now"}, []string{"exit 1 now"}, true),
	Entry("marks of patterns, which mean themselves", []string{"a.c (x)"}, []string{"abc (x)"}, false),
)

var _ = Describe("A page", func() {
	It("has commands with their output, files, and notes for the test", func() {
		blocks, err := read("x\n<!-- exit 1 -->\n```console\n$ a\nout\n$ b\n```\n<!-- file f.txt -->\n```js\ntext\n```\n<!-- setup: cp a b -->\n```sh\nc \\\n d\n# e\n```\n")
		Expect(err).NotTo(HaveOccurred())
		Expect(blocks).To(Equal([]block{
			{Line: 4, Exit: 1, Commands: []command{{Line: 4, Shell: "a", Output: []string{"out"}}, {Line: 6, Shell: "b", Output: []string{}}}},
			{Line: 10, File: "f.txt", Text: "text\n"},
			{Line: 12, Commands: []command{{Line: 12, Shell: "cp a b"}}},
			{Line: 14, Commands: []command{{Line: 14, Shell: "c \\\n d"}}},
		}))
	})
	It("whose block has no end is refused", func() {
		_, err := read("```sh\na\n")
		Expect(err).To(MatchError("line 1: a block without its end"))
	})
})
