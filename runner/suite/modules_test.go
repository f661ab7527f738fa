package suite_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// comeAlong are the modules that come along in the go.mod of whoever judges a Go value.
// The aim is ten at most. Think before you add one: what only tests, benchmarks or the
// command need must not be imported by a package that runner/suite imports.
var comeAlong = []string{
	"github.com/BobuSumisu/aho-corasick", "github.com/go-json-experiment/json", "github.com/pelletier/go-toml/v2", "golang.org/x/tools",
}

var _ = Describe("A module that judges a Go value", func() {
	It("requires few modules beside ours", func() {
		root, err := filepath.Abs("../..")
		Expect(err).NotTo(HaveOccurred())
		dir := GinkgoT().TempDir()
		write := func(name, text string) {
			Expect(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)).To(Succeed())
		}
		write("go.mod", "module example.com/reader\n\ngo 1.26.0\n\nrequire github.com/quock-dev/quock v0.0.0\n\nreplace github.com/quock-dev/quock => "+root+"\n")
		write("reader_test.go", "package reader\n\nimport (\n\t_ \"github.com/quock-dev/quock/runner/suite\"\n\t_ \"github.com/quock-dev/quock/spec/probe\"\n)\n")
		sums, err := os.ReadFile(filepath.Join(root, "go.sum")) // so that nobody is asked for them
		Expect(err).NotTo(HaveOccurred())
		write("go.sum", string(sums))
		tidy := exec.Command("go", "mod", "tidy")
		tidy.Dir, tidy.Env = dir, append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off")
		if out, err := tidy.CombinedOutput(); err != nil {
			Skip("go mod tidy needs the modules of the repository in the module cache: " + string(out))
		}
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		Expect(err).NotTo(HaveOccurred())
		var required []string
		for line := range strings.Lines(string(text)) {
			if module, indirect := strings.CutSuffix(strings.TrimSpace(line), " // indirect"); indirect {
				name, _, _ := strings.Cut(module, " ")
				required = append(required, name)
			}
		}
		Expect(required).To(ConsistOf(comeAlong))
	})
})

var _ = Describe("Every module of the repository", func() {
	It("can be installed at a version, and is run by make test", func() {
		makefile, err := os.ReadFile("../../Makefile")
		Expect(err).NotTo(HaveOccurred())
		err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
				return fs.SkipDir
			case d.Name() != "go.mod":
				return nil
			}
			text, err := os.ReadFile(path)
			Expect(string(text)).NotTo(MatchRegexp(`(?m)^(replace|exclude)`), "%s: go install …@version refuses it", path)
			dir, _ := filepath.Rel("../..", filepath.Dir(path))
			if dir != "." {
				Expect(string(makefile)).To(ContainSubstring("cd "+dir+" && $(GO) test"), "%s is not run by make test", path)
			}
			return err
		})
		Expect(err).NotTo(HaveOccurred())
	})
})
