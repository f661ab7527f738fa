package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fixtures/candidates/null/trivial"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// distilledFrom is a folder with the fixtures of written cases, each showing its
// case's rule.
func distilledFrom(wanted func(*fixtures.Case) bool) string {
	GinkgoHelper()
	folder := filepath.Join(GinkgoT().TempDir(), "fixtures")
	put, err := fixturestore.Open(folder, nil)
	Expect(err).NotTo(HaveOccurred())
	all, err := fixtures.Streams()
	Expect(err).NotTo(HaveOccurred())
	for i := range all {
		if all[i].Kind == fixtures.Stream && wanted(&all[i]) {
			d, stream := distilledOf(&all[i])
			_, _, err := put.Put(d, stream)
			Expect(err).NotTo(HaveOccurred(), all[i].Name)
		}
	}
	return folder
}

// distilledOf is the fixture of a written case, with its records as they are.
func distilledOf(c *fixtures.Case) (*fixtures.Distilled, spec.Stream) {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(c.Dialect)
	Expect(err).NotTo(HaveOccurred())
	stream, _ := wire.DecodeRecords(codec, variant, c.Records)
	stream.End = c.End
	return &fixtures.Distilled{
		Rule: c.Rule, Dialect: stream.Features.Dialect, Records: c.Records, End: c.End, Raw: true, Policies: c.Policies,
	}, stream
}

func cases(names ...string) func(*fixtures.Case) bool {
	return func(c *fixtures.Case) bool { return slices.Contains(names, c.Name) }
}

func breakingIn(dialects ...string) func(*fixtures.Case) bool {
	return func(c *fixtures.Case) bool {
		bare, _, _ := strings.Cut(c.Dialect, ":")
		return c.Breaking && slices.Contains(dialects, bare)
	}
}

// everyBreaking are the fixtures of all breaking cases, made once.
var everyBreaking = sync.OnceValue(func() *plan.Corpus {
	folder := distilledFrom(func(c *fixtures.Case) bool { return c.Breaking })
	return withFixtures(folder, 0).corpus
})

// withEvery is a run of the fixtures of all breaking cases.
func withEvery() *trialRun {
	r := newTrialRun(0)
	r.corpus = everyBreaking()
	return r
}

// withFixtures is a run of the fixtures of a folder, and of nothing else but some
// generated cases.
func withFixtures(folder string, generated int) *trialRun {
	GinkgoHelper()
	r := newTrialRun(generated)
	corpus, err := plan.LoadCorpus(folder)
	Expect(err).NotTo(HaveOccurred())
	carried := carriedNames()
	corpus.Cases = slices.DeleteFunc(corpus.Cases, func(c *plan.Case) bool { return !c.Written.Distilled || carried[c.Name] })
	r.corpus = corpus
	return r
}

// carriedNames are the cases of the fixtures that the program carries.
func carriedNames() map[string]bool {
	GinkgoHelper()
	all, err := fixtures.DistilledAll()
	Expect(err).NotTo(HaveOccurred())
	names := map[string]bool{}
	for i := range all {
		names[fixturestore.CasePrefix+all[i].Name] = true
	}
	return names
}

func distilledOnly(l *report.Log) *report.Log {
	own := *l
	own.Cases = slices.DeleteFunc(slices.Clone(l.Cases), func(c report.Case) bool { return !strings.HasPrefix(c.Name, "distilled/") })
	return &own
}

// mistaken reads as a wrong model does.
type mistaken struct {
	*reader
	deviation.Deviation
}

func (m mistaken) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	own := *m.reader
	own.semantics, _ = m.New()
	return own.Run(req)
}

func mistake(name string, dialects ...string) probe.Candidate {
	GinkgoHelper()
	m, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return mistaken{honest(dialects...), m}
}

const scopedKey = "fragment/scoped-key.breaking.neutral"

