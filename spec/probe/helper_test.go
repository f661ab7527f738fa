package probe_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

// runs is the output of a program, which must be there and end well.
func runs(dir, name string, args ...string) string {
	GinkgoHelper()
	path, err := exec.LookPath(name)
	if err != nil {
		Skip("no " + name + " to run it with")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return string(out)
}

// packed is a folder in which a packed helper is installed.
var packed = map[string]func() string{
	"node": func() string {
		dir := GinkgoT().TempDir()
		runs("javascript", "npm", "pack", "--silent", "--pack-destination", dir)
		file, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
		Expect(err).NotTo(HaveOccurred())
		Expect(file).To(HaveLen(1))
		runs(dir, "npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", "--no-save", file[0])
		return dir
	},
	"python3": func() string {
		dir := GinkgoT().TempDir()
		name := strings.TrimSpace(runs("python", "python3", "wheel_backend.py", dir))
		runs(dir, "python3", "-m", "zipfile", "-e", name, ".")
		return dir
	},
}

// readers are a whole candidate in each language, as the helpers' guides show one.
var readers = map[string]struct{ file, text string }{
	"node":    {"candidate.mjs", shownIn("javascript/README.md", "```js\n", "```")},
	"python3": {"candidate.py", unindented(shownIn("python/quock_probe/__init__.py", "streams.\n\n", "\nGoals:"))},
}

func shownIn(file, from, to string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	_, shown, _ := strings.Cut(string(text), from)
	shown, _, _ = strings.Cut(shown, to)
	return shown
}

func unindented(text string) string { return strings.ReplaceAll("\n"+text, "\n    ", "\n") }

var _ = Describe("A helper", func() {
	for program, reader := range readers {
		It("makes the shown reader a whole candidate, packed and installed, for "+program, func() {
			dir := packed[program]()
			Expect(os.WriteFile(filepath.Join(dir, reader.file), []byte(reader.text), 0o600)).To(Succeed())
			request := &probe.RunRequest{Op: probe.OpRun, ID: 3, Dialect: "agentc", Events: []rawRecord{rawRecord(`{"content":"Hel"}`), rawRecord(`{"content":"lo"}`)}, Observe: []int{0, 1}}
			candidate := exec.Command(program, reader.file)
			candidate.Dir = dir
			candidate.Stdin = strings.NewReader(`{"op":"hello","probe":1,"harness":"test"}` + "\n" + string(written(request)) + `{"op":"quit"}` + "\n")
			out, err := candidate.Output()
			Expect(err).NotTo(HaveOccurred())
			lines := strings.Split(string(out), "\n")
			hello, bad := probe.ParseHelloReply([]byte(lines[0]), probe.DefaultLimits())
			Expect(bad).To(BeNil())
			reply, bad := probe.NewContract(hello, probe.DefaultLimits()).ParseRunReply([]byte(lines[1]), request)
			Expect(bad).To(BeNil())
			Expect(reply.Observations[0].Sessions).To(HaveLen(1))
			Expect(reply.Final.Sessions[0].Messages[0].Parts[0].Text).To(Equal("Hello"))
		})
	}

	It("has tests of its own in JavaScript, which pass", func() {
		runs("javascript", "node", "--test", "test/")
	})

	It("has tests of its own in Python, which pass", func() {
		runs("python", "python3", "-m", "unittest", "discover", "-s", "tests")
	})

	It("has one version in all languages, which is not published", func() {
		var manifest struct {
			Version string `json:"version"`
			Private bool   `json:"private"`
		}
		text, err := os.ReadFile("javascript/package.json")
		Expect(err).NotTo(HaveOccurred())
		Expect(json.Unmarshal(text, &manifest)).To(Succeed())
		Expect(manifest.Private).To(BeTrue())
		Expect(shownIn("python/pyproject.toml", "\nversion = \"", `"`)).To(Equal(manifest.Version))
		Expect(shownIn("python/quock_probe/__init__.py", "__version__ = \"", `"`)).To(Equal(manifest.Version))
		Expect(shownIn("python/pyproject.toml", "classifiers", "]")).To(ContainSubstring("Private :: Do Not Upload"))
	})
})
