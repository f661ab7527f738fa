package ginkgosuite_test

import (
	"os"
	"os/exec"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/suite"
	"github.com/quock-dev/quock/runner/suite/ginkgosuite"
	"github.com/quock-dev/quock/spec/probe"
)

// envBug names the bug of the reader that is judged in a process of its own.
const envBug = "QUOCK_GINKGO_BUG"

func TestGinkgoSuite(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "ginkgosuite")
}

func newReader() probe.Candidate {
	if b, err := bug.ByName(os.Getenv(envBug)); err == nil {
		return b.Candidate()
	}
	return reducer.HonestCandidate()
}

var _ = ginkgosuite.Describe("A reader", newReader, suite.Dialects("agentc"), suite.Cases(60), suite.Folder(""), suite.Rules("attach/*"))

var _ = Describe("The container", func() {
	judge := func(named string, args ...string) (string, bool) {
		program, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		cmd := exec.Command(program, append([]string{"-ginkgo.no-color", "-ginkgo.v"}, args...)...)
		cmd.Env = append(os.Environ(), envBug+"="+named)
		out, err := cmd.CombinedOutput()
		return string(out), err == nil
	}

	It("has a failing spec for each rule that a wrong reader breaks", func() {
		out, passed := judge("agentc-attach-next", "-ginkgo.focus", "^ginkgosuite A reader")
		Expect(passed).To(BeFalse(), out)
		Expect(out).To(ContainSubstring("FAIL attach/backward (MUST)"))
		Expect(out).To(ContainSubstring("the smallest stream of agentc that shows it:"))
		Expect(out).To(ContainSubstring("again: go test -ginkgo.focus 'A reader attach/backward$'"))
		Expect(out).To(ContainSubstring("diagnosis"))
	})

	It("runs only the cases of the rules in focus", func() {
		out, passed := judge("agentc-attach-next", "-ginkgo.focus", "A reader attach/backward$")
		Expect(passed).To(BeFalse(), out)
		Expect(out).To(ContainSubstring("Ran 1 of"))
		out, passed = judge("agentc-attach-next", "-ginkgo.focus", "A reader attach/by-id$")
		Expect(passed).To(BeTrue(), out)
	})
})
