package scenario_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the source of package scenario", func() {
	It("imports package spec and choices, and nothing else of this module, so that the expectation never sees the model", func() {
		for name, file := range source() {
			for _, imported := range file.Imports {
				path, err := strconv.Unquote(imported.Path.Value)
				Expect(err).NotTo(HaveOccurred())
				own := strings.HasPrefix(path, "github.com/quock-dev/quock/")
				allowed := path == "github.com/quock-dev/quock/spec" || path == "github.com/quock-dev/quock/fuzz/choice"
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

// source is what the package is built from, by file.
func source() map[string]*ast.File {
	packages, err := parser.ParseDir(token.NewFileSet(), ".", func(f fs.FileInfo) bool {
		return !strings.HasSuffix(f.Name(), "_test.go")
	}, parser.SkipObjectResolution)
	Expect(err).NotTo(HaveOccurred())
	Expect(packages).To(HaveKey("scenario"))
	Expect(len(packages["scenario"].Files)).To(BeNumerically(">", 10))
	return packages["scenario"].Files
}