var _ = Describe("Distilled fixtures", func() {
	It("are passed by an honest candidate, with the rules that they show", func() {
		log := withEvery().of(reducer.HonestCandidate())
		Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
		Expect(len(log.Cases)).To(BeNumerically(">", 100))
		Expect(passed(log)).To(ContainElements("fragment/scoped-key", "session/parallel", "repeat/partial-then-full"))
	})

	for _, kind := range trivial.Kinds() {
		It("let no null candidate pass a rule: "+kind, func() {
			// What nobody performed must not be easier to pass.
			c, err := trivial.New(kind)
			Expect(err).NotTo(HaveOccurred())
			Expect(passed(withEvery().sampled(25).of(c))).To(BeEmpty())
		})
	}

	It("come first of all cases, under their names", func() {
		r := withCorpus(20)
		corpus, err := plan.LoadCorpus(distilledFrom(cases(scopedKey)))
		Expect(err).NotTo(HaveOccurred())
		r.corpus = corpus
		log := r.of(honest("neutral"))
		distilled := len(distilledOnly(log).Cases)
		Expect(log.Cases[:distilled]).To(ContainElement(And(
			HaveField("Name", MatchRegexp(`^distilled/fragment-scoped-key\.neutral\.[0-9a-f]{8}$`)), HaveField("Verdict", spec.Pass),
		)))
		for _, c := range log.Cases[:distilled] {
			Expect(c.Name).To(HavePrefix("distilled/"))
		}
		Expect(len(log.Cases)).To(BeNumerically(">", distilled))
	})

	It("give the same records in the same order, for any number of jobs", func() {
		folder := distilledFrom(breakingIn("agentc"))
		var logs []string
		for _, jobs := range []int{1, 8} {
			r := withFixtures(folder, nightly.Count(5, 60))
			r.options.Jobs = jobs
			logs = append(logs, fmt.Sprintf("%+v", r.of(buggy("agentc-plan")()).Cases))
		}
		Expect(logs[1]).To(Equal(logs[0]))
	})

	It("are selected by the rules that they bear", func() {
		r := withFixtures(distilledFrom(cases(scopedKey, "session/parallel.breaking.neutral")), 0)
		rules, err := pattern.Parse("fragment/scoped-key")
		Expect(err).NotTo(HaveOccurred())
		r.selection.Rules = &rules
		for _, c := range r.of(honest("neutral")).Cases {
			Expect(c.Rules).To(ContainElement(HaveField("Rule", "fragment/scoped-key")))
		}
	})

	It("speak only to candidates with the policies that they assume", func() {
		all := func(c *fixtures.Case) bool { return c.Policies.HeldAttach == "end" }
		r := withFixtures(distilledFrom(all), 1)
		Expect(r.corpus.Cases).NotTo(BeEmpty())
		c := honest("agentc")
		Expect(distilledOnly(r.of(c)).Cases).To(BeEmpty())
		c.policies = map[string]string{"held-attach": "end"}
		Expect(distilledOnly(r.of(c)).Cases).NotTo(BeEmpty())
	})

	It("are known failures by their names", func() {
		log := withFixtures(distilledFrom(cases(scopedKey)), 0).of(mistake("fragment/slot-of-any-session", "neutral"))
		Expect(attributedRules(log)).To(Equal([]string{"fragment/scoped-key"}))
		list, err := baseline.Parse(strings.NewReader("distilled/fragment-* fail fragment/scoped-key #1\n"))
		Expect(err).NotTo(HaveOccurred())
		Expect(list.Judge(log, time.Date(2026, 5, 17, 12, 0, 0, 0, time.UTC)).Green()).To(BeTrue())
	})

	It("are read by stores, who are also asked what they keep of them", func() {
		log := withFixtures(distilledFrom(breakingIn("neutral")), 0).of(keep.Honest("anthropic", "neutral"))
		Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
		Expect(passed(log)).To(ContainElement("persist/reload-equals-live"))
	})
})

var _ = Describe("Distilled fixtures, put to an adapter,", func() {
	of := func(turn func([][]byte, bool) [][]byte) *report.Log {
		GinkgoHelper()
		return withEvery().about("session/scoped-ids").of(&turner{in: "neutral", out: "neutral", turn: turn})
	}

	It("have nothing to say against one that passes everything on", func() {
		log := of(pass)
		Expect(attributedRules(log)).To(BeEmpty(), "%s", printedLog(log))
		Expect(passed(log)).To(ContainElements("adapt/commutes", "session/scoped-ids"))
	})

	It("let one that writes nothing, or the last record alone, pass no rule", func() {
		Expect(passed(of(func([][]byte, bool) [][]byte { return nil }))).To(BeEmpty())
		last := of(func(records [][]byte, _ bool) [][]byte { return records[max(len(records)-1, 0):] })
		Expect(passed(last)).To(BeEmpty(), "%s", printedLog(last))
	})

	It("are charged to what their rule says, or to the rules about adapters", func() {
		// It drops whatever comes of a call behind the first.
		log := of(func(records [][]byte, cut bool) [][]byte {
			var kept [][]byte
			done := map[string]bool{}
			for _, record := range pass(records, cut) {
				var e spec.Event
				if json.Unmarshal(record, &e) != nil || e.Kind != spec.CallDone || !done[e.Call] {
					kept = append(kept, record)
				}
				done[e.Call] = done[e.Call] || e.Kind == spec.CallDone
			}
			return kept
		})
		Expect(attributedRules(log)).NotTo(BeEmpty())
		for _, c := range log.Cases {
			shown := strings.Split(strings.TrimPrefix(c.Name, "distilled/"), ".")[0]
			for _, f := range c.Findings {
				Expect(f.Rule).To(Or(HavePrefix("adapt/"), Equal(strings.Replace(shown, "-", "/", 1))), c.Name)
			}
		}
	})
})

