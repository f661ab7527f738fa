package freedoms

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/cover"
)

// wirePath is the import path under which each dialect has a package.
const wirePath = "github.com/quock-dev/quock/spec/wire/"

// other are the packages that are no dialect, and the files of a dialect's package
// that do not decode.
var other = regexp.MustCompile(`^((scan|dialects|wiretest)/|([a-z]+/)+([a-z]+_)?(encode|write|writing/|written|sniff|clue|trait|asked|mode|variants|features|codec|doc|version|mirror|files|neutral\.go|agentc\.go)|[^/]*$)`)

// A Block is a stretch of a decoder's statements that run together. Its name
// stays when code before it changes: file, function, and how its text begins.
type Block struct {
	// Dialect is the bare name; File is the file below its folder.
	Dialect, File, Func, Text string
}

// String is the block in one line, as reasons.txt names it.
func (b Block) String() string {
	return fmt.Sprintf("%s/%s %s: %s", b.Dialect, b.File, b.Func, b.Text)
}

func (b Block) file() string { return b.Dialect + "/" + b.File }

func (b Block) function() string { return b.file() + " " + b.Func }

// textSize bounds the text of a block's name, in bytes.
const textSize = 100

// A source is one file of the module, to name blocks in.
type source struct {
	lines []string
	set   *token.FileSet
	file  *ast.File
}

// readSource reads a file of spec/wire, which is named as a profile names it.
func readSource(root, name string) (*source, error) {
	where := filepath.Join(root, "spec", "wire", strings.TrimPrefix(name, wirePath))
	text, err := os.ReadFile(where)
	if err != nil {
		return nil, fmt.Errorf("freedoms: read the source of a profile: %w", err)
	}
	s := &source{lines: strings.Split(string(text), "\n"), set: token.NewFileSet()}
	s.file, err = parser.ParseFile(s.set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("freedoms: parse the source of a profile: %w", err)
	}
	return s, nil
}

// name is the name of a profile's block.
func (s *source) name(file string, b *cover.ProfileBlock) Block {
	dialect, below, _ := strings.Cut(strings.TrimPrefix(file, wirePath), "/")
	return Block{Dialect: dialect, File: below, Func: s.function(b), Text: s.text(b)}
}

// text is the block from the beginning of its first line, which holds the
// condition under which it runs, in one line.
func (s *source) text(b *cover.ProfileBlock) string {
	last := min(b.EndLine, len(s.lines))
	text := strings.Join(strings.Fields(strings.Join(s.lines[b.StartLine-1:last], " ")), " ")
	if len(text) > textSize {
		text = strings.TrimSpace(strings.ToValidUTF8(text[:textSize], ""))
	}
	return text
}

func (s *source) function(b *cover.ProfileBlock) string {
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || s.set.Position(f.End()).Line < b.StartLine || s.set.Position(f.Pos()).Line > b.StartLine {
			continue
		}
		return FuncName(f)
	}
	return "?"
}

// FuncName is the name of a function as blocks have it: with the type of its
// receiver, if it has one.
func FuncName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

// decodes reports whether a file of a profile is one of a dialect's decoder.
func decodes(file string) bool {
	rest, ok := strings.CutPrefix(file, wirePath)
	return ok && !other.MatchString(rest)
}
