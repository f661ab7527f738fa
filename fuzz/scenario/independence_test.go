package scenario_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the source of the scenario, its generator, its script and the expectation", func() {
	It("imports spec, choices, faults and the scenario, and nothing else of this module, so that the expectation never sees the model", func() {
		for name, file := range source() {
			for _, imported := range file.Imports {
				path, err := strconv.Unquote(imported.Path.Value)
				Expect(err).NotTo(HaveOccurred())
				own := strings.HasPrefix(path, "github.com/quock-dev/quock/")
				allowed := slices.Contains([]string{"spec", "fuzz/choice", "fuzz/fault", "fuzz/scenario", "fuzz/scenario/script"},
					strings.TrimPrefix(path, "github.com/quock-dev/quock/"))
				Expect(own && !allowed).To(BeFalse(), "%s imports %s", name, path)
				library := strings.Contains(strings.Split(path, "/")[0], ".")
				Expect(library && !own).To(BeFalse(), "%s imports %s", name, path)
			}
		}
	})

	It("never names an event, so that no loop over events can hide in it", func() {
		for name, file := range source() {
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					x, isName := s.X.(*ast.Ident)
					Expect(isName && x.Name == "spec" && (s.Sel.Name == "Event" || s.Sel.Name == "Stream")).
						To(BeFalse(), "%s names spec.%s", name, s.Sel.Name)
				}
				return true
			})
		}
	})

	It("has no dot import and no other name for package spec, which would hide the names above", func() {
		for name, file := range source() {
			for _, imported := range file.Imports {
				Expect(imported.Name).To(BeNil(), "%s renames %s", name, imported.Path.Value)
			}
		}
	})
})

// source is what these packages are built from, by file.
func source() map[string]*ast.File {
	all := map[string]*ast.File{}
	for folder, least := range map[string]int{".": 5, "generator": 10, "script": 10, "expected": 12, "../fault": 3} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		Expect(err).NotTo(HaveOccurred())
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			Expect(err).NotTo(HaveOccurred())
			all[path] = file
			least--
		}
		Expect(least).To(BeNumerically("<=", 0), folder)
	}
	return all
}
