//go:build unix

package fixturestore_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/spec"
)

// This process is run again as one that puts fixtures to a folder, and that
// things happen to: folderEnv names the folder, fateEnv what happens.
const (
	folderEnv = "QUOCK_SHELF_FOLDER"
	fateEnv   = "QUOCK_SHELF_FATE"
)

// The fates.
const (
	keepsOn  = "keeps-on"   // it puts one fixture behind the other until it is killed
	noSpace  = "no-space"   // a file can have a few bytes only
	diesOfIt = "dies-of-it" // the same, and the process ends of it
)

func init() {
	if folder := os.Getenv(folderEnv); folder != "" {
		RegisterFailHandler(func(message string, _ ...int) { fmt.Println(message); os.Exit(1) })
		child(folder, os.Getenv(fateEnv))
		os.Exit(0)
	}
}

func child(folder, fate string) {
	if fate != keepsOn {
		few := &syscall.Rlimit{Cur: 300, Max: 300}
		if fate == noSpace {
			signal.Ignore(syscall.SIGXFSZ)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, few); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	for n := 1; fate == keepsOn || n == 1; n++ {
		d, stream := talk(n)
		_, _, err := open(folder).Put(d, stream)
		if err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		fmt.Println(n)
	}
}

// talk is a fixture of so many texts.
func talk(n int) (*fixtures.Distilled, spec.Stream) {
	GinkgoHelper()
	events := []spec.Event{{Record: 1, Kind: spec.MessageOpen, Session: "s1", Message: "m1", Role: "assistant"}}
	for i := range n {
		events = append(events, spec.Event{Record: i + 2, Kind: spec.Text, Session: "s1", Message: "m1", Text: "aa"})
	}
	return ofStream(spec.Stream{Features: neutral(), Events: events, End: spec.EOF})
}

func again(folder, fate string) (*exec.Cmd, *strings.Builder) {
	output := &strings.Builder{}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), folderEnv+"="+folder, fateEnv+"="+fate)
	cmd.Stdout, cmd.Stderr = output, output
	return cmd, output
}

var _ = Describe("What is in the store", func() {
	var folder string
	BeforeEach(func() { folder = filepath.Join(GinkgoT().TempDir(), "fixtures") })

	It("is whole, whenever the process that writes is killed", func() {
		for n := range 6 {
			cmd, output := again(folder, keepsOn)
			Expect(cmd.Start()).To(Succeed())
			time.Sleep(time.Duration(40+17*n) * time.Millisecond)
			Expect(cmd.Process.Kill()).To(Succeed())
			_ = cmd.Wait()
			Expect(output.String()).NotTo(ContainSubstring("writing"))
			if _, err := os.Stat(folder); err != nil {
				continue // it was killed too early
			}
			Expect(fixtures.ReadDistilled(os.DirFS(folder))).Error().NotTo(HaveOccurred())
		}
		Expect(os.MkdirAll(folder, 0o777)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(folder, disk.Temporary+"left"), []byte("ha"), 0o600)).To(Succeed())
		d, stream := of(scoped)
		put(open(folder), d, stream)
		left, err := filepath.Glob(filepath.Join(folder, ".*"))
		Expect(err).NotTo(HaveOccurred())
		Expect(left).To(BeEmpty(), "the next one tidies up")
	})

	It("is not touched where the disk is full, which is said", func() {
		cmd, output := again(folder, noSpace)
		Expect(cmd.Run()).To(HaveOccurred())
		Expect(output.String()).To(MatchRegexp(`^writing \S+/produce-closed\.neutral\.[0-9a-f]{8}\.txtar: file too large\n$`))
		Expect(os.ReadDir(folder)).To(BeEmpty())
	})

	It("has nothing but a hidden file more where the process dies of a full disk, which goes with the next", func() {
		cmd, _ := again(folder, diesOfIt)
		Expect(cmd.Run()).To(HaveOccurred())
		left, err := os.ReadDir(folder)
		Expect(err).NotTo(HaveOccurred())
		for _, file := range left {
			Expect(file.Name()).To(HavePrefix(disk.Temporary))
		}
		Expect(fixtures.ReadDistilled(os.DirFS(folder))).To(BeEmpty())
		d, stream := talk(1)
		put(open(folder), d, stream)
		Expect(os.ReadDir(folder)).To(HaveLen(1))
	})
})
