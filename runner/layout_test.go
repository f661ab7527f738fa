package runner_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const module = "github.com/quock-dev/quock"

// directions says what each folder may import of this module, the most
// particular folder first. A trailing "/..." means everything below as well.
var directions = []struct {
	folder string
	allows []string
	why    string
}{
	{"spec/probe", []string{"spec", "spec/wire/scan"}, "a candidate imports it, and needs nothing else; scan brings nothing along"},
	{"spec/probe/contract", []string{"spec", "spec/probe"}, "it cuts a text, whatever the text means"},
	{"spec/probe/schematest", []string{}, "it is test support"},
	{"spec/wire/dialects", []string{"spec", "spec/wire/..."}, "it is the one list of dialects"},
	{"spec/wire/anthropic", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/claudecode"}, "Claude Code's frames hold the same events"},
	{"spec/wire/claudecode/reading", []string{"spec", "spec/wire", "spec/wire/scan"}, "a decoder knows no encoder"},
	{"spec/wire/claudecode/writing", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/claudecode/reading"}, "an encoder reads back what it writes"},
	{"spec/wire/claudecode", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/claudecode/..."}, "it puts decoders and encoders together"},
	{"spec/wire/langgraph/reading", []string{"spec", "spec/wire", "spec/wire/scan"}, "a decoder knows no encoder"},
	{"spec/wire/langgraph/writing", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/langgraph/reading"}, "an encoder reads back what it writes"},
	{"spec/wire/langgraph", []string{"spec", "spec/wire", "spec/wire/langgraph/..."}, "it puts decoder and encoder together"},
	{"spec/wire/deepagents", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/langgraph/..."}, "its polls and LangGraph's stream tell one run"},
	{"spec/wire/...", []string{"spec", "spec/wire", "spec/wire/scan", "spec/wire/wiretest"}, "dialects do not know each other"},
	{"spec/words", []string{"spec"}, "it puts events into words"},
	{"spec/ids", []string{"spec"}, "it knows where ids stand, and replaces them"},
	{"spec/follow", []string{"spec"}, "it says what is open, in whatever dialect"},
	{"spec/...", []string{}, "what is right depends on nothing"},
	{"golden/...", []string{"spec"}, "no candidate's output can become a golden"},
	{"fixtures/candidates/...", []string{"spec/probe", "fixtures/candidates/..."}, "an outside implementation has the contract only"},
	{"fixtures/...", []string{"spec", "spec/words"}, "cases are data"},
	{"model/check/adapted", []string{"spec", "spec/words"}, "it compares two meanings"},
	{"model/check/produce", []string{"spec"}, "it judges a stream, and no reader of it"},
	{"model/check", []string{"spec", "spec/provider", "model", "model/check/..."}, "a check compares transcripts and never sees a wire format"},
	{"model/deviation", []string{"spec", "model", "model/deviation/wrong"}, "it names and composes changes of the model, and of its transcripts"},
	{"model/deviation/wrong", []string{"spec", "model"}, "a wrong model is the model with one function replaced"},
	{"model/deviation/trial", []string{"spec", "model", "model/check", "model/deviation"}, "it asks the checks what a wrong model shows"},
	{"model/fit", []string{"spec", "model", "model/deviation"}, "it reads streams with deviations, and knows no program"},
	{"model/localise", []string{"spec", "model", "model/deviation", "model/fit"}, "it reads streams with decisions switched, and knows no program"},
	{"model", []string{"spec", "spec/wire/scan"}, "the oracle never sees a wire format; arguments are JSON in each"},
	{"model/...", []string{"spec"}, "the oracle never sees a wire format"},
	{"fuzz/choice", []string{}, "choices mean nothing by themselves"},
	{"fuzz/fault", []string{"spec"}, "it is a table"},
	{"fuzz/scenario/expected", []string{"spec", "fuzz/fault", "fuzz/scenario", "fuzz/scenario/script"}, "the expectation never sees the model"},
	{"fuzz/scenario/script", []string{"spec", "fuzz/choice", "fuzz/fault", "fuzz/scenario"}, "steps mean nothing by themselves"},
	{"fuzz/scenario/generator", []string{"spec", "fuzz/choice", "fuzz/fault", "fuzz/scenario"}, "what happens is not what it means"},
	{"fuzz/scenario/scenariotest", []string{"spec", "spec/wire/...", "fuzz/scenario"}, "it is test support"},
	{"fuzz/scenario", []string{"spec", "fuzz/fault"}, "it is data"},
	{"fuzz/damage", []string{"spec", "spec/ids", "fuzz/choice", "fuzz/fault"}, "damage is done to events, whatever they mean"},
	{"fuzz/transport", []string{"spec", "fuzz/choice"}, "a transport carries bytes, whatever they mean"},
	{"fuzz/perform", []string{"spec", "fuzz/choice", "fuzz/fault", "fuzz/scenario", "fuzz/scenario/expected", "fuzz/scenario/generator", "fuzz/scenario/script", "fuzz/damage"}, "the schedule never asks the model"},
	{"fuzz/fittest", []string{"spec", "model/...", "fuzz/matrix", "fuzz/scenario/generator"}, "it is test support"},
	{"fuzz/relation/relationtest", []string{"spec", "model", "fuzz/relation"}, "it is test support"},
	{"fuzz/relation", []string{"spec", "spec/ids", "fuzz/scenario", "fuzz/perform"}, "relations need no oracle"},
	{"fuzz/shrink", []string{"spec", "spec/follow", "fuzz/choice", "fuzz/perform", "fuzz/relation", "fuzz/scenario"}, "what fails is the judge's to say"},
	{"fuzz/coverage", []string{"spec", "spec/follow"}, "it says what a stream shows, whoever reads it"},
	{"fuzz/zoo/...", []string{"spec/...", "model/...", "fuzz/zoo/...", "fixtures", "fixtures/candidates/..."}, "a proof may be anything that is wrong, but for what runs it"},
	{"fuzz/matrix", []string{"spec", "spec/wire", "spec/wire/dialects", "model/...", "fuzz/...", "fixtures"}, "it puts wrong models to cases in the shape of every dialect"},
	{"fuzz/bulk", []string{"spec", "spec/ids", "spec/wire", "spec/wire/dialects", "spec/wire/neutral", "fuzz/perform", "model/..."}, "it writes streams of every dialect, and knows no reader of them"},
	{"fuzz/freedoms", []string{}, "it reads profiles, and no stream"},
	{"fuzz/...", []string{"spec", "spec/follow", "fuzz/...", "model/..."}, "processes and clocks come from runner as values"},
	{"runner/cmd/...", []string{"runner/internal/cli"}, "main is a dozen lines"},
	{"runner/internal/terminal", []string{"spec/words"}, "it is about a terminal, whatever is shown"},
	{"runner/internal/github", []string{"spec/words"}, "it is about a form, whatever is said"},
	{"runner/internal/document", []string{"spec", "spec/words", "runner/internal/trace", "runner/internal/github"}, "it writes what was read"},
	{"runner/internal/input", []string{"spec", "spec/words", "spec/wire", "spec/wire/dialects", "fixtures", "fuzz/perform", "runner", "runner/plan", "runner/replay", "runner/internal/trace", "runner/distill/fixturestore"}, "it reads what the command is given"},
	{"runner/internal/tracepage", []string{"spec/words", "runner/internal/lanes", "runner/page", "runner/internal/trace"}, "it reads one stream, for a page"},
	{"runner/internal/distilling", []string{"spec", "spec/words", "fixtures", "runner/distill/...", "runner/internal/trace"}, "it distills one trace, whoever asks"},
	{"runner/page/drop", []string{"spec/words", "fixtures", "runner/distill/...", "runner/internal/distilling", "runner/internal/tracepage", "runner/internal/trace"}, "a browser starts no candidate, and loads what is linked"},
	{"runner/internal/cli/console", []string{"spec", "spec/words", "runner/baseline", "runner/candidate", "runner/plan", "runner/replay", "runner/internal/disk", "runner/internal/github", "runner/internal/terminal"}, "each command needs it, so it knows none"},
	{"runner/internal/cli/completion", []string{"spec", "spec/wire/dialects", "model/deviation", "fixtures"}, "it lists names, and runs nothing"},
	{"runner/internal/cli/options", []string{"spec", "spec/probe", "spec/wire", "spec/words", "runner", "runner/candidate", "runner/pattern", "runner/plan", "runner/replay", "runner/internal/trace", "runner/internal/cli/console"}, "it reads flags, and runs no command"},
	{"runner/internal/cli/runlog", []string{"spec/words", "runner/baseline", "runner/page", "runner/pattern", "runner/report", "runner/internal/disk", "runner/internal/cli/console", "runner/internal/cli/options"}, "it reads logs, and starts no candidate"},
	{"runner/internal/cli/judge", []string{"spec", "spec/probe", "spec/words", "fuzz/perform", "runner", "runner/baseline", "runner/candidate", "runner/page", "runner/pattern", "runner/plan", "runner/report", "runner/internal/disk", "runner/internal/github", "runner/internal/terminal", "runner/internal/cli/console", "runner/internal/cli/options", "runner/internal/cli/runlog"}, "it judges many cases, and reads no trace"},
	{"runner/internal/cli/again", []string{"spec", "spec/probe", "spec/words", "model/deviation", "fuzz/shrink", "runner", "runner/ask", "runner/candidate", "runner/plan", "runner/replay", "runner/report", "runner/internal/input", "runner/internal/picture", "runner/internal/cli/console", "runner/internal/cli/options", "runner/internal/cli/completion"}, "it asks about one case"},
	{"runner/internal/cli/traces", []string{"spec", "spec/wire", "spec/words", "fixtures", "fuzz/shrink", "fuzz/zoo", "runner", "runner/page", "runner/page/site", "runner/plan", "runner/report", "runner/distill/...", "runner/internal/distilling", "runner/internal/document", "runner/internal/github", "runner/internal/input", "runner/internal/lanes", "runner/internal/readers", "runner/internal/terminal", "runner/internal/trace", "runner/internal/tracepage", "runner/internal/cli/console", "runner/internal/cli/options", "runner/internal/cli/again"}, "it is about recorded streams; distill asks a candidate about one"},
	{"runner/internal/cli/fuzzing", []string{"spec", "spec/words", "fuzz/campaign", "fuzz/perform", "runner/baseline", "runner/candidate", "runner/plan", "runner/report", "runner/internal/fleet", "runner/internal/campaigning", "runner/internal/sharing", "runner/internal/terminal", "runner/internal/cli/console", "runner/internal/cli/options"}, "it is about campaigns"},
	{"runner/internal/cli/catalogue", []string{"spec", "spec/probe", "spec/wire", "spec/wire/dialects", "model/deviation", "fuzz/matrix", "fuzz/scenario/generator", "fuzz/zoo", "runner", "runner/candidate", "runner/pattern", "runner/plan", "runner/report", "runner/internal/lanes", "runner/internal/parallel", "runner/internal/terminal", "runner/internal/cli/console", "runner/internal/cli/completion"}, "it lists what quock knows, whatever the candidate"},
	{"runner/internal/cli/authoring", []string{"spec", "spec/probe", "spec/probe/contract", "spec/wire/dialects", "spec/words", "runner", "runner/internal/scaffold", "runner/internal/terminal", "runner/internal/cli/console", "runner/internal/cli/options", "runner/internal/cli/completion"}, "it helps to write a candidate, and judges none"},
	{"runner/internal/cli", []string{"spec", "spec/words", "runner", "runner/internal/cli/..."}, "it puts the commands together"},
	{"runner/pattern", []string{}, "it is about text"},
	{"runner/report", []string{"spec", "spec/words"}, "every view is drawn from the log"},
	{"runner/baseline", []string{"spec", "spec/words", "model/deviation", "runner/pattern", "runner/report"}, "a list is held against the log"},
	{"runner/candidate", []string{"spec", "spec/probe", "spec/words"}, "it runs what it is given"},
	{"runner/internal/trace", []string{"spec/...", "model", "model/check", "model/check/produce"}, "it reads a stream without a candidate"},
	{"runner/internal/readers", []string{"spec", "spec/wire", "spec/words", "model/deviation", "model/fit", "runner/internal/trace"}, "it reads a stream with known mistakes, without a candidate"},
	{"runner/internal/explain", []string{"spec", "model/deviation", "model/fit", "model/localise", "runner/report"}, "it explains answers, and asks nobody"},
	{"runner/internal/scaffold", []string{"spec", "spec/probe/...", "spec/wire", "spec/wire/dialects"}, "it writes what an author begins with, and runs nothing"},
	{"runner/internal/disk", []string{}, "it is about files, whatever they mean"},
	{"runner/internal/parallel", []string{}, "it is about goroutines, whatever they do"},
	{"runner/distill/fixturestore", []string{"spec/...", "model/...", "golden", "fixtures", "fuzz/shrink", "runner/internal/disk", "runner/distill", "runner/distill/anonym", "runner/distill/secret"}, "it keeps what others found"},
	{"runner/distill/segment", []string{"spec", "spec/follow"}, "it asks what is open, not what is right"},
	{"runner/distill/anonym", []string{"spec/...", "fuzz/relation", "fuzz/perform"}, "values mean nothing to it"},
	{"runner/distill/secret/...", []string{"runner/distill/secret/...", "runner/internal/parallel"}, "it is about text"},
	{"runner/ask", []string{"spec/...", "model", "model/check/...", "model/deviation/...", "model/fit", "fuzz/choice", "fuzz/perform", "fuzz/transport", "runner/candidate", "runner/plan", "runner/report"}, "it asks one case, and charges no rule"},
	{"runner/attribute", []string{"spec/...", "model", "model/check/...", "model/deviation/...", "model/fit", "fuzz/choice", "fuzz/perform", "fuzz/relation", "fuzz/shrink", "fuzz/transport", "runner/candidate", "runner/ask", "runner/plan", "runner/report"}, "it judges one case, whatever run that is in"},
	{"runner/replay", []string{"spec/...", "model/...", "golden", "fixtures", "fuzz/...", "runner/ask", "runner/attribute", "runner/plan", "runner/report", "runner/internal/disk"}, "it keeps a case that failed, and runs none"},
	{"runner/plan", []string{"spec", "spec/probe", "spec/wire", "spec/wire/dialects", "model/check/...", "golden", "fixtures", "fuzz/...", "runner/distill/fixturestore", "runner/pattern"}, "it says what is asked, and starts no candidate"},
	{"runner/page", []string{"spec", "spec/wire", "spec/wire/dialects", "spec/words", "model", "fixtures", "runner/internal/lanes", "runner/report"}, "it draws a log or a stream, and judges nothing"},
	{"runner/internal/picture", []string{}, "it draws lines of text"},
	{"runner/internal/lanes", []string{"spec", "spec/follow", "spec/wire", "spec/words", "model", "model/check/produce"}, "it draws what it is given, wherever that came from"},
	{"runner/suite/ginkgosuite", []string{"runner/suite", "runner/suite/internal/judging", "spec/probe"}, "it is the suite in another framework"},
	{"runner/suite/internal/judging", []string{"spec", "spec/words", "spec/probe", "spec/wire", "spec/wire/dialects", "fuzz/choice", "fuzz/perform", "runner", "runner/plan", "runner/replay", "runner/baseline", "runner/candidate", "runner/pattern", "runner/report"}, "it judges as the command does, and knows no test framework"},
	{"runner/suite", []string{"spec", "spec/probe", "spec/wire", "spec/wire/dialects", "model", "fuzz/choice", "runner", "runner/ask", "runner/plan", "runner/replay", "runner/candidate", "runner/report", "runner/suite/internal/judging"}, "it judges nothing itself"},
	{"runner/internal/campaigning", []string{"spec", "fuzz/campaign", "fuzz/perform", "runner", "runner/plan", "runner/replay", "runner/candidate", "runner/internal/disk", "runner/internal/parallel"}, "it keeps what a campaign makes, and judges nothing"},
	{"runner/internal/fleet", []string{}, "it moves bytes, whatever they mean"},
	{"runner/internal/sharing", []string{"spec", "fuzz/campaign", "fuzz/perform", "runner", "runner/plan", "runner/candidate", "runner/internal/fleet", "runner/internal/campaigning"}, "it lets processes work on one campaign, and judges nothing"},
	{"runner/distill/behaviour", []string{"spec", "model", "model/deviation", "fuzz/coverage"}, "it names what events say, in whatever bytes"},
	{"runner/distill", []string{"spec", "spec/wire", "spec/wire/dialects", "model", "model/check/produce", "fuzz/shrink", "runner/internal/parallel", "runner/distill/segment", "runner/distill/behaviour", "runner/distill/anonym", "runner/distill/secret"}, "it chooses by what is shown, and judges no candidate"},
	{"runner/...", []string{"spec/...", "model/...", "fuzz/...", "golden", "fixtures", "runner/candidate", "runner/report", "runner/pattern", "runner/baseline", "runner/internal/disk", "runner/internal/explain", "runner/internal/parallel", "runner/distill", "runner/distill/fixturestore", "runner/ask", "runner/attribute", "runner/plan", "runner/replay"}, "runner does not know its command line"},
}

func covers(folder, dir string) bool {
	base, below := strings.CutSuffix(folder, "...")
	if !below {
		return folder == dir
	}
	base = strings.TrimSuffix(base, "/")
	return base == "" || dir == base || strings.HasPrefix(dir, base+"/")
}

// A sourceFile is one Go file of the module that is no test.
type sourceFile struct {
	dir, path string
	syntax    *ast.File
}

func sources() []sourceFile {
	GinkgoHelper()
	all, err := parsed()
	Expect(err).NotTo(HaveOccurred())
	Expect(all).NotTo(BeEmpty())
	return all
}

// parsed are the files, parsed once for all specs.
var parsed = sync.OnceValues(func() (all []sourceFile, err error) {
	set, root := token.NewFileSet(), ".."
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || (d.Name() != ".." && strings.HasPrefix(d.Name(), "."))):
			return fs.SkipDir
		case !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(set, p, text, parser.SkipObjectResolution)
		rel, _ := filepath.Rel(root, p)
		rel = filepath.ToSlash(rel)
		all = append(all, sourceFile{path.Dir(rel), rel, syntax})
		return err
	})
	return all, err
})

func imports(f *ast.File) []string {
	var paths []string
	for _, i := range f.Imports {
		paths = append(paths, strings.Trim(i.Path.Value, `"`))
	}
	return paths
}

var _ = Describe("The layout", func() {
	It("keeps the libraries of the command from who judges a value in Go", func() {
		met := map[string]bool{}
		for _, f := range sources() {
			for _, path := range imports(f.syntax) {
				for _, library := range []string{"github.com/schollz/progressbar", "github.com/owenrumney/go-sarif", "github.com/spf13/cobra", "github.com/nats-io/"} {
					if strings.HasPrefix(path, library) {
						met[library] = true
						Expect(f.dir).To(HavePrefix("runner/internal/"), "%s imports %s", f.path, path)
					}
				}
			}
		}
		Expect(met).To(HaveLen(4), "these are the libraries that are used")
	})

	It("has every folder import only what stands left of it", func() {
		for _, f := range sources() {
			at := slices.IndexFunc(directions, func(d struct {
				folder string
				allows []string
				why    string
			}) bool {
				return covers(d.folder, f.dir)
			})
			Expect(at).To(BeNumerically(">=", 0), "%s is in no folder of the layout", f.path)
			for _, imported := range imports(f.syntax) {
				dir, ours := strings.CutPrefix(imported, module+"/")
				if !ours {
					continue
				}
				rule := directions[at]
				allowed := slices.ContainsFunc(rule.allows, func(a string) bool { return covers(a, dir) })
				Expect(allowed).To(BeTrue(), "%s imports %s, but %s", f.path, dir, rule.why)
			}
		}
	})

	It("has no oracle share what follows a stream: not the model, not the expectation, and one of relations and damage at most", func() {
		using := map[string]bool{}
		for _, f := range sources() {
			if slices.Contains(imports(f.syntax), module+"/spec/follow") {
				using[f.dir] = true
			}
		}
		Expect(using).NotTo(BeEmpty())
		for dir := range using {
			Expect(covers("model/...", dir)).To(BeFalse(), "%s is the model, or judges by it", dir)
			Expect(covers("fuzz/scenario/...", dir)).To(BeFalse(), "%s knows the expectation by construction", dir)
		}
		Expect(using["fuzz/relation"] && using["fuzz/damage"]).To(BeFalse(), "relations and damage judge one another")
	})

	It("keeps test libraries, which register global flags, out of what is built", func() {
		for _, f := range sources() {
			if f.dir == "runner/suite" || f.dir == "runner/suite/ginkgosuite" || f.dir == "spec/wire/wiretest" {
				continue
			}
			for _, imported := range imports(f.syntax) {
				for _, banned := range []string{"github.com/onsi/", "github.com/sebdah/goldie", "testing"} {
					Expect(strings.HasPrefix(imported, banned)).To(BeFalse(), "%s imports %s", f.path, imported)
				}
			}
		}
	})

	It("has no clock, goroutine, global random source, process or file written left of runner, and where recordings are distilled", func() {
		for _, f := range sources() {
			distills := strings.HasPrefix(f.dir, "runner/distill") && f.dir != "runner/distill/fixturestore"
			if strings.HasPrefix(f.dir, "runner") && !distills || strings.HasPrefix(f.dir, "fixtures/candidates") {
				continue
			}
			Expect(imports(f.syntax)).NotTo(ContainElement("os/exec"), "%s starts processes", f.path)
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				Expect(impure(n)).To(BeEmpty(), "%s", f.path)
				return true
			})
		}
	})
})

// banned are the functions that only runner may call. Of math/rand only what
// makes a source of one's own is allowed.
var banned = map[string][]string{
	"time": {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"os": {"Create", "CreateTemp", "OpenFile", "WriteFile", "Mkdir", "MkdirAll", "MkdirTemp",
		"Remove", "RemoveAll", "Rename", "StartProcess", "Exit", "Setenv"},
}

func impure(n ast.Node) string {
	if _, ok := n.(*ast.GoStmt); ok {
		return "starts a goroutine"
	}
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if slices.Contains(banned[pkg.Name], sel.Sel.Name) {
		return "uses " + pkg.Name + "." + sel.Sel.Name
	}
	if pkg.Name == "rand" && !strings.HasPrefix(sel.Sel.Name, "New") && ast.IsExported(sel.Sel.Name) &&
		slices.Contains([]string{"Int", "IntN", "Intn", "Int63", "Int64", "Uint32", "Uint64", "Float64", "Perm", "Shuffle", "N", "Seed"}, sel.Sel.Name) {
		return "uses the global random source"
	}
	return ""
}
