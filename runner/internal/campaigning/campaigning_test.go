package campaigning_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec/probe"
)

// helper names the folder that this process is to run a campaign in, and nothing
// else; doomed is the number of the candidate's run in which it is killed, 0 for
// none, and how many microseconds behind its beginning.
const helper, doomed = "QUOCK_HUNT_FOLDER", "QUOCK_HUNT_DOOMED"

func TestMain(m *testing.M) {
	if folder := os.Getenv(helper); folder != "" {
		if _, err := campaignIn(folder, mortal(os.Getenv(doomed)), 2, cases); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCampaigning(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Hunt")
}

// cases are enough to find what is broken.
const cases = 200

func broken() probe.Candidate {
	b, err := bug.ByName("agentc-no-turn-cleanup")
	if err != nil {
		panic(err)
	}
	return b.Candidate()
}

// mortal makes the broken candidate, and kills this process where it was said.
func mortal(place string) func() probe.Candidate {
	var run, delay int64
	_, _ = fmt.Sscan(place, &run, &delay)
	var runs atomic.Int64
	return func() probe.Candidate {
		return counted{broken(), func() {
			if runs.Add(1) == run {
				time.AfterFunc(time.Duration(delay)*time.Microsecond, killed)
			}
		}}
	}
}

// killed ends this process as a kill does.
func killed() {
	self, _ := os.FindProcess(os.Getpid())
	_ = self.Kill()
}

// counted says when it is run.
type counted struct {
	probe.Candidate
	begins func()
}

func (c counted) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	c.begins()
	return c.Candidate.Run(req)
}

// campaignIn runs a campaign of a candidate in this process, or the rest of it.
func campaignIn(path string, value func() probe.Candidate, jobs int, cases uint64) (*campaigning.Outcome, error) {
	return campaignWith(path, value, campaigning.Options{Cases: cases, Jobs: jobs})
}

// watched runs a campaign of the broken candidate and tells its progress.
func watched(path string, cases uint64, progress func(*campaign.Progress)) (*campaigning.Outcome, error) {
	return campaignWith(path, broken, campaigning.Options{Cases: cases, Jobs: 2, Progress: progress})
}

func campaignWith(path string, value func() probe.Candidate, o campaigning.Options) (out *campaigning.Outcome, err error) {
	folder, err := campaigning.Open(path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	starter, limits, ctx := candidate.Value{New: value}, candidate.NewLimits(0, time.Minute), context.Background()
	first, err := starter.Start(ctx, limits)
	if err != nil {
		return nil, err
	}
	first.Kill()
	plan, err := plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Dialects: []string{"agentc"}, Cases: 1}, &plan.Corpus{}, &first.Hello)
	if err != nil {
		return nil, err
	}
	o.Params = campaign.Params{Seed: 1, Dialect: "agentc", Level: perform.Degraded, Candidate: first.Hello.Name}
	o.Policies, o.Saving = first.Policies, time.Nanosecond
	return campaigning.Run(ctx, folder, plan, starter, limits, o)
}

// files are all files of a folder by name.
func files(path string) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	Expect(filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		name, _ := filepath.Rel(path, p)
		all[name] = string(text)
		return err
	})).To(Succeed())
	return all
}

