package probe_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

// reducerStub stands for the reader's own implementation.
const reducerStub = `
class Reducer:
    def __init__(self, dialect): self.n, self.outcome = 0, "open"
    def feed(self, record): self.n += 1
    def finish(self, end): self.outcome = "completed"
    def transcript(self):
        messages = [{"role": "user", "complete": True, "parts": [], "calls": []}] * self.n
        return {"outcome": self.outcome, "sessions": [{"id": "s", "messages": messages}], "active": []}
`

var _ = Describe("The skeleton in the guide", func() {
	It("has the thirty lines that the guide promises", func() {
		Expect(strings.Count(skeleton(), "\n")).To(BeNumerically("<=", 30))
	})

	It("keeps the contract as it stands there", func() {
		python, err := exec.LookPath("python3")
		if err != nil {
			Skip("no python3 to run it with")
		}
		dir := GinkgoT().TempDir()
		Expect(os.WriteFile(filepath.Join(dir, "my_reducer.py"), []byte(reducerStub), 0o600)).To(Succeed())
		Expect(os.WriteFile(filepath.Join(dir, "candidate.py"), []byte(skeleton()), 0o600)).To(Succeed())
		candidate := exec.Command(python, filepath.Join(dir, "candidate.py"))
		request := &probe.RunRequest{Op: probe.OpRun, ID: 3, Dialect: "agentc", Events: []rawRecord{rawRecord(`{}`), rawRecord(`{}`)}, Observe: []int{0, 2}}
		candidate.Stdin = strings.NewReader(`{"op":"hello","probe":1,"harness":"test"}` + "\n" + string(written(request)) + `{"op":"quit"}` + "\n")
		out, err := candidate.Output()
		Expect(err).NotTo(HaveOccurred())
		lines := strings.Split(string(out), "\n")
		hello, bad := probe.ParseHelloReply([]byte(lines[0]), probe.DefaultLimits())
		Expect(bad).To(BeNil())
		reply, bad := probe.NewContract(hello, probe.DefaultLimits()).ParseRunReply([]byte(lines[1]), request)
		Expect(bad).To(BeNil())
		Expect(reply.Observations[1].Sessions[0].Messages).To(HaveLen(2))
		Expect(reply.Final.Outcome).To(BeEquivalentTo("completed"))
	})
})

// skeleton is the Python program of the guide.
func skeleton() string {
	_, code, _ := strings.Cut(probe.Guide, "```python\n")
	code, _, found := strings.Cut(code, "```")
	Expect(found).To(BeTrue())
	return code
}
