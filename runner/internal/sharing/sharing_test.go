package sharing_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/internal/sharing"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/probe"
)

func TestSharing(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "sharing")
}

const cases = 64

// deadly is a broken candidate that dies on some inputs, in whatever process.
type deadly struct{ probe.Candidate }

func (d deadly) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if len(req.Events)%7 == 3 {
		panic("it dies on such an input")
	}
	return d.Candidate.Run(req)
}

func newDeadly() probe.Candidate {
	b, err := bug.ByName("agentc-no-turn-cleanup")
	if err != nil {
		panic(err)
	}
	return deadly{b.Candidate()}
}

// stuck is a candidate that answers nothing from some moment until it is released.
type stuck struct {
	probe.Candidate
	now      func() bool
	released <-chan struct{}
}

func (s stuck) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if s.now() {
		<-s.released
	}
	return s.Candidate.Run(req)
}

// ready is what a process has before it works on a campaign.
type ready struct {
	folder  *campaigning.Folder
	starter candidate.Starter
	limits  *candidate.Limits
	plan    *plan.Plan
	first   *candidate.Candidate
}

func prepare(path string) *ready {
	GinkgoHelper()
	r := &ready{starter: candidate.Value{New: newDeadly}, limits: candidate.NewLimits(0, time.Minute)}
	var err error
	r.folder, err = campaigning.Open(path)
	Expect(err).NotTo(HaveOccurred())
	r.first, err = r.starter.Start(context.Background(), r.limits)
	Expect(err).NotTo(HaveOccurred())
	r.first.Kill()
	r.plan, err = plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Dialects: []string{"agentc"}, Cases: 1}, &plan.Corpus{}, &r.first.Hello)
	Expect(err).NotTo(HaveOccurred())
	return r
}

var params = campaign.Params{Seed: 1, Dialect: "agentc", Level: perform.Degraded, Round: 32, Candidate: "c"}

func terms() *sharing.Terms {
	t := &sharing.Terms{Params: params, Program: "c", Build: "b", Cases: cases}
	t.Here()
	return t
}

// member is a process in a campaign with what it has.
func (r *ready) member(joined *fleet.Campaign) *sharing.Member {
	return &sharing.Member{Campaign: joined, Terms: terms(), Folder: r.folder, Plan: r.plan, Starter: r.starter, Limits: r.limits, Policies: r.first.Policies, Jobs: 1}
}

// serving begins a server and returns what joins its campaign.
func serving(ctx context.Context, dir string) (join func() *fleet.Campaign) {
	GinkgoHelper()
	server, err := fleet.Serve(&fleet.Serving{Address: "127.0.0.1:0", Dir: dir})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(server.Close)
	text, err := terms().Text()
	Expect(err).NotTo(HaveOccurred())
	return func() *fleet.Campaign {
		conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: server.URL(), Server: server})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(conn.Close)
		joined, _, err := conn.Begin(ctx, "c", text)
		Expect(err).NotTo(HaveOccurred())
		return joined
	}
}

// files are all files of a folder by name.
func files(path string) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	Expect(filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		all[strings.TrimPrefix(p, path)] = string(text)
		return err
	})).To(Succeed())
	return all
}

