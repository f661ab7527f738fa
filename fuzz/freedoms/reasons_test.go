package freedoms_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/freedoms"
)

// Every reason is for a function that is there. Whether its block is left out is
// what `make freedoms` measures.
func TestReasonsAreForFunctionsThatAreThere(t *testing.T) {
	reasons, err := freedoms.Listed()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{}
	for block, why := range reasons {
		place, _, _ := strings.Cut(block, ": ")
		file, function, ok := strings.Cut(place, " ")
		if !ok || why == "" {
			t.Fatalf("%q names no function, or has no reason", block)
		}
		if known[file] == nil {
			known[file] = functions(t, file)
		}
		if !known[file][function] {
			t.Errorf("reasons.txt has a reason for %s, which %s does not have; run make freedoms", function, file)
		}
	}
}

// functions are those of a file of spec/wire, as blocks name them.
func functions(t *testing.T, file string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "spec", "wire", file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("reasons.txt names a file that is not there: %v", err)
		return nil
	}
	names := map[string]bool{"?": true}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		names[freedoms.FuncName(f)] = true
	}
	return names
}