var _ = Describe("A failing distilled fixture", func() {
	for _, row := range broken {
		It("charges broken candidates with what they break, and nothing else: "+row.bug, func() {
			b, err := bug.ByName(row.bug)
			Expect(err).NotTo(HaveOccurred())
			log := withEvery().about(slices.Concat(row.must, row.also)...).of(b.Candidate())
			Expect(attributedRules(log)).NotTo(BeEmpty())
			for _, rule := range attributedRules(log) {
				Expect(slices.Concat(row.must, row.also, alsoDistilled[row.bug])).To(ContainElement(rule), "%+v", findingOf(log, rule))
			}
		})
	}

	It("is charged to the rule whose wrong model reads it alike, though it shows another", func() {
		log := withFixtures(distilledFrom(cases("session/parallel.breaking.neutral", "session/scoped-ids.breaking.neutral")), 0).
			of(mistake("session/results-anywhere", "neutral"))
		for _, c := range log.Cases {
			for _, f := range c.Findings {
				Expect(f.Rule).To(Equal("session/scoped-ids"), c.Name)
			}
		}
	})

	It("is charged to base rules where the candidate goes wrong on any stream", func() {
		// A candidate that reads nothing right must not be told that it breaks what
		// this stream is about.
		log := withFixtures(distilledFrom(breakingIn("neutral")), 0).of(mistake("fragment/keeps-last-piece", "neutral"))
		Expect(attributedRules(log)).NotTo(BeEmpty())
		for _, rule := range attributedRules(log) {
			Expect(rule).To(BeElementOf("fragment/concatenate"), "%+v", findingOf(log, rule))
		}
	})

	It("is charged with no rule where the candidate dies of it", func() {
		c := honest("neutral")
		c.before = func(*probe.RunRequest) (*probe.RunReply, error) { panic("out of paper") }
		log := withFixtures(distilledFrom(cases(scopedKey)), 0).of(c)
		Expect(log.Cases[0].Verdict).To(Equal(spec.Crash))
		Expect(log.Cases[0].Findings).To(HaveExactElements(HaveField("Rule", "")))
		for _, rule := range log.Cases[0].Rules {
			Expect(rule.Verdict).To(Equal(spec.Untestable), rule.Rule)
		}
	})

	It("leaves a file that fails again in the same way, and is no candidate's that is right", func() {
		r := withFixtures(distilledFrom(cases(scopedKey)), 0)
		var files []replay.Archive
		r.options.Save = func(f replay.Archive) (string, error) { files = append(files, f); return f.Name, nil }
		wrong := mistake("fragment/slot-of-any-session", "neutral")
		Expect(attributedRules(r.of(wrong))).To(Equal([]string{"fragment/scoped-key"}))
		Expect(files).To(HaveLen(2), "the smallest stream of the deviation, and the finding")
		again, rules, err := replay.Read(files[1].Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(rules).To(Equal([]string{"fragment/scoped-key"}))
		Expect(again.Name).To(HavePrefix("distilled/fragment-scoped-key.neutral."))
		Expect(tried(wrong, again)).To(And(HaveField("Verdict", spec.Fail), HaveField("Blamed", rules)))
		Expect(tried(honest("neutral"), again)).To(HaveField("Verdict", spec.Pass))
	})

	It("can be put to a candidate by itself, and made smaller", func() {
		folder := distilledFrom(cases(scopedKey))
		names, _, err := fixtures.DistilledNames(os.DirFS(folder))
		Expect(err).NotTo(HaveOccurred())
		text, err := os.ReadFile(filepath.Join(folder, names[0]+".txtar"))
		Expect(err).NotTo(HaveOccurred())
		c, rules, err := plan.ReadFixture(names[0], text)
		Expect(err).NotTo(HaveOccurred())
		Expect(rules[0]).To(Equal("fragment/scoped-key"))
		wrong := mistake("fragment/slot-of-any-session", "neutral")
		Expect(tried(wrong, c)).To(HaveField("Blamed", []string{"fragment/scoped-key"}))
		_, _, err = plan.ReadFixture(names[0], text[:len(text)-9])
		Expect(err).To(MatchError(fixtures.ErrEdited))
	})
})

// alsoDistilled are rules that a broken candidate is charged with besides, on the
// fixtures of written cases: where one shows no rule that a wrong model breaks,
// the base rules stand for what the plan's one builder for all sessions mixes up.
var alsoDistilled = map[string][]string{
	"agentc-plan":         {"fragment/concatenate"},
	"agentc-plan-literal": {"account/outcome-distinct", "fragment/concatenate"},
	"depth-counter":       {"session/child-end-local"},
}

// tried puts one case to a candidate.
func tried(c probe.Candidate, of *plan.Case) *ask.Trial {
	GinkgoHelper()
	starter := candidate.Value{New: func() probe.Candidate { return c }}
	t, err := runner.Try(context.Background(), starter, candidate.NewLimits(0, 0), of)
	Expect(err).NotTo(HaveOccurred())
	return t
}

var _ = Describe("The corpus with a folder of fixtures", func() {
	It("has another hash, and the same one for the same fixtures", func() {
		bare, err := plan.LoadCorpus()
		Expect(err).NotTo(HaveOccurred())
		folder := distilledFrom(cases(scopedKey))
		with, err := plan.LoadCorpus(folder)
		Expect(err).NotTo(HaveOccurred())
		Expect(with.Hash).NotTo(Equal(bare.Hash))
		Expect(with.Cases).To(HaveLen(len(bare.Cases) + 1))
		again, err := plan.LoadCorpus(folder, distilledFrom(cases(scopedKey)))
		Expect(err).NotTo(HaveOccurred())
		Expect(again.Hash).To(Equal(with.Hash), "a fixture that is in two folders counts once")
	})

	DescribeTable("is refused where a fixture cannot be run",
		func(spoil func(folder, file string), want string) {
			folder := distilledFrom(cases(scopedKey))
			entries, err := os.ReadDir(folder)
			Expect(err).NotTo(HaveOccurred())
			spoil(folder, filepath.Join(folder, entries[0].Name()))
			_, err = plan.LoadCorpus(folder)
			Expect(err).To(MatchError(And(ContainSubstring("the folder "+folder), ContainSubstring(want))))
		},
		Entry("one that was cut short", func(_, file string) { Expect(os.Truncate(file, 900)).To(Succeed()) }, "is missing"),
		Entry("a file that is none", func(folder, _ string) {
			Expect(os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o600)).To(Succeed())
		}, "notes.txt: not a fixture"),
		Entry("an expectation that is none", func(folder, file string) {
			text, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			d, err := fixtures.ParseDistilled("x", text)
			Expect(err).NotTo(HaveOccurred())
			d.Expected = []byte("{}x\n")
			text, err = d.Format()
			Expect(err).NotTo(HaveOccurred())
			Expect(os.WriteFile(filepath.Join(folder, "x.txtar"), text, 0o600)).To(Succeed())
		}, "x.txtar: no fixture that can be run: its expectation"),
		Entry("a folder without any", func(_, file string) { Expect(os.Remove(file)).To(Succeed()) }, "holds no fixtures"),
		Entry("a folder that is not there", func(folder, _ string) { Expect(os.RemoveAll(folder)).To(Succeed()) }, "no such file"),
	)

	It("is refused where two fixtures have one name and ask for different things", func() {
		one, other := distilledFrom(cases(scopedKey)), distilledFrom(cases("session/parallel.breaking.neutral"))
		name := func(folder string) string {
			entries, err := os.ReadDir(folder)
			Expect(err).NotTo(HaveOccurred())
			return entries[0].Name()
		}
		Expect(os.Rename(filepath.Join(other, name(other)), filepath.Join(other, name(one)))).To(Succeed())
		_, err := plan.LoadCorpus(one, other)
		Expect(err).To(MatchError(ContainSubstring("another fixture has this name; rename one of them")))
	})

	It("has only rules of a fixture that it puts to the test", func() {
		folder := distilledFrom(cases(scopedKey))
		names, _, err := fixtures.DistilledNames(os.DirFS(folder))
		Expect(err).NotTo(HaveOccurred())
		d, err := fixtures.DistilledIn(os.DirFS(folder), names[0])
		Expect(err).NotTo(HaveOccurred())
		d.Name, d.Rules = "x", append(d.Rules, "notify/waiting")
		text, err := d.Format()
		Expect(err).NotTo(HaveOccurred())
		c, _, err := plan.ReadFixture("x", text)
		Expect(err).NotTo(HaveOccurred())
		Expect(c.Covers).To(ContainElement("fragment/scoped-key"))
		Expect(c.Covers).NotTo(ContainElement("notify/waiting"))
	})
})
