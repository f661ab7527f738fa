package spec_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// A name is an exported identifier of this module: "Folder.Name", or
// "Folder.Type.Name" of a method or field.
type name struct {
	folder, path string
	isType       bool
}

func (n name) String() string { return n.folder + "." + n.path }

// exported are the exported identifiers of all packages but the candidates,
// which are programs of their own. An alias is no type of its own.
var exported = sync.OnceValues(func() (all []name, err error) {
	set := token.NewFileSet()
	err = filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		rel := filepath.ToSlash(strings.TrimPrefix(filepath.Clean(file), ".."+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || rel == "fixtures/candidates" || len(d.Name()) > 2 && d.Name()[0] == '.'):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		syntax, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err == nil {
			all = append(all, namesOf(path.Dir(rel), syntax)...)
		}
		return err
	})
	return all, err
})

func namesOf(folder string, file *ast.File) (all []name) {
	add := func(isType bool, parts ...string) {
		if !slices.ContainsFunc(parts, func(p string) bool { return !ast.IsExported(p) }) {
			all = append(all, name{folder, strings.Join(parts, "."), isType})
		}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			add(false, append(receiver(d), d.Name.Name)...)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(!s.Assign.IsValid(), s.Name.Name)
					for _, member := range members(s.Type) {
						add(false, s.Name.Name, member)
					}
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(false, id.Name)
					}
				}
			}
		}
	}
	return all
}

// receiver is the name of the type that a method belongs to, if it is one.
func receiver(f *ast.FuncDecl) []string {
	if f.Recv == nil {
		return nil
	}
	for t := f.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return []string{t.(*ast.Ident).Name}
		}
	}
}

// members are the named fields of a struct, or the methods of an interface.
func members(t ast.Expr) (names []string) {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	}
	if fields == nil {
		return nil
	}
	for _, f := range fields.List {
		for _, id := range f.Names {
			names = append(names, id.Name)
		}
	}
	return names
}

var word = regexp.MustCompile(`[A-Z]+(?:[a-z0-9]*)|[a-z0-9]+`)

// wordsOf are the words of a camel-case name: "NeverTold" is never and told.
func wordsOf(identifier string) (words []string) {
	for _, w := range word.FindAllString(identifier, -1) {
		// An abbreviation in front of a word: "JSONText" is json and text.
		if i := strings.IndexFunc(w, unicode.IsLower); i > 1 {
			words = append(words, strings.ToLower(w[:i-1]))
			w = w[i-1:]
		}
		words = append(words, strings.ToLower(w))
	}
	return words
}

// The forbiddenWords are the glossary's words that no name has: the folder in which
// each is forbidden, "" for everywhere.
type forbiddenWords map[string]string

// in reports whether an identifier has one, also in the plural.
func (f forbiddenWords) in(d declared) bool {
	return slices.ContainsFunc(wordsOf(d.name), func(w string) bool {
		folder, no := f[w]
		if !no {
			folder, no = f[strings.TrimSuffix(w, "s")]
		}
		return no && strings.HasPrefix(d.folder+"/", folder)
	})
}

func forbidden() forbiddenWords {
	GinkgoHelper()
	text, err := os.ReadFile("glossary.md")
	Expect(err).NotTo(HaveOccurred())
	_, table, found := strings.Cut(string(text), "\n| not | say |\n|---|---|\n")
	Expect(found).To(BeTrue(), "the table of forbidden words")
	words := forbiddenWords{}
	for line := range strings.Lines(table) {
		for entry := range strings.SplitSeq(strings.Split(line, "|")[1], ",") {
			w, folder, _ := strings.Cut(strings.TrimSpace(entry), " ")
			words[w] = strings.Trim(folder, "()")
		}
	}
	return words
}