var _ = Describe("A campaign in a folder", Ordered, func() {
	var whole string

	BeforeAll(func() {
		whole = filepath.Join(GinkgoT().TempDir(), "whole")
		out, err := campaignIn(whole, broken, 1, cases)
		Expect(err).NotTo(HaveOccurred())
		Expect(out.End).To(Equal(campaign.AllCases))
		Expect(out.Report.Findings).NotTo(BeEmpty())
	})

	It("holds the same files for any number of jobs", func() {
		path := filepath.Join(GinkgoT().TempDir(), "many")
		_, err := campaignIn(path, broken, 3, cases)
		Expect(err).NotTo(HaveOccurred())
		Expect(files(path)).To(Equal(files(whole)))
	})

	It("holds the same files after it was killed at any moments and gone on with", func() {
		self, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		rng := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 1))
		kills := 0
		for round := range 2 {
			path := filepath.Join(GinkgoT().TempDir(), fmt.Sprint(round))
			for runs := 100; ; runs += 400 { // by runs and not by the clock, so that each gets further however busy the machine is
				child := exec.Command(self)
				child.Env = append(os.Environ(), helper+"="+path, fmt.Sprint(doomed, "=", 1+runs/2+rng.IntN(runs), " ", rng.IntN(2000)))
				if err := child.Run(); err == nil {
					break
				}
				Expect(child.ProcessState.Sys().(syscall.WaitStatus).Signal()).To(Equal(syscall.SIGKILL), "what it wrote was refused")
				kills++
			}
			Expect(files(path)).To(Equal(files(whole)))
		}
		Expect(kills).To(BeNumerically(">", 1))
	})

	It("is gone on with, and knows what it found", func() {
		path := filepath.Join(GinkgoT().TempDir(), "longer")
		first, err := campaignIn(path, broken, 2, 60)
		Expect(err).NotTo(HaveOccurred())
		Expect(first.Resumed).To(BeFalse())
		second, err := campaignIn(path, broken, 2, 120)
		Expect(err).NotTo(HaveOccurred())
		Expect(second.Resumed).To(BeTrue())
		Expect(second.Report.Tried).To(BeEquivalentTo(120))
		Expect(len(second.Report.Findings)).To(BeNumerically(">=", len(first.Report.Findings)))
	})

	It("leaves findings that a replay reads, with what they came from", func() {
		for name, text := range files(filepath.Join(whole, "findings")) {
			c, rules, err := replay.Read([]byte(text))
			Expect(err).NotTo(HaveOccurred(), name)
			Expect(rules).NotTo(BeEmpty())
			Expect(c.Stream.Events).NotTo(BeEmpty())
			Expect(text).To(ContainSubstring(`"token": "q`))
			Expect(text).To(ContainSubstring(`"signature": {`))
		}
	})

	It("is one process's alone", func() {
		folder, err := campaigning.Open(whole)
		Expect(err).NotTo(HaveOccurred())
		defer folder.Close()
		_, err = campaigning.Open(whole)
		Expect(err).To(MatchError(campaigning.ErrBusy))
	})

	DescribeTable("is refused where it is not what was kept", func(wrong error, say string, change func(path string)) {
		path := filepath.Join(GinkgoT().TempDir(), "copy")
		Expect(os.CopyFS(path, os.DirFS(whole))).To(Succeed())
		change(path)
		_, err := campaignIn(path, broken, 1, cases)
		Expect(err).To(MatchError(ContainSubstring(say)))
		if wrong != nil {
			Expect(err).To(MatchError(wrong))
		}
	},
		Entry("a checkpoint that is gone", campaigning.ErrNoCampaign, "campaign.json is gone", func(path string) {
			Expect(os.Remove(filepath.Join(path, "campaign.json"))).To(Succeed())
		}),
		Entry("an edited finding", campaign.ErrChanged, "take another one with --dir", func(path string) {
			append1(filepath.Join(path, "findings"))
		}),
		Entry("an edited corpus entry", campaign.ErrEntry, "corpus entry", func(path string) {
			append1(filepath.Join(path, "corpus"))
		}),
		Entry("a log that is gone", os.ErrNotExist, "log.jsonl", func(path string) {
			Expect(os.Remove(filepath.Join(path, "log.jsonl"))).To(Succeed())
		}),
	)

	It("forgets what was being written when it was killed", func() {
		path := filepath.Join(GinkgoT().TempDir(), "copy")
		Expect(os.CopyFS(path, os.DirFS(whole))).To(Succeed())
		Expect(os.WriteFile(filepath.Join(path, "findings", ".writing-1"), []byte("half"), 0o600)).To(Succeed())
		_, err := campaignIn(path, broken, 1, cases)
		Expect(err).NotTo(HaveOccurred())
		Expect(files(path)).NotTo(HaveKey("findings/.writing-1"))
	})

})

// append1 adds a byte to a file of a folder.
func append1(folder string) {
	GinkgoHelper()
	all, err := os.ReadDir(folder)
	Expect(err).NotTo(HaveOccurred())
	file, err := os.OpenFile(filepath.Join(folder, all[0].Name()), os.O_APPEND|os.O_WRONLY, 0)
	Expect(err).NotTo(HaveOccurred())
	_, err = file.WriteString(" ")
	Expect(err).NotTo(HaveOccurred())
	Expect(file.Close()).To(Succeed())
}
