package candidate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// child starts this test binary as a child that introduces itself as how says.
func child(how string) candidate.Command {
	return candidate.Command{
		Args:    []string{os.Args[0]},
		Env:     append(os.Environ(), "QUOCK_TEST_CHILD="+how),
		Harness: "quock test",
		Lines:   probe.Limits{Line: 2 << 20, Depth: 256},
	}
}

var ids int64

// do is a run whose first record tells the child what to do, with more records
// behind it.
func do(what string, more ...string) *probe.RunRequest {
	first, _ := json.Marshal(map[string]string{"do": what})
	ids++
	req := &probe.RunRequest{ID: ids, Dialect: "neutral", Events: []json.RawMessage{first}}
	for _, m := range more {
		req.Events = append(req.Events, json.RawMessage(m))
	}
	return req
}

// left counts the processes that a child left behind.
func left() int {
	n := 0
	found, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range found {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(leftBehind)) {
			n++
		}
	}
	return n
}

var _ = Describe("A candidate in a child process", func() {
	var (
		limits *candidate.Limits
		worker *candidate.Worker
		ctx    context.Context
	)
	sit := func(how string) {
		worker = candidate.NewWorker(child(how), limits)
	}
	run := func(req *probe.RunRequest) candidate.Answer {
		GinkgoHelper()
		a, err := worker.Run(ctx, req)
		Expect(err).NotTo(HaveOccurred())
		return a
	}
	BeforeEach(func() {
		ctx = context.Background()
		limits = candidate.NewLimits(20*time.Second, 2*time.Second)
		sit("honest")
	})
	AfterEach(func() { worker.Close() })

	It("answers what it is asked", func() {
		a := run(do("answer"))
		Expect(a.Fault).To(BeNil())
		Expect(a.Reply.Final.Outcome).To(Equal(spec.OutcomeIncomplete))
	})

	It("tells what it observes and which policies it took", func() {
		c, err := worker.Candidate(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Hello.Name).To(Equal("child"))
		Expect(c.Observes.Names()).To(Equal([]string{"outcome", "sessions"}))
		Expect(c.Policies.HeldAttach).To(Equal("open"))
	})

	It("may answer in pieces, because a pipe has no messages", func() {
		Expect(run(do("answer in two halves")).Fault).To(BeNil())
	})

	DescribeTable("has a named verdict for each way of going wrong, and serves the next case all the same",
		func(what string, verdict spec.Verdict, detail string) {
			Expect(run(do("answer")).Fault).To(BeNil())
			a := run(do(what))
			Expect(a.Fault).NotTo(BeNil())
			Expect(a.Fault.Verdict).To(Equal(verdict), a.Fault.Detail)
			Expect(a.Fault.Detail).To(ContainSubstring(detail))
			Expect(run(do("answer")).Fault).To(BeNil())
		},
		Entry("it dies", "crash", spec.Crash, "exit status 7"),
		Entry("it says that it failed", "say that it failed", spec.Crash, "no such session"),
		Entry("it hangs", "hang", spec.Timeout, "no answer within"),
		Entry("it hangs and wants no signals", "hang and ignore signals", spec.Timeout, "no answer within"),
		Entry("it prints one line for ever", "flood one line", spec.ProtocolError, "over the limit"),
		Entry("it prints garbage", "print garbage", spec.ProtocolError, "DEBUG: reducing"),
		Entry("it lies about its id", "lie about its id", spec.ProtocolError, "the request's is"),
		Entry("it leaves a field out", "leave a field out", spec.ProtocolError, "sessions"),
		Entry("it closes its output", "close its output", spec.Crash, "closed its output"),
		Entry("it leaves a child in another group and dies", "leave a child in another group and crash", spec.Crash, "exit status 7"),
	)

	DescribeTable("is caught in the next run where it goes wrong behind its answer",
		func(what string, verdict spec.Verdict) {
			Expect(run(do(what)).Fault).To(BeNil())
			time.Sleep(50 * time.Millisecond)
			Expect(run(do("answer")).Fault).To(HaveField("Verdict", verdict))
			Expect(run(do("answer")).Fault).To(BeNil())
		},
		Entry("a second answer is nobody's", "answer twice", spec.ProtocolError),
		Entry("a death is a death", "answer, then crash", spec.Crash),
		Entry("a flood of answers", "flood lines", spec.ProtocolError),
	)

	It("leaves nothing behind, neither in its group nor outside", func() {
		Expect(run(do("leave a child behind")).Fault).To(BeNil())
		Expect(left()).To(Equal(1))
		run(do("leave a child in another group and crash"))
		worker.Close()
		Eventually(left).Should(BeZero())
	})

	It("shows the stderr of the case, and of no other", func() {
		Expect(run(do("note and answer")).Fault).To(BeNil())
		Expect(worker.Stderr()).To(Equal("a note\n"))
		Expect(run(do("answer")).Fault).To(BeNil())
		Expect(worker.Stderr()).To(BeEmpty())
		Expect(run(do("crash")).Fault.Stderr).To(Equal("boom: index out of range\n"))
	})

	It("keeps the end of a stderr that floods, and is not slowed by it", func() {
		limits.Floor = 5 * time.Second
		a := run(do("flood stderr"))
		Expect(a.Fault).To(BeNil())
		Expect(len(worker.Stderr())).To(BeNumerically("<", 20<<10))
		Expect(worker.Stderr()).To(And(ContainSubstring("bytes before this"), ContainSubstring("16383 yyy")))
	})

	It("cannot deadlock on a case larger than the pipe that is answered with more than the pipe holds", func() {
		limits.Floor = 5 * time.Second
		a := run(do("answer at length", fmt.Sprintf("%q", strings.Repeat("w", 1<<20))))
		Expect(a.Fault).To(BeNil())
	})

	It("that answers before it has read all is not sent the next case into the middle of the one before", func() {
		sit("answers before it has read")
		limits.Floor = 5 * time.Second
		for range 3 {
			a := run(do("answer", fmt.Sprintf("%q", strings.Repeat("w", 1<<20))))
			Expect(a.Fault).To(BeNil(), "%+v", a.Fault)
		}
	})

	It("is not asked what is over the line limit, because no answer would mean anything", func() {
		a := run(do("answer", fmt.Sprintf("%q", strings.Repeat("w", 2<<20))))
		Expect(a.Fault).To(HaveField("Verdict", spec.Untestable))
	})

	It("ends with the context, in the middle of a run", func() {
		stopped, stop := context.WithCancel(ctx)
		limits.Floor = time.Hour
		_, err := worker.Candidate(stopped) // it may take long to introduce itself
		Expect(err).NotTo(HaveOccurred())
		time.AfterFunc(50*time.Millisecond, stop)
		a, err := worker.Run(stopped, do("hang"))
		Expect(err).NotTo(HaveOccurred())
		Expect(a.Fault).To(HaveField("Verdict", spec.NotRun))
	})

	DescribeTable("that fails its handshake is said to, with what to change",
		func(how, detail string) {
			if strings.HasPrefix(detail, "did not answer") {
				limits.Hello = 200 * time.Millisecond // it is waited for; the others answer
			}
			sit(how)
			_, err := worker.Candidate(ctx)
			var bad *candidate.HandshakeError
			Expect(errors.As(err, &bad)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(detail)))
		},
		Entry("it dies, and its stderr tells why", "dies at hello", "cannot find my library"),
		Entry("it never answers", "never says hello", "did not answer hello within 200ms"),
		Entry("it greets with something else", "greets with garbage", "Listening on port 8080"),
		Entry("it names a policy that there is not", "invents a policy", "coffee"),
		Entry("it speaks another version", "speaks another version", "version 1"),
	)

	It("that is not there is said to be", func() {
		worker = candidate.NewWorker(candidate.Command{Args: []string{"/no/such/program"}}, limits)
		_, err := worker.Candidate(ctx)
		Expect(err).To(MatchError(ContainSubstring("no such file")))
	})
})
