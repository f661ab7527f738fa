package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// A job is what browser/drop.mjs does, and seen what it saw.
type job struct {
	Name    string   `json:"name"`
	Paths   []string `json:"paths"`
	Folder  bool     `json:"folder"`
	Open    *int     `json:"open,omitempty"`
	Cancel  bool     `json:"cancel"`
	Axe     bool     `json:"axe"`
	Distill bool     `json:"distill"`
	Cut     string   `json:"cut,omitempty"`
	Drag    bool     `json:"drag"`
	Each    bool     `json:"each"`
	Search  string   `json:"search,omitempty"`
	Twice   bool     `json:"twice"`
}

type seen struct {
	Bad, Asked, Rows, Listed, Axe, Each     []string
	State, Title, Verdict, Saved, Cancelled string
	Found, Ends                             string
	Notes, Last                             []string
	MS, Scripts, Elements                   int
	// Processor is the seconds of processor time that the browser took from the drop to
	// what it showed, Again the same where it had the program already.
	Processor, Again float64
	Polluted         bool
	Note             string
	Fixtures         map[string]string
}

// A built page, with the command beside it and the browser that looks at it.
type built struct{ folder, quock, chromium string }

// errMissing says what is not on this machine.
var errMissing = errors.New("not on this machine")

// build builds page and command into a folder. The error wraps errMissing if it cannot.
func build(folder string) (*built, error) {
	b := &built{folder: filepath.Join(folder, "page"), quock: filepath.Join(folder, "quock")}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && b.chromium == "" {
			b.chromium = path
		}
	}
	if _, err := exec.LookPath("node"); err != nil || b.chromium == "" {
		return nil, fmt.Errorf("node and Chromium: %w", errMissing)
	}
	if _, err := os.Stat("../node_modules"); err != nil {
		return nil, fmt.Errorf("the packages, npm ci in runner/page: %w", errMissing)
	}
	if _, errs, err := do("..", "node", "drop/build.mjs", b.folder); err != nil {
		return nil, fmt.Errorf("building the page: %w: %s", err, errs)
	}
	if _, errs, err := do(".", "go", "build", "-o", b.quock, "../../cmd/quock"); err != nil {
		return nil, fmt.Errorf("building the command: %w: %s", err, errs)
	}
	return b, nil
}

// file is the address of the page that is one file.
func (b *built) file() string { return "file://" + filepath.Join(b.folder, "quock.html") }

// site is the folder of the page for a host of files.
func (b *built) site() string { return filepath.Join(b.folder, "site") }

// look has a browser do jobs. flags are more of Chromium.
func (b *built) look(url string, flags []string, jobs ...job) (map[string]seen, error) {
	text, err := json.Marshal(jobs)
	if err != nil {
		return nil, fmt.Errorf("writing the jobs: %w", err)
	}
	out, errs, err := do("..", "node", append([]string{"browser/drop.mjs", b.chromium, url, string(text)}, flags...)...)
	if err != nil {
		return nil, fmt.Errorf("looking at %s: %w: %s", url, err, errs)
	}
	all := map[string]seen{}
	return all, json.Unmarshal([]byte(out), &all)
}

// do runs a program to its end.
func do(folder, name string, args ...string) (out, errs string, err error) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = folder
	var to, errTo bytes.Buffer
	cmd.Stdout, cmd.Stderr = &to, &errTo
	err = cmd.Run()
	return to.String(), errTo.String(), err
}

var once = sync.OnceValues(func() (*built, error) {
	folder, err := os.MkdirTemp("", "quock-drop-")
	if err != nil {
		return nil, err
	}
	return build(folder)
})

var _ = AfterSuite(func() {
	if os.Getenv("QUOCK_NIGHTLY") == "" {
		return
	}
	if b, err := once(); err == nil {
		Expect(os.RemoveAll(filepath.Dir(b.folder))).To(Succeed())
	}
})

// thePage is the page that all specs look at.
func thePage() *built {
	GinkgoHelper()
	if os.Getenv("QUOCK_NIGHTLY") == "" {
		Skip("building the module takes a minute of processor time: QUOCK_NIGHTLY=1")
	}
	b, err := once()
	if errors.Is(err, errMissing) {
		Skip(err.Error())
	}
	Expect(err).NotTo(HaveOccurred())
	return b
}

// look has a browser do jobs on the page that is one file.
func look(jobs ...job) map[string]seen {
	GinkgoHelper()
	b := thePage()
	return lookAt(b.file(), nil, jobs...)
}

func lookAt(url string, flags []string, jobs ...job) map[string]seen {
	GinkgoHelper()
	all, err := thePage().look(url, flags, jobs...)
	Expect(err).NotTo(HaveOccurred())
	for name, s := range all {
		Expect(s.Bad).To(BeEmpty(), name)
		Expect(s.Axe).To(BeEmpty(), name)
		Expect(s.Polluted).To(BeFalse(), name)
		Expect(s.Scripts).To(BeNumerically("<=", 3), name)
		if url == thePage().file() {
			Expect(s.Asked).To(BeEmpty(), name)
		}
		fmt.Fprintf(GinkgoWriter, "%s: %d ms, %.2f s of processor time\n", name, s.MS, s.Processor)
	}
	return all
}
