package spec_test

import (
	"os"
	"path/filepath"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("CONTRIBUTING.md", func() {
	text := func(file string) string {
		GinkgoHelper()
		content, err := os.ReadFile(filepath.Join("..", file))
		Expect(err).NotTo(HaveOccurred())
		return string(content)
	}
	first := func(matches [][]string) (all []string) {
		for _, m := range matches {
			all = append(all, m[1])
		}
		return all
	}

	It("says of each direct dependency why it is there", func() {
		required := first(regexp.MustCompile(`(?m)^(?:require )?\s*([a-z][^ ]*\.[^ ]+) v[^ ]+$`).FindAllStringSubmatch(text("go.mod"), -1))
		Expect(required).NotTo(BeEmpty())
		listed := first(regexp.MustCompile("(?m)^\\| `([^`]+\\.[^`]+/[^`]+)` \\| .{10,} \\|$").FindAllStringSubmatch(text("CONTRIBUTING.md"), -1))
		none(without(required, listed), "say in CONTRIBUTING.md why go.mod requires")
		none(without(listed, required), "go.mod does not require; take it out of CONTRIBUTING.md")
	})

	It("names files and folders that there are", func() {
		for _, name := range first(regexp.MustCompile("`((?:spec|model|fuzz|golden|fixtures|runner|\\.ci)/[a-zA-Z0-9_./-]+)`").FindAllStringSubmatch(text("CONTRIBUTING.md"), -1)) {
			if regexp.MustCompile(`[A-Z]{4,}|…`).MatchString(name) && name != "model/deviation/MATRIX.md" && name != "fuzz/BENCH.md" {
				continue // a pattern: spec/rules/FAMILY.md
			}
			_, err := os.Stat(filepath.Join("..", name))
			Expect(err).NotTo(HaveOccurred(), name)
		}
	})
})
