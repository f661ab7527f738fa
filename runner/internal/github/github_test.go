package github_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/github"
)

func TestGitHub(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "GitHub")
}

func annotated(all ...github.Annotation) []string {
	GinkgoHelper()
	var out bytes.Buffer
	Expect(github.Annotate(&out, all)).To(Succeed())
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

var _ = Describe("Annotations", func() {
	It("are workflow commands, with file, line and title where there are any", func() {
		Expect(annotated(
			github.Annotation{Level: github.Error, File: "a/b.jsonl", Line: 7, Title: "attach/by-id", Text: "50% lost\nsee the log"},
			github.Annotation{Level: github.Warning, Text: "one: two, three"},
			github.Annotation{Level: github.Error, File: "c.jsonl", Text: "all of it"},
		)).To(Equal([]string{
			"::error file=a/b.jsonl,line=7,title=attach/by-id::50%25 lost%0Asee the log",
			"::warning ::one: two, three",
			"::error file=c.jsonl,line=1::all of it",
		}))
	})

	It("cannot be ended, or begun, by what a text says", func() {
		evil := "x\r\n::stop-commands::y,title=z\x1b[2J%0A::error::"
		lines := annotated(github.Annotation{Level: github.Error, File: evil, Title: evil, Text: evil})
		Expect(lines).To(HaveLen(1))
		head, _, _ := strings.Cut(strings.TrimPrefix(lines[0], "::error "), "::")
		Expect(strings.Split(head, ",")).To(HaveLen(3), "file, line and title: %s", head)
		Expect(lines[0]).NotTo(ContainSubstring("\x1b"))
		Expect(lines[0]).NotTo(ContainSubstring("%0A::error::"), "it is not unescaped to a line of its own")
	})

	It("are at most ten of a level, and the last says how many there are more", func() {
		var all []github.Annotation
		for range 25 {
			all = append(all, github.Annotation{Level: github.Error, Text: "wrong"})
		}
		all = append(all, github.Annotation{Level: github.Warning, Text: "odd"})
		lines := annotated(all...)
		Expect(lines).To(HaveLen(11))
		Expect(lines[9]).To(Equal("::error title=quock::and 16 more; the log of this step has all"))
		Expect(lines[10]).To(Equal("::warning ::odd"))
		Expect(annotated(all[:10]...)).To(HaveEach("::error ::wrong"))
	})
})

var _ = Describe("The summary of a job", func() {
	var name string
	BeforeEach(func() {
		name = filepath.Join(GinkgoT().TempDir(), "summary.md")
		GinkgoT().Setenv("GITHUB_STEP_SUMMARY", name)
	})
	text := func() string {
		GinkgoHelper()
		b, err := os.ReadFile(name)
		Expect(err).NotTo(HaveOccurred())
		return string(b)
	}

	It("is added to, and never longer than GitHub shows", func() {
		Expect(github.Summarise("# one\n")).To(Succeed())
		Expect(github.Summarise("# two\n")).To(Succeed())
		Expect(text()).To(Equal("# one\n# two\n"))
		Expect(github.Summarise(strings.Repeat("a line of a table\n", 100_000))).To(Succeed())
		Expect(len(text())).To(BeNumerically("<=", 1<<20))
		Expect(text()).To(HaveSuffix("a line of a table\n\n… the rest does not fit into a summary; the log of this step has it\n"))
		Expect(github.Summarise(strings.Repeat("more\n", 100_000))).To(Succeed())
		Expect(len(text())).To(BeNumerically("<=", 1<<20))
	})

	It("is not written elsewhere, and says where it cannot be", func() {
		GinkgoT().Setenv("GITHUB_STEP_SUMMARY", "")
		Expect(github.Summarise("# one\n")).To(Succeed())
		GinkgoT().Setenv("GITHUB_STEP_SUMMARY", GinkgoT().TempDir())
		Expect(github.Summarise("# one\n")).To(MatchError(ContainSubstring("the job's summary: ")))
	})

	It("shows foreign text as it is", func() {
		Expect(github.Plain("a|b <img> [x](y) `c` @you 10%")).To(Equal("a\\|b \\<img\\> \\[x\\](y) \\`c\\` \\@you 10%"))
		Expect(github.Plain("one\ntwo\x1b")).NotTo(MatchRegexp(`[\n\x1b]`))
		Expect(github.Code("a\n```\n# b")).To(Equal("````\na\n```\n# b\n````\n"))
	})
})