var _ = Describe("A shared campaign", func() {
	It("leaves the folder of one process, also where the candidate dies on some inputs, and says how it stands", func(ctx SpecContext) {
		dir := GinkgoT().TempDir()
		one := prepare(filepath.Join(dir, "one"))
		alone, err := campaigning.Run(ctx, one.folder, one.plan, one.starter, one.limits, campaigning.Options{Params: params, Policies: one.first.Policies, Cases: cases, Jobs: 1})
		Expect(err).NotTo(HaveOccurred())
		Expect(one.folder.Close()).To(Succeed())
		Expect(alone.Report.Verdicts).To(HaveLen(3), "it passes, fails and dies")

		join := serving(ctx, filepath.Join(dir, "server"))
		var all sync.WaitGroup
		for _, name := range []string{"two", "three"} {
			joined, r := join(), prepare(filepath.Join(dir, name))
			all.Go(func() {
				defer GinkgoRecover()
				defer r.folder.Close()
				out, err := r.member(joined).Run(ctx)
				Expect(err).NotTo(HaveOccurred())
				Expect(out.Report.Tried).To(BeEquivalentTo(cases))
			})
		}
		all.Wait()
		Expect(files(filepath.Join(dir, "two"))).To(Equal(files(filepath.Join(dir, "one"))))
		Expect(files(filepath.Join(dir, "three"))).To(Equal(files(filepath.Join(dir, "one"))))

		stood, err := sharing.WatchedCampaign{Campaign: join()}.Status(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(stood.Running).To(BeFalse())
		Expect(stood.Tried).To(BeEquivalentTo(cases))
		Expect(stood.Verdicts).To(Equal(alone.Report.Verdicts))
		Expect(stood.Findings).To(Equal(len(alone.Report.Findings)))
		Expect(stood.Units).To(BeNumerically(">=", cases/8))
	}, SpecTimeout(time.Minute))

	It("lets a process go whose candidate answers nothing when the campaign ends, and gives it the folder", func(ctx SpecContext) {
		dir := GinkgoT().TempDir()
		join := serving(ctx, filepath.Join(dir, "server"))
		released, fast, slow := make(chan struct{}), prepare(filepath.Join(dir, "quick")), prepare(filepath.Join(dir, "slow"))
		DeferCleanup(func() { close(released) })
		watched := join()
		working := func() bool {
			present, err := watched.Present(ctx)
			return err == nil && len(present) > 0
		}
		slow.starter = candidate.Value{New: func() probe.Candidate { return stuck{newDeadly(), working, released} }}
		slow.limits = candidate.NewLimits(0, time.Hour)
		var all sync.WaitGroup
		begin := func(r *ready) {
			joined := join()
			all.Go(func() {
				defer GinkgoRecover()
				defer r.folder.Close()
				_, err := r.member(joined).Run(ctx)
				Expect(err).NotTo(HaveOccurred())
			})
		}
		begin(slow)
		Eventually(ctx, working).Should(BeTrue())
		begin(fast)
		all.Wait()
		Expect(files(filepath.Join(dir, "slow"))).To(Equal(files(filepath.Join(dir, "quick"))))
	}, SpecTimeout(2*time.Minute))

	It("refuses in a sentence who does not fit", func() {
		for version, change := range map[string]func(*sharing.Terms){
			"quock 0.0": func(t *sharing.Terms) { t.Quock = "0.0" }, "campaigns 1,": func(t *sharing.Terms) { t.Campaign = 1 }, "cases 1)": func(t *sharing.Terms) { t.Choosing = 1 },
		} {
			t := terms()
			change(t)
			text, err := t.Text()
			Expect(err).NotTo(HaveOccurred())
			_, err = sharing.ReadTerms(text)
			Expect(err).To(MatchError(sharing.ErrTerms))
			Expect(err).To(MatchError(ContainSubstring("and the campaign is of quock")))
			Expect(err).To(MatchError(ContainSubstring(version)))
		}
		Expect(terms().Admits("another", "b")).To(MatchError(ContainSubstring("the candidate is another, and the campaign's is c")))
		Expect(terms().Admits("c", "")).To(MatchError(ContainSubstring(`--build "" was given, and the campaign has "b"`)))
		Expect(terms().Admits("c", "b")).To(Succeed())
		same, other := params.Round, params.Round+1
		Expect(terms().Refuses(&sharing.Asked{Round: &same})).To(Succeed())
		Expect(terms().Refuses(&sharing.Asked{Round: &other})).To(MatchError(ContainSubstring("--round 33 was given, and the campaign has 32")))
	})
})
