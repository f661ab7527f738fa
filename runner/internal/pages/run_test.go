package pages_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestPages(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "The project's pages")
}

// root is the top of the checkout.
const root = "../../.."

// programs are what `make build` builds, by package.
var programs = []string{
	"./runner/cmd/quock", "./fixtures/candidates/go", "./fixtures/candidates/broken", "./fixtures/candidates/null",
	"./fixtures/candidates/store", "./fixtures/candidates/bytes",
}

// patience is how long one command may take on a busy machine.
const patience = 5 * time.Minute

var bin string

var _ = BeforeSuite(func() {
	bin = GinkgoT().TempDir()
	// At once, and without what a debugger reads: to link them is most of the work.
	build := exec.Command("go", append([]string{"build", "-ldflags=-s -w", "-o", bin + "/"}, programs...)...)
	build.Dir = root
	out, err := build.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), "%s", out)
	Expect(os.Rename(filepath.Join(bin, "go"), filepath.Join(bin, "honest"))).To(Succeed())
})

var _ = Describe("A page of the project", func() {
	for _, page := range pagesWithCommands() {
		Describe(page, Ordered, ContinueOnFailure, func() {
			blocks := blocksOf(page)
			var folder string
			BeforeAll(func() { folder = scratch() })
			for _, b := range blocks {
				It(b.title(), func() { b.check(folder) })
			}
		})
	}
})

// pagesWithCommands are the pages that a test reads, from the root.
func pagesWithCommands() []string {
	var all []string
	for _, pattern := range []string{"README.md", "runner/*.md", "runner/cmd/quock/deploy/*.md", "runner/suite/*.md", "fuzz/*.md", "spec/probe/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			panic(err)
		}
		all = append(all, found...)
	}
	return all
}

func blocksOf(page string) []block {
	text, err := os.ReadFile(page)
	if err != nil {
		panic(err)
	}
	blocks, err := read(string(text))
	if err != nil {
		panic(page + ": " + err.Error())
	}
	return blocks
}

// scratch is a new folder that looks like the checkout after `make build`.
func scratch() string {
	folder := GinkgoT().TempDir()
	there, err := filepath.Abs(root)
	Expect(err).NotTo(HaveOccurred())
	for _, name := range []string{"fixtures", "spec", "runner", "golden", ".github"} {
		Expect(os.Symlink(filepath.Join(there, name), filepath.Join(folder, name))).To(Succeed())
	}
	Expect(os.Symlink(bin, filepath.Join(folder, "bin"))).To(Succeed())
	return folder
}

func (b *block) title() string {
	if b.File != "" {
		return "shows the file " + b.File
	}
	return "shows what happens on: " + b.Commands[0].Shell
}

// check does what a block says, and compares.
func (b *block) check(folder string) {
	if b.NotRun != "" {
		Skip(b.NotRun)
	}
	for _, program := range b.Needs {
		if _, err := exec.LookPath(program); err != nil {
			Skip(program + " is not on this machine")
		}
	}
	if b.File != "" {
		Expect(os.WriteFile(filepath.Join(folder, b.File), []byte(b.Text), 0o644)).To(Succeed())
		return
	}
	for _, c := range b.Commands {
		printed, code := c.run(folder)
		Expect(code).To(Equal(b.Exit), "line %d: %s\n%s", c.Line, c.Shell, printed)
		if c.Output == nil {
			continue
		}
		missing, ok := matches(c.Output, linesOf(printed))
		Expect(ok).To(BeTrue(), "line %d: %s\nthis line of the page is not printed there: %s\n%s", c.Line, c.Shell, missing, printed)
	}
}

func linesOf(printed string) []string {
	printed = strings.TrimRight(printed, "\n")
	if printed == "" {
		return nil
	}
	return strings.Split(printed, "\n")
}

// progress are the lines that a run prints every half minute where there is no
// terminal, which only a busy machine sees.
var progress = regexp.MustCompile(`(?m)^[a-z]+: .*\b[0-9]+ (failed|findings?)\b.*\n`)

// run types a command into a shell and returns what is printed and the exit code.
func (c *command) run(folder string) (string, int) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", c.Shell)
	shell.Dir = folder
	shell.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "GITHUB_ACTIONS=", "CI=", "NO_COLOR=1")
	out, err := shell.CombinedOutput()
	out = progress.ReplaceAll(out, nil)
	if exited := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exited) {
		return string(out) + err.Error(), -1
	}
	return string(out), shell.ProcessState.ExitCode()
}
