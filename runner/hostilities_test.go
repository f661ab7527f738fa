package runner_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// The environment of hostile processes: which one it is, and whose. That of a
// harness with all of them, which is killed, has allHostile.
const (
	hostileEnv = "QUOCK_TEST_HOSTILE"
	ownerEnv   = "QUOCK_TEST_OWNER"
	allHostile = "all of them"
)

func hostileCommand(name, owner string) candidate.Command {
	return candidate.Command{
		Args: []string{os.Args[0]}, Env: append(os.Environ(), hostileEnv+"="+name, ownerEnv+"="+owner),
		Harness: "quock test", Lines: probe.Limits{Line: longest, Depth: 1000},
	}
}

// living are the processes of an owner that run.
func living(owner string) (pids []string) {
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range found {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(ownerEnv+"="+owner+"\x00")) {
			pids = append(pids, path)
		}
	}
	return pids
}

// judgedWith is what a run of a few cases says of a hostile candidate.
func judgedWith(h hostility, owner string, jobs int) (*report.Log, string) {
	GinkgoHelper()
	// An answer takes a millisecond; on a busy machine it may take long.
	ctx, limits, starter := context.Background(), candidate.NewLimits(time.Minute, time.Second), hostileCommand(h.name, owner)
	first, err := starter.Start(ctx, limits)
	Expect(err).NotTo(HaveOccurred())
	first.Kill()
	plan, err := plan.New(plan.Selection{Seed: 1, Cases: 5, Dialects: []string{"agentc"}}, &plan.Corpus{}, &first.Hello)
	Expect(err).NotTo(HaveOccurred())
	log := &report.Log{}
	footer, err := runner.Run(ctx, plan, starter, limits, runner.Options{Jobs: jobs, Deaths: 20, Timeouts: 5}, func(c report.Case) error {
		log.Cases = append(log.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	log.Footer = &footer
	log.Sort()
	var text bytes.Buffer
	Expect(report.Text{}.Write(&text, log)).To(Succeed())
	return log, text.String()
}

var _ = Describe("A hostile candidate", func() {
	for i, h := range hostilities {
		It("that "+h.name+" costs the guilty case one verdict and leaves nothing running", func() {
			owner := fmt.Sprint(os.Getpid(), ".", i)
			jobs := []int{1, 2}
			if nightly.On() {
				jobs = append(jobs, 8)
			}
			logs, texts := make([]*report.Log, len(jobs)), make([]string, len(jobs))
			var all sync.WaitGroup
			for n, jobs := range jobs {
				all.Go(func() {
					defer GinkgoRecover()
					logs[n], texts[n] = judgedWith(h, owner, jobs)
				})
			}
			all.Wait()
			for _, c := range logs[0].Cases {
				want := spec.Pass
				if int64(c.Number) == h.guilt() {
					want = h.costs
					Expect(c.Detail).To(ContainSubstring(h.detail))
				}
				Expect(c.Verdict).To(Equal(want), "case %d: %s", c.Number, c.Detail)
				for _, f := range c.Findings {
					Expect(f.Rule).To(BeEmpty(), "what is no transcript, or comes at another time, breaks no rule")
					Expect(f.Habit).To(BeEquivalentTo(h.habit))
				}
				Expect(len(c.Findings)).To(BeNumerically("<=", 1))
				Expect(len(c.Detail)).To(BeNumerically("<", 20_000))
			}
			Expect(texts).To(HaveEach(texts[0]))
			Expect(texts[0]).NotTo(MatchRegexp("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202e]"))
			Expect(living(owner)).To(BeEmpty())
		})
	}

	It("that "+renames+" is named for that, and not judged further", func() {
		owner := fmt.Sprint(os.Getpid(), ".renames")
		log, text := judgedWith(hostility{name: renames}, owner, 2)
		for _, c := range log.Cases {
			Expect(c.Verdict).To(Equal(spec.NotRun))
			Expect(c.Detail).To(ContainSubstring("it introduces itself otherwise than before"))
		}
		Expect(log.Footer.Stopped).To(Equal(report.Restarts))
		Expect(text).To(ContainSubstring("otherwise than before"))
		Expect(living(owner)).To(BeEmpty())
	})

	It("of any kind ends when the harness is killed, with all that it left", func() {
		if runtime.GOOS != "linux" {
			Skip("only Linux ends what its parent left")
		}
		owner := fmt.Sprint(os.Getpid(), ".killed")
		harness := exec.Command(os.Args[0])
		harness.Env = append(os.Environ(), hostileEnv+"="+allHostile, ownerEnv+"="+owner)
		out, err := harness.StdoutPipe()
		Expect(err).NotTo(HaveOccurred())
		Expect(harness.Start()).To(Succeed())
		line, err := bufio.NewReader(out).ReadString('\n')
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.TrimSpace(line)).To(Equal("all were asked"))
		Expect(len(living(owner))).To(BeNumerically(">", 4), "the harness, those that hang, and what others left")
		Expect(harness.Process.Kill()).To(Succeed())
		_ = harness.Wait()
		Eventually(living).WithArguments(owner).WithTimeout(time.Minute).Should(BeEmpty())
	})
})

// harnessAll asks all hostile candidates for the guilty case, and stays.
func harnessAll(owner string) {
	limits := candidate.NewLimits(time.Minute, time.Hour)
	var asked sync.WaitGroup
	for _, h := range hostilities {
		c, err := hostileCommand(h.name, owner).Start(context.Background(), candidate.NewLimits(time.Minute, time.Hour))
		if err != nil {
			fmt.Println(err)
			return
		}
		asked.Add(1)
		go func() {
			done := make(chan bool)
			go func() {
				c.Run(&probe.RunRequest{ID: guilty, Dialect: "agentc"}, limits.Floor)
				close(done)
			}()
			select {
			case <-done:
			case <-time.After(time.Second): // it hangs, as it should
			}
			asked.Done()
		}()
	}
	asked.Wait()
	fmt.Println("all were asked")
	select {}
}
