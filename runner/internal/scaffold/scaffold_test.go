package scaffold_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/scaffold"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// variants are the names of all variants that have a skeleton.
func variants() []string {
	var names []string
	for _, name := range scaffold.Dialects() {
		codec, variant, err := dialects.Lookup(name)
		Expect(err).NotTo(HaveOccurred())
		if codec.Features(variant).Dialect == name {
			names = append(names, name)
		}
	}
	return names
}

func made(language, dialect string) *scaffold.Skeleton {
	GinkgoHelper()
	return cast(probe.Reducer, language, dialect)
}

// cast is a skeleton of some role.
func cast(role probe.Role, language, dialect string) *scaffold.Skeleton {
	GinkgoHelper()
	s, err := scaffold.Make(scaffold.Choice{Language: language, Dialect: dialect, Role: role})
	Expect(err).NotTo(HaveOccurred())
	return s
}

// document is the one dialect that is no stream: smoke has nothing to try it with.
const document = "cagent:session"

func streams() []string {
	return slices.DeleteFunc(variants(), func(name string) bool { return name == document })
}

// below are the files and folders in a folder.
func below(folder string) []string {
	var names []string
	Expect(filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(folder, path); name != "." {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})).To(Succeed())
	return names
}

// smoke runs all steps of smoke on a skeleton, which have to pass.
func smoke(ctx SpecContext, program []string, s *scaffold.Skeleton) {
	GinkgoHelper()
	folder, steps := GinkgoT().TempDir(), 0
	Expect(s.Write(folder)).To(Succeed())
	command := candidate.Command{Args: append(slices.Clone(program), filepath.Join(folder, s.Candidate)), Harness: runner.Harness, Lines: probe.DefaultLimits()}
	Expect(runner.Smoke(ctx, command, candidate.NewLimits(time.Minute, 0), nil, func(step runner.Step) {
		steps++
		Expect(step.Verdict).To(Equal(spec.Pass), "%s: %s: %s", s.Dialect, step.Name, step.Detail)
	})).To(Succeed(), s.Dialect)
	if s.Dialect == document {
		Expect(steps).To(Equal(1))
		return
	}
	Expect(steps).To(Equal(5), s.Dialect) // one more would name keys that nobody knows
}

