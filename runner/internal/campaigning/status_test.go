package campaigning_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// fixed tells one status, or why there is none.
type fixed struct {
	status campaigning.Status
	err    error
}

func (f fixed) Status(context.Context) (*campaigning.Status, error) { return &f.status, f.err }

var _ = Describe("How a campaign stands", func() {
	It("is told by the process that works on it, and by its folder afterwards", func() {
		path := filepath.Join(GinkgoT().TempDir(), "campaign")
		var seen []*campaigning.Status
		out, err := watched(path, 120, func(p *campaign.Progress) {
			if s, err := campaigning.WatchedFolder(path).Status(context.Background()); err == nil {
				seen = append(seen, s)
			}
		})
		Expect(err).NotTo(HaveOccurred())
		Expect(seen).NotTo(BeEmpty())
		Expect(seen).To(HaveEach(HaveField("Running", true)))
		Expect(seen[len(seen)-1].Params.Dialect).To(Equal("agentc"))

		rested, err := campaigning.WatchedFolder(path).Status(context.Background())
		Expect(err).NotTo(HaveOccurred())
		Expect(rested.Running).To(BeFalse())
		Expect(rested.Tried).To(BeEquivalentTo(120))
		Expect(rested.Findings).To(Equal(len(out.Report.Findings)))
		Expect(rested.Findings).To(BeNumerically(">", 0))
		Expect(files(path)).NotTo(HaveKey("status.json"), "the folder is the same for any process")
	})

	// A round of a slow candidate lasts minutes.
	It("counts the cases of a round that goes on, and says what is being done", func() {
		var w campaigning.Watcher
		steps, within := map[string]int{}, uint64(0)
		asking := func() probe.Candidate {
			return counted{broken(), func() {
				if w == nil {
					return
				}
				s, err := w.Status(context.Background())
				Expect(err).NotTo(HaveOccurred())
				Expect(s.Step.Done).To(BeNumerically("<", s.Step.Of), "this unit is open")
				steps[s.Step.What] = max(steps[s.Step.What], s.Step.Of)
				within = max(within, s.Tried-s.Folded())
			}}
		}
		_, err := campaignWith(filepath.Join(GinkgoT().TempDir(), "campaign"), asking, campaigning.Options{Cases: 96, Jobs: 1, Watched: func(watcher campaigning.Watcher) { w = watcher }})
		Expect(err).NotTo(HaveOccurred())
		Expect(steps).To(And(HaveKeyWithValue("trying cases", 15), HaveKey("reducing failures"), HaveKey("diagnosing")))
		Expect(within).To(BeEquivalentTo(16), "the last round has one unit of two cases and 14 of one, and its failures are reduced behind them")
	})

	It("is not what a process wrote that was killed", func() {
		path := filepath.Join(GinkgoT().TempDir(), "campaign")
		_, err := campaignIn(path, broken, 1, 16)
		Expect(err).NotTo(HaveOccurred())
		Expect(os.WriteFile(filepath.Join(path, "status.json"), []byte(`{"tried":7,"running":true}`), 0o600)).To(Succeed())
		s, err := campaigning.WatchedFolder(path).Status(context.Background())
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Running).To(BeFalse())
		Expect(s.Tried).To(BeEquivalentTo(16))
	})

	It("is told of a campaign only", func() {
		_, err := campaigning.WatchedFolder(GinkgoT().TempDir()).Status(context.Background())
		Expect(err).To(MatchError(campaigning.ErrNoCampaign))
	})

	It("is served to Prometheus, on this machine alone, with names that cannot break a line", func() {
		s := campaigning.Status{Tried: 7, Rate: 2.5, Verdicts: map[spec.Verdict]int{spec.Fail: 3}, Redelivered: 4, Workers: []campaigning.WorkerStatus{{Name: "a\"\\\nb", Units: 5, Seen: time.Unix(0, 0)}}}
		at, end, err := campaigning.Expose("127.0.0.1:0", fixed{status: s})
		Expect(err).NotTo(HaveOccurred())
		defer end()
		code, text := get(at)
		Expect(code).To(Equal(http.StatusOK))
		Expect(text).To(And(
			ContainSubstring("\n# TYPE quock_cases_tried_total counter\nquock_cases_tried_total 7\n"),
			ContainSubstring("\nquock_cases_per_second 2.5\n"),
			ContainSubstring("\nquock_units_redelivered_total 4\n"),
			ContainSubstring("\nquock_cases_total{verdict=\"fail\"} 3\n"),
			ContainSubstring(`quock_worker_units_total{worker="a\"\\\nb"} 5`),
		))
		_, _, err = campaigning.Expose(at, fixed{})
		Expect(err).To(HaveOccurred(), "somebody listens there")
		for _, elsewhere := range []string{"0.0.0.0:0", ":0"} {
			_, _, err = campaigning.Expose(elsewhere, fixed{})
			Expect(err).To(MatchError(campaigning.ErrNotLoopback), elsewhere)
		}

		at, end, err = campaigning.Expose("127.0.0.1:0", fixed{err: errors.New("the server is gone")})
		Expect(err).NotTo(HaveOccurred())
		defer end()
		code, text = get(at)
		Expect(code).To(Equal(http.StatusServiceUnavailable))
		Expect(text).To(ContainSubstring("the server is gone"))
	})
})

func get(at string) (code int, text string) {
	GinkgoHelper()
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Get("http://" + at + "/metrics")
	Expect(err).NotTo(HaveOccurred())
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	Expect(err).NotTo(HaveOccurred())
	return answer.StatusCode, string(body)
}
