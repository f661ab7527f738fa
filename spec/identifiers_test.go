package spec_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A declared identifier is any name that this module gives: of a package, type, function,
// field, parameter or variable, in tests and candidates too. It is "Folder.Name".
type declared struct{ folder, name string }

func (d declared) String() string { return d.folder + "." + d.name }

// everyIdentifier are the declared identifiers of all Go files, each once a folder.
var everyIdentifier = sync.OnceValues(func() ([]declared, error) {
	seen, set := map[declared]bool{}, token.NewFileSet()
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go"):
			return nil
		}
		syntax, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", file)
		for _, id := range declaredIn(syntax) {
			seen[declared{path.Dir(filepath.ToSlash(rel)), id}] = true
		}
		return err
	})
	var all []declared
	for d := range seen {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b declared) int { return strings.Compare(a.String(), b.String()) })
	return all, err
})

// declaredIn are the names that a file declares.
func declaredIn(file *ast.File) []string {
	all := []string{strings.TrimSuffix(file.Name.Name, "_test")}
	add := func(names ...*ast.Ident) {
		for _, id := range names {
			if id != nil {
				all = append(all, id.Name)
			}
		}
	}
	variables := func(list ...ast.Expr) {
		for _, e := range list {
			if id, is := e.(*ast.Ident); is {
				add(id)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.ImportSpec:
			add(n.Name)
		case *ast.Field: // of a struct or interface, a parameter or a result
			add(n.Names...)
		case *ast.LabeledStmt:
			add(n.Label)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				variables(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				variables(n.Key, n.Value)
			}
		}
		return true
	})
	return all
}