var _ = Describe("A skeleton", func() {
	// Most of the work is to start processes. By day each dialect is tried in one of the languages.
	for turn, language := range []string{"js", "python"} {
		It("passes smoke as it stands, in every dialect, in "+language, func(ctx SpecContext) {
			program := map[string]string{"js": "node", "python": "python3"}[language]
			if _, err := exec.LookPath(program); err != nil {
				Skip("no " + program + " to run it with")
			}
			for i, dialect := range variants() {
				if nightly.On() || i%2 == turn {
					smoke(ctx, []string{program}, made(language, dialect))
				}
			}
		})
	}

	for language, program := range map[string]string{"js": "node", "python": "python3"} {
		It("passes smoke as it stands as a store and as an adapter, in "+language, func(ctx SpecContext) {
			if _, err := exec.LookPath(program); err != nil {
				Skip("no " + program + " to run it with")
			}
			for _, dialect := range []string{"agentc", "aisdk:v4"} { // what is in them is the reader of the same dialect
				smoke(ctx, []string{program}, cast(probe.Store, language, dialect))
			}
			for _, dialect := range []string{"langgraph:python-sse", "deepagents:poll"} {
				smoke(ctx, []string{program}, cast(probe.Adapter, language, dialect))
			}
		})
	}

	It("passes smoke as it stands in TypeScript, by Node or by tsx", func(ctx SpecContext) {
		passes := func(runner ...string) bool { return exec.CommandContext(ctx, runner[0], runner[1:]...).Run() == nil }
		command := []string{"node"}
		if !passes("node", "-e", "process.exit(process.features.typescript ? 0 : 1)") {
			command = []string{"npx", "--no-install", "tsx"}
		}
		if !passes(append(command, "--version")...) {
			Skip("neither a Node that runs TypeScript nor tsx is here")
		}
		for _, dialect := range []string{"agentc", "aisdk:v5", "langgraph:js"} {
			smoke(ctx, command, made("ts", dialect))
		}
		smoke(ctx, command, cast(probe.Store, "ts", "agentc"))
		smoke(ctx, command, cast(probe.Adapter, "ts", "langgraph:js"))
	})

	It("passes smoke as it stands in Go, in every dialect", func() {
		root, err := filepath.Abs("../../..")
		Expect(err).NotTo(HaveOccurred())
		folder := GinkgoT().TempDir()
		write := func(name, text string) {
			path := filepath.Join(folder, name)
			Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
			Expect(os.WriteFile(path, []byte(text), 0o600)).To(Succeed())
		}
		run := func(args ...string) (string, error) {
			cmd := exec.Command("go", args...)
			cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"), "GOWORK=off")
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		write("go.mod", "module example.com/m\n\ngo 1.26.0\n\nrequire github.com/quock-dev/quock v0.0.0\n\nreplace github.com/quock-dev/quock => "+root+"\n")
		imports, tests := "", ""
		for i, dialect := range variants() {
			name, text := fmt.Sprintf("d%d", i), made("go", dialect).Files[0].Text
			if i == 0 {
				write("whole/reader_test.go", text)
			}
			// In one program: each in a package of its own, without its tests.
			write(name+"/reader.go", regexp.MustCompile(`(?m)^.*("testing"|/suite"|suite\..*)$`).
				ReplaceAllString(strings.Replace(text, "package reader_test", "package "+name, 1), "")+"\nvar New = newCandidate\n")
			imports += "\t\"example.com/m/" + name + "\"\n"
			tests += "\tt.Run(\"" + dialect + "\", func(t *testing.T) { suite.Smoke(t, " + name + ".New) })\n"
		}
		write("all_test.go", "package m_test\n\nimport (\n\t\"testing\"\n\n\t\"github.com/quock-dev/quock/runner/suite\"\n"+imports+")\n\nfunc TestAll(t *testing.T) {\n"+tests+"}\n")
		if out, err := run("mod", "tidy"); err != nil {
			Skip("go mod tidy needs the modules of the repository in the module cache: " + out)
		}
		out, err := run("test", "-vet=off", "-v", "-run", "^TestAll$", ".", "./whole")
		Expect(err).NotTo(HaveOccurred(), out)
		Expect(strings.Count(out, "--- PASS: TestAll/")).To(Equal(len(variants())), out)
		if nightly.On() { // vet looks through all that they import
			out, err = run("vet", "./...")
			Expect(err).NotTo(HaveOccurred(), out)
		}
	})

	It("is in Go of the package that is there", func() {
		folder := GinkgoT().TempDir()
		Expect(scaffold.TestPackage(folder)).To(BeEmpty())
		Expect(os.WriteFile(filepath.Join(folder, "a.go"), []byte("package chat\n"), 0o600)).To(Succeed())
		s, err := scaffold.Make(scaffold.Choice{Language: "go", Dialect: "agentc", Package: scaffold.TestPackage(folder)})
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Files[0].Text).To(HavePrefix("package chat_test\n"))
		Expect(made("go", "agentc").Files[0].Text).To(HavePrefix("package reader_test\n"))
	})

	It("says of every type of record what the contract says", func() {
		for _, language := range scaffold.Languages() {
			for _, dialect := range variants() {
				text := strings.Join(strings.Fields(strings.NewReplacer("//", "", "#", "").Replace(made(language, dialect).Files[0].Text)), " ")
				codec, variant, _ := dialects.Lookup(dialect)
				for _, row := range (contract.Audience{Variants: []spec.Features{codec.Features(variant)}}).RecordTypes() {
					means := strings.Join(strings.Fields(strings.NewReplacer("//", "", "#", "").Replace(row.Means)), " ")
					Expect(text).To(ContainSubstring(means), "%s, %s", dialect, language)
					for _, value := range row.Values {
						Expect(text).To(ContainSubstring(`"`+value+`"`), "%s, %s", dialect, language)
					}
				}
			}
		}
	})

	It("has code for rows of the contract alone", func() {
		for _, dialect := range variants() {
			Expect(scaffold.Unused(dialect)).To(BeEmpty(), "code in runner/internal/scaffold/dialects for rows that the table of %s in spec/probe/probe.md lacks", dialect)
		}
	})

	It("leaves nothing to do unsaid", func() {
		for _, dialect := range streams() {
			s := made("js", dialect)
			Expect(strings.Count(s.Files[0].Text, "break; // to do\n")).To(Equal(s.ToDo), dialect)
			Expect(s.ToDo).To(BeNumerically("<", s.Records), "%s: write branches in runner/internal/scaffold/dialects", dialect)
		}
	})

	It("has no types in JavaScript, and no marks in either", func() {
		Expect(made("js", "agentc").Files[0].Text).NotTo(ContainSubstring(": any"))
		Expect(made("ts", "agentc").Files[0].Text).To(ContainSubstring("event(record: any)"))
		for _, language := range scaffold.Languages() {
			Expect(made(language, "langgraph").Files[0].Text).NotTo(ContainSubstring("«"))
		}
	})

	It("is run by tsx where Node runs no TypeScript", func() {
		s, err := scaffold.Make(scaffold.Choice{Language: "ts", Dialect: "agentc", OldNode: true})
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Before).To(Equal("npm install --save-dev tsx"))
		Expect(s.Smoke).To(Equal("quock smoke -- npx tsx candidate.ts"))
		Expect(s.Command).To(Equal([]string{"npx", "tsx", "candidate.ts"}))
		Expect(made("ts", "agentc").Command).To(Equal([]string{"node", "candidate.ts"}))
	})

	It("reads a dialect's default where no variant is named", func() {
		Expect(made("python", "aisdk").Dialect).To(Equal("aisdk:v5"))
	})

	It("is not made of what there is not", func() {
		_, err := scaffold.Make(scaffold.Choice{Language: "perl", Dialect: "agentc"})
		Expect(err).To(MatchError(ContainSubstring(`no language "perl"`)))
		_, err = scaffold.Make(scaffold.Choice{Language: "js", Dialect: "agent"})
		Expect(err).To(MatchError(ContainSubstring(`no dialect "agent"`)))
		_, err = scaffold.Make(scaffold.Choice{Language: "js", Dialect: document, Role: probe.Store})
		Expect(err).To(MatchError(ContainSubstring("is a document")))
		_, err = scaffold.Make(scaffold.Choice{Language: "js", Dialect: "agentc", Role: probe.Adapter})
		Expect(err).To(MatchError(ContainSubstring("from langgraph and deepagents to aisdk:v5 alone")))
		_, err = scaffold.Make(scaffold.Choice{Language: "go", Dialect: "agentc", Role: probe.Store})
		Expect(err).To(MatchError(ContainSubstring("in go there is a skeleton of a reducer only")))
	})
})

