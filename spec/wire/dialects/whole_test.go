package dialects_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer/book"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// codecs are the folders of spec/wire that hold a codec.
func codecs() []string {
	GinkgoHelper()
	var names []string
	folders, err := os.ReadDir("..")
	Expect(err).NotTo(HaveOccurred())
	for _, f := range folders {
		if f.IsDir() && f.Name() != "dialects" && contains(filepath.Join("..", f.Name(), "*.go"), "func New() wire.Codec") {
			names = append(names, f.Name())
		}
	}
	return names
}

// contains reports whether one of the files contains the text.
func contains(pattern, text string) bool {
	GinkgoHelper()
	files, err := filepath.Glob(pattern)
	Expect(err).NotTo(HaveOccurred())
	return slices.ContainsFunc(files, func(file string) bool {
		content, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		return strings.Contains(string(content), text)
	})
}

// A dialect that is half added would be read and never tested, or tested and
// never judged. CONTRIBUTING.md has the whole list.
var _ = Describe("A dialect is whole", func() {
	It("in every place that has to know it", func() {
		cases, err := fixtures.Streams()
		Expect(err).NotTo(HaveOccurred())
		var missing []string
		generated := dialects.GeneratedNames()
		for _, name := range codecs() {
			need := func(there bool, what string) {
				if !there {
					missing = append(missing, name+": "+what)
				}
			}
			need(slices.Contains(dialects.Names(), name), "add it to All in spec/wire/dialects/dialects.go")
			need(contains("../"+name+"/*_test.go", "wiretest.Run("), "run the contract test in spec/wire/"+name+"/contract_test.go")
			need(contains("../"+name+"/*_test.go", "\nfunc Fuzz"), "give bad input to a native fuzz target in spec/wire/"+name+"/fuzz_test.go")
			need(contains("../wiretest/*.go", `"`+name+`": {`), "add the beginning of its stream to foreign in spec/wire/wiretest/sniff.go")
			if !slices.Contains(generated, name) {
				continue // it is read only
			}
			need(slices.Contains(reducer.Dialects(), name), "add a reader below fixtures/candidates/go/reducer, and its book.Dialect to reducer.go")
			_, err := reducer.New(name, book.Choices{})
			need(err == nil, "let its book.Dialect make a reader")
			need(slices.ContainsFunc(cases, func(c fixtures.Case) bool { return c.Dialect == name || strings.HasPrefix(c.Dialect, name+":") }),
				"write a pair of cases below fixtures/streams")
			need(contains("../../probe/probe.md", "Dialect "+name), "write its section in spec/probe/probe.md")
			need(contains("../../../runner/internal/scaffold/dialects/"+name+"*.toml", ""), "say in runner/internal/scaffold/dialects/"+name+".toml what a first candidate does")
			need(contains("../../../README.md", "**"+name+"**"), "add it to the dialects in README.md")
		}
		Expect(missing).To(BeEmpty())
	})
})