// listed are the lines of a list beside the tests.
func listed(file string) []string {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	Expect(err).NotTo(HaveOccurred())
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// without are the elements of a that are not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

// none fails with all lines, of which gomega would leave some out.
func none(lines []string, what string) {
	GinkgoHelper()
	Expect(lines).To(BeEmpty(), "%s:\n%s", what, strings.Join(lines, "\n"))
}

var _ = Describe("The glossary", func() {
	It("gives each word one meaning", func() {
		text, err := os.ReadFile("glossary.md")
		Expect(err).NotTo(HaveOccurred())
		meanings, _, _ := strings.Cut(string(text), "## Do not say")
		seen := map[string]bool{}
		for _, row := range regexp.MustCompile(`(?m)^\| ([a-z][a-z ]*) \| (.+) \|$`).FindAllStringSubmatch(meanings, -1) {
			Expect(row[1] == "word" || !seen[row[1]]).To(BeTrue(), "%s has two meanings", row[1])
			seen[row[1]] = true
		}
		Expect(len(seen)).To(BeNumerically(">", 45))
	})

	It("keeps its forbidden words out of identifiers, but for those that are listed with a reason", func() {
		names, err := everyIdentifier()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(names)).To(BeNumerically(">", 10_000))
		words := forbidden()
		Expect(len(words)).To(BeNumerically(">", 50))
		var bad []string
		for _, n := range names {
			if words.in(n) {
				bad = append(bad, n.String())
			}
		}
		var allowed []string
		for _, line := range listed("forbidden.txt") {
			id, reason, _ := strings.Cut(line, ": ")
			Expect(len(reason)).To(BeNumerically(">", 15), "%s: say why", id)
			allowed = append(allowed, id)
		}
		Expect(slices.IsSorted(allowed)).To(BeTrue(), "spec/testdata/forbidden.txt is sorted")
		none(without(bad, allowed), "names with a word that spec/glossary.md forbids: use the word beside it")
		none(without(allowed, bad), "names that are gone: remove these lines from spec/testdata/forbidden.txt")
	})

	DescribeTable("forbids a word", func(folder, source string, want ...string) {
		file, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n"+source, 0)
		Expect(err).NotTo(HaveOccurred())
		var bad []string
		for _, id := range declaredIn(file) {
			if forbidden().in(declared{folder, id}) {
				bad = append(bad, id)
			}
		}
		Expect(strings.Join(bad, " ")).To(Equal(strings.Join(want, " ")))
	},
		Entry("in the name of a function, a parameter and a result", "model", "func tell(told int) (said bool) { return false }", "tell", "told", "said"),
		Entry("in a type, its fields and methods", "model", "type Shelf struct { keeper, other int }; type i interface { Settle() }", "Shelf", "keeper", "Settle"),
		Entry("in variables and constants", "model", "const quickSeeds = 1; func f() { for tale := range 3 { said := tale; _ = said }; var tape int; _ = tape }", "quickSeeds", "tale", "said", "tape"),
		Entry("in the plural", "model", "var strays, tongues int", "strays", "tongues"),
		Entry("in the name of an import and a label", "model", `import zoo "x"; func f() { hunt: for { break hunt } }`, "zoo", "hunt"),
		Entry("in its folder", "runner/ask", "var subject int", "subject"),
		Entry("and not in another folder, inside of another word, or where it is used only", "model", "var subject, chartell = other.Said, quickly"),
	)
})

var _ = Describe("A type's name", func() {
	It("stands in one package, but for those that are listed with a reason", func() {
		names, err := exported()
		Expect(err).NotTo(HaveOccurred())
		folders := map[string][]string{}
		for _, n := range names {
			if n.isType {
				folders[n.path] = append(folders[n.path], n.folder)
			}
		}
		var twice []string
		for typ, in := range folders {
			if len(in) > 1 {
				slices.Sort(in)
				twice = append(twice, typ+" "+strings.Join(in, " "))
			}
		}
		var allowed []string
		for _, line := range listed("twice.txt") {
			types, reason, _ := strings.Cut(line, ": ")
			if typ, any := strings.CutSuffix(types, " *"); any && len(folders[typ]) > 1 {
				types = typ + " " + strings.Join(folders[typ], " ")
			}
			Expect(len(reason)).To(BeNumerically(">", 15), "%s: say why", types)
			allowed = append(allowed, types)
		}
		slices.SortFunc(twice, cmp.Compare)
		none(without(twice, allowed), "types of one name in several packages: rename one, or add the line and its reason to spec/testdata/twice.txt")
		none(without(allowed, twice), "no longer so: change these lines of spec/testdata/twice.txt")
	})
})
