package scaffold

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// TestPackage is the name of the package for a test beside the Go files of a folder: that
// of theirs with _test behind it; "" if there are none.
func TestPackage(folder string) string {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "" // a folder that is a pattern
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil {
			return strings.TrimSuffix(file.Name.Name, "_test") + "_test"
		}
	}
	return ""
}
