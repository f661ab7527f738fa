package candidate_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// filterStream is a filter that does what its input says; its result is the
// exit code.
func filterStream() int {
	if os.Getenv("QUOCK_TEST_BEFORE") == "does not read" {
		return 0
	}
	in, _ := io.ReadAll(os.Stdin)
	switch text := string(in); text {
	case "nothing":
	case "die":
		fmt.Fprintln(os.Stderr, "out of paper")
		fmt.Print("half")
		return 4
	case "be killed":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
	case "hang":
		fmt.Print("so far")
		time.Sleep(time.Hour)
	case "close":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "flood":
		for {
			fmt.Println(strings.Repeat("again ", 1000))
		}
	case "leave a child":
		leave(true)
		fmt.Print("done")
	default:
		fmt.Print(strings.ToUpper(text))
	}
	return 0
}

var _ = Describe("A filter", func() {
	var (
		limits *candidate.Limits
		f      candidate.Filter
	)
	BeforeEach(func() {
		limits = candidate.NewLimits(0, 10*time.Second)
		f = candidate.Filter{
			Args: []string{os.Args[0]}, Env: append(os.Environ(), "QUOCK_TEST_CHILD=filter"),
			Hello:  probe.HelloReply{Name: "upper", Dialects: []string{"agentc"}, Outputs: []string{"neutral"}},
			Output: 1 << 20,
		}
	})
	started := func(ctx context.Context) *candidate.Candidate {
		GinkgoHelper()
		c, err := f.Start(ctx, limits)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(c.Close)
		return c
	}
	run := func(limit time.Duration, chunks ...string) candidate.Answer {
		GinkgoHelper()
		req := &probe.RunRequest{ID: 1}
		for _, c := range chunks {
			req.Chunks = append(req.Chunks, probe.Chunk(c))
		}
		return started(context.Background()).Run(req, limit)
	}

	It("is an adapter that takes bytes, whatever it says", func() {
		c := started(context.Background())
		Expect(c.Hello.Role).To(Equal(probe.Adapter))
		Expect(c.Hello.Intake).To(Equal(probe.IntakeBytes))
	})

	It("gets the whole stream on its stdin and gives all of its stdout", func() {
		a := run(10*time.Second, "one\n", "two\n")
		Expect(a.Fault).To(BeNil())
		Expect(a.Reply.Output.Chunks).To(Equal([]probe.Chunk{probe.Chunk("ONE\nTWO\n")}))
	})

	It("may take and give more than a pipe holds", func() {
		big := strings.Repeat("word ", 100_000)
		Expect(string(run(10*time.Second, big).Reply.Output.Chunks[0])).To(Equal(strings.ToUpper(big)))
	})

	It("may write nothing, and may leave its input unread", func() {
		Expect(run(10*time.Second, "nothing").Reply.Output.Chunks[0]).To(BeEmpty())
		f.Env = append(f.Env, "QUOCK_TEST_BEFORE=does not read")
		Expect(run(10*time.Second, strings.Repeat("x", 1<<20)).Reply.Output.Chunks[0]).To(BeEmpty())
	})

	It("starts anew for each stream", func() {
		c := started(context.Background())
		for _, text := range []string{"a", "die", "b"} {
			a := c.Run(&probe.RunRequest{Chunks: []probe.Chunk{probe.Chunk(text)}}, 10*time.Second)
			Expect(a.Fault != nil).To(Equal(text == "die"), text)
		}
	})

	DescribeTable("does something to itself, which costs it this stream",
		func(what string, verdict spec.Verdict, detail string) {
			a := run(2*time.Second, what)
			Expect(a.Fault).NotTo(BeNil())
			Expect(a.Fault.Verdict).To(Equal(verdict))
			Expect(a.Fault.Detail).To(ContainSubstring(detail))
		},
		Entry("ends with an exit code", "die", spec.Crash, "it ended with exit status 4; it wrote 4 bytes"),
		Entry("is killed", "be killed", spec.Crash, "signal: killed"),
		Entry("never ends", "hang", spec.Timeout, "it did not end within its time limit; it wrote 6 bytes"),
		Entry("closes its output and never ends", "close", spec.Timeout, "it did not end"),
		Entry("writes without end", "flood", spec.ProtocolError, "it wrote more than 1048576 bytes for one stream, which began: again again"),
	)

	It("is heard on stderr, also when it dies", func() {
		Expect(run(10*time.Second, "die").Fault.Stderr).To(Equal("out of paper\n"))
	})

	It("leaves nothing behind", func() {
		Expect(string(run(10*time.Second, "leave a child").Reply.Output.Chunks[0])).To(Equal("done"))
		Eventually(left).Should(BeZero())
	})

	It("stops with its context", func() {
		ctx, stop := context.WithCancel(context.Background())
		c := started(ctx)
		time.AfterFunc(200*time.Millisecond, stop)
		began := time.Now()
		a := c.Run(&probe.RunRequest{Chunks: []probe.Chunk{probe.Chunk("hang")}}, time.Minute)
		Expect(a.Fault.Verdict).To(Equal(spec.NotRun))
		Expect(time.Since(began)).To(BeNumerically("<", 30*time.Second))
	})

	It("is the user's fault where the program is not there", func() {
		for _, args := range [][]string{nil, {"/no/such/program"}, {"no-such-program"}} {
			f.Args = args
			_, err := f.Start(context.Background(), limits)
			Expect(err).To(BeAssignableToTypeOf(&candidate.HandshakeError{}), "%q", args)
		}
	})
})