var _ = Describe("Writing a skeleton", func() {
	var folder string

	BeforeEach(func() { folder = GinkgoT().TempDir() })

	It("makes the folders that are missing", func() {
		Expect(made("ts", "agentc").Write(filepath.Join(folder, "a", "b"))).To(Succeed())
		Expect(below(filepath.Join(folder, "a", "b"))).To(ConsistOf("candidate.ts", "quock_probe.mjs", "quock_probe.d.mts", "quock.toml", "known-failures.txt",
			".github", ".github/workflows", ".github/workflows/quock.yml"))
	})

	It("names what is there already, overwrites none of it and writes nothing else", func() {
		Expect(os.WriteFile(filepath.Join(folder, "quock.toml"), []byte("mine"), 0o600)).To(Succeed())
		Expect(os.Symlink("nowhere", filepath.Join(folder, "candidate.py"))).To(Succeed())
		err := made("python", "agentc").Write(folder)
		Expect(err).To(Equal(&scaffold.ThereError{Names: []string{"candidate.py", "quock.toml"}}))
		Expect(below(folder)).To(ConsistOf("candidate.py", "quock.toml"))
		Expect(os.ReadFile(filepath.Join(folder, "quock.toml"))).To(Equal([]byte("mine")))
	})

	It("leaves nothing behind where it cannot write all", func() {
		Expect(os.WriteFile(filepath.Join(folder, ".github"), nil, 0o600)).To(Succeed())
		Expect(made("js", "agentc").Write(folder)).To(MatchError(ContainSubstring(".github")))
		Expect(below(folder)).To(ConsistOf(".github"))
		Expect(made("js", "agentc").Write(filepath.Join(folder, ".github", "x"))).NotTo(Succeed())
	})

	It("leaves nothing behind where it may not write", func() {
		if os.Geteuid() == 0 {
			Skip("root may write everywhere")
		}
		Expect(os.Chmod(folder, 0o500)).To(Succeed())
		Expect(made("js", "agentc").Write(filepath.Join(folder))).To(MatchError(fs.ErrPermission))
		Expect(below(folder)).To(BeEmpty())
	})
})
