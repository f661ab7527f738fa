package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/bytes/reader"
	"github.com/quock-dev/quock/fixtures/candidates/null/trivial"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A storyOf is a dialect at a level, whose cases are generated once for all specs.
type storyOf struct {
	dialect string
	level   perform.Level
}

var (
	stories = map[storyOf][]*plan.Case{}
	seeds   = map[storyOf]uint64{} // how many were tried
)

// storied are generated cases of a dialect.
func storied(dialect string, level perform.Level, n int) []*plan.Case {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	of := storyOf{dialect, level}
	for ; len(stories[of]) < n; seeds[of]++ {
		p := perform.Generate(codec.Features(variant), level, perform.CaseSeed(5, seeds[of]))
		c, err := plan.Generated(fmt.Sprint("test/", seeds[of]), codec, variant, p)
		if err == nil && len(c.Records) > 0 { // damage cannot always be told
			stories[of] = append(stories[of], c)
		}
	}
	all := make([]*plan.Case, n)
	for i, c := range stories[of][:n] {
		own, performed := *c, *c.Performed
		own.Performed, all[i] = &performed, &own
	}
	return all
}

// damaged are clean cases that only their transport damages.
func damaged(dialect string, n int) []*plan.Case {
	GinkgoHelper()
	all := storied(dialect, perform.Clean, n)
	for _, c := range all {
		c.Performed.Level = perform.Hostile
	}
	return all
}

// outcomesOf are the outcomes of cases put to a candidate.
func outcomesOf(c probe.Candidate, cases []*plan.Case) []outcome {
	GinkgoHelper()
	all := make([]outcome, len(cases))
	j := &caseJudge{Attributor: judgeOf(c)}
	for i, of := range cases {
		j.failed = nil
		Expect(j.judgeCase(context.Background(), of, &all[i])).To(Succeed())
		if all[i].failing {
			judged := all[i]
			j.failed, all[i] = &judged, outcome{bare: judged.bare}
			Expect(j.judgeCase(context.Background(), of, &all[i])).To(Succeed())
		}
	}
	return all
}

// verdictsOf count what the outcomes say of a rule.
func verdictsOf(rule string, outs []outcome) map[spec.Verdict]int {
	count := map[spec.Verdict]int{}
	for _, o := range outs {
		for _, r := range o.record.Rules {
			if r.Rule == rule {
				count[r.Verdict]++
			}
		}
	}
	return count
}

func findingsOf(outs []outcome) []spec.Finding {
	var all []spec.Finding
	for _, o := range outs {
		all = append(all, o.record.Findings...)
	}
	return all
}

var byteRules = []string{transport.ChunkRule, transport.FramingRule, transport.BadRule, transport.LimitRule}

var _ = Describe("A candidate that takes the raw stream", func() {
	// The two readers of bytes, ours and its, must agree on whatever comes.
	DescribeTable("has nothing said against it where it reads as its framing says", func(dialect string) {
		cases := slices.Concat(storied(dialect, perform.Clean, nightly.Count(12, 40)), storied(dialect, perform.Hostile, nightly.Count(12, 40)), damaged(dialect, nightly.Count(25, 60)))
		outs := outcomesOf(reader.New(""), cases)
		j := judgeOf(reader.New(""))
		for i, o := range outs {
			Expect(o.record.Findings).To(BeEmpty(), "%s: %s", o.record.Name, j.Transported(cases[i]).Transport)
			Expect(o.record.Verdict).To(BeElementOf(spec.Pass, spec.NotObservable), o.record.Detail)
		}
		for _, rule := range byteRules {
			Expect(verdictsOf(rule, outs)).To(HaveKey(spec.Pass), rule)
		}
	},
		Entry("lines", "neutral"), Entry("events", "agui"), Entry("events with names", "langgraph:js-sse"),
		Entry("coded lines", "aisdk:v4"), Entry("lines of another dialect", "claudecode"), Entry("lines without ids", "agentc"),
	)

	DescribeTable("may be right in another way, if it says so: empty data are a record, and what broke off is refused at the end", func(dialect string, at int) {
		cases := slices.Concat(storied(dialect, perform.Hostile, nightly.Count(15, 40)), damaged(dialect, nightly.Count(30, 60)))
		outs := outcomesOf(reader.Strict(dialect), cases)
		refused := 0
		j := judgeOf(reader.Strict(dialect))
		for i, o := range outs {
			asked := j.Transported(cases[i])
			Expect(o.record.Findings).To(BeEmpty(), "%s: %s", o.record.Name, asked.Transport)
			if refused >= at {
				continue
			}
			t, err := j.Try(context.Background(), asked)
			Expect(err).NotTo(HaveOccurred())
			if t.Verdict == spec.Pass && len(t.Observed) == len(t.Requested) {
				refused++
			}
		}
		Expect(refused).To(BeNumerically(">=", at))
	},
		Entry("events", "agui", 1), Entry("lines", "neutral", 1),
	)

	framed := map[string][]string{"sse": {"agui"}, "lines": {"neutral"}, "": {"neutral", "agui"}}
	for _, m := range reader.Faults() {
		for _, dialect := range framed[m.Framing] {
			It(fmt.Sprintf("is charged with %s, and nothing else, for its one mistake, in %s: %s", m.Rule, dialect, m.About), func() {
				cases := damaged(dialect, nightly.Count(30, 60))
				outs := outcomesOf(reader.New(m.Fault, dialect), cases)
				found := findingsOf(outs)
				Expect(found).NotTo(BeEmpty())
				for _, f := range found {
					Expect(f.Rule).To(Equal(m.Rule), "%s: %s %s", f.Case, f.Verdict, f.Detail)
				}
				Expect(verdictsOf(m.Rule, outs)).NotTo(BeEmpty())
			})
		}
	}

	for _, kind := range trivial.Kinds() {
		It("passes no rule about bytes, nor any other, where it does nothing: "+kind, func() {
			c, err := trivial.New(kind)
			Expect(err).NotTo(HaveOccurred())
			for _, o := range outcomesOf(&inBytes{c}, storied("neutral", perform.Hostile, nightly.Count(20, 60))) {
				for _, r := range o.record.Rules {
					Expect(r.Verdict).NotTo(Equal(spec.Pass), "%s: %s", o.record.Name, r.Rule)
				}
			}
		})
	}

	It("is not charged with it for what it gets wrong plainly as well", func() {
		c := &inBytes{&spoiler{dislikes: func([]spec.Event) bool { return true }, spoil: loseMessages}}
		for _, f := range findingsOf(outcomesOf(c, storied("neutral", perform.Clean, 30))) {
			Expect(byteRules).NotTo(ContainElement(f.Rule), f.Detail)
		}
	})

	It("can be tried again from its replay file, in the same transport", func() {
		replayed := 0
		for _, o := range outcomesOf(reader.New("keeps-mark", "neutral"), storied("neutral", perform.Clean, nightly.Count(80, 250))) {
			if o.replay == nil {
				continue
			}
			file, err := o.replay(true)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(file.Text)).To(ContainSubstring("its bytes: a byte order mark"))
			c, rules, err := replay.Read(file.Text)
			Expect(err).NotTo(HaveOccurred())
			Expect(rules).To(Equal([]string{transport.FramingRule}))
			Expect(c.Transport).To(Equal(&transport.Plan{Mark: true}))
			wrong, err := judgeOf(reader.New("keeps-mark", "neutral")).Try(context.Background(), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(wrong.Verdict).To(Equal(spec.Fail))
			right, err := judgeOf(reader.New("")).Try(context.Background(), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(right.Verdict).To(Equal(spec.Pass))
			replayed++
		}
		Expect(replayed).To(BeNumerically(">", 0))
	})
})

var _ = Describe("A case in its transport", func() {
	bytewise := &ask.Driver{Capabilities: ask.Capabilities{Bytes: true}}

	It("is plain in a share of the cases, and the same each time", func() {
		plain, hostile := 0, 0
		cases := storied("neutral", perform.Hostile, 100)
		for _, c := range cases {
			one, other := bytewise.Transported(c), bytewise.Transported(c)
			Expect(one.Transport).To(Equal(other.Transport))
			switch {
			case one.Transport == nil:
				plain++
			case one.Transport.Hostile():
				hostile++
			}
		}
		Expect(plain).To(BeNumerically("~", 12, 12))
		Expect(hostile).To(BeNumerically(">", 20))
		for _, c := range storied("neutral", perform.Degraded, 50) {
			if p := bytewise.Transported(c).Transport; p != nil {
				Expect(p.Hostile()).To(BeFalse())
			}
		}
	})

	It("is none for records, and for stores", func() {
		for _, s := range []ask.Capabilities{{}, {Bytes: true, Store: true}} {
			for _, c := range storied("neutral", perform.Clean, 10) {
				Expect((&ask.Driver{Capabilities: s}).Transported(c).Transport).To(BeNil())
			}
		}
	})

	It("is observed where just so many records are there, and ends where the input does", func() {
		c := storied("neutral", perform.Clean, 1)[0]
		Expect(len(c.Records)).To(BeNumerically(">", 3))
		c.Observe = []int{1, 2, 3}
		end := c.WithTransport(&transport.Plan{Damage: []transport.Damage{{Kind: transport.End, Record: 2, At: 5}}})
		s, err := bytewise.Sending(end)
		Expect(err).NotTo(HaveOccurred())
		seen := s.Arrived(end)
		Expect(seen.Observe).To(Equal([]int{1, 2}))
		Expect(seen.Stream.Records()).To(Equal(2))
		Expect(seen.Stream.End).To(Equal(spec.Cut))
		Expect(end.Stream.Records()).To(Equal(len(c.Records)), "the case itself stays")

		whole := c.WithTransport(&transport.Plan{Cuts: transport.Cuts{One: true}})
		s, err = bytewise.Sending(whole)
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Arrived(whole).Observe).To(BeEmpty(), "only the end is apart")
	})

	It("may be refused where it breaks off or exceeds a limit, and not for a bad line", func() {
		c := storied("neutral", perform.Clean, 1)[0]
		refused := func(d transport.Damage, at int, reason probe.Reason) bool {
			s, err := bytewise.Sending(c.WithTransport(&transport.Plan{Damage: []transport.Damage{d}}))
			Expect(err).NotTo(HaveOccurred())
			return s.MayRefuse(&probe.Rejected{At: at, Reason: reason})
		}
		Expect(refused(transport.Damage{Kind: transport.End, Record: 1, At: 5}, 2, probe.Malformed)).To(BeTrue())
		Expect(refused(transport.Damage{Kind: transport.End, Record: 1, At: 5}, 1, probe.Malformed)).To(BeFalse(), "that one is whole")
		Expect(refused(transport.Damage{Kind: transport.Abyss, Record: 1, Size: 9}, 2, probe.Limit)).To(BeTrue())
		Expect(refused(transport.Damage{Kind: transport.Abyss, Record: 1, Size: 9}, 2, probe.Unsupported)).To(BeFalse())
		Expect(refused(transport.Damage{Kind: transport.Open, Record: 1}, 2, probe.Malformed)).To(BeFalse())
		for _, d := range []transport.Damage{{Kind: transport.End, Record: 1, At: 5}, {Kind: transport.End, Record: 1, At: 5}} {
			Expect(refused(d, 100, probe.Malformed)).To(BeTrue(), "at the end of input")
		}
		Expect(refused(transport.Damage{Kind: transport.Abyss, Record: 1, Size: 9}, 100, probe.Limit)).To(BeTrue(), "at the end of input")
	})
})

var _ = Describe("A last record without its end", func() {
	// The last record of the case has to say something.
	c := func() *plan.Case {
		for _, c := range storied("neutral", perform.Clean, 40) {
			if e := c.Stream.Events[len(c.Stream.Events)-1]; e.Kind == spec.TurnEnd {
				return c.WithTransport(&transport.Plan{Unended: 1})
			}
		}
		Fail("no case ends with the end of a turn")
		return nil
	}
	try := func(spoil func(*spec.Transcript)) spec.Verdict {
		GinkgoHelper()
		of := c()
		t, err := judgeOf(&lastless{spoil}).Try(context.Background(), of)
		Expect(err).NotTo(HaveOccurred())
		return t.Verdict
	}

	It("may be left out by a reader that reports it", func() {
		Expect(try(func(t *spec.Transcript) { t.Anomalies = append(t.Anomalies, spec.Anomaly{Kind: spec.BadRecord}) })).To(Equal(spec.Pass))
	})

	It("is not lost in silence", func() {
		Expect(try(func(*spec.Transcript) {})).To(Equal(spec.Fail))
	})
})

// lastless reads lines that end, with the model, and changes its last answer.
type lastless struct{ spoil func(*spec.Transcript) }

func (l *lastless) Hello() probe.HelloReply { return (&spoiler{bytes: true}).Hello() }

func (l *lastless) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := (&inBytes{&spoiler{}}).Run(req)
	l.spoil(reply.Final)
	return reply, err
}

// inBytes gives a candidate that takes records the lines that end, and are JSON,
// of a raw stream.
type inBytes struct{ probe.Candidate }

func (c *inBytes) Hello() probe.HelloReply {
	h := c.Candidate.Hello()
	h.Intake = probe.IntakeBytes
	return h
}

func (c *inBytes) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	lines := *req
	lines.Chunks, lines.Observe = nil, nil
	var text []byte
	records := func() (all []json.RawMessage) {
		for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
			if bytes.HasSuffix(line, []byte("\n")) && json.Valid(line) {
				all = append(all, bytes.TrimSpace(line))
			}
		}
		return all
	}
	var at []int
	for i, chunk := range req.Chunks {
		text = append(text, chunk...)
		if slices.Contains(req.Observe, i+1) {
			at = append(at, len(records()))
		}
	}
	if slices.Contains(req.Observe, 0) {
		at = append([]int{0}, at...)
	}
	lines.Events, lines.Observe = records(), slices.Compact(at)
	reply, err := c.Candidate.Run(&lines)
	if reply != nil && len(lines.Observe) < len(at) { // two places show the same
		return &probe.RunReply{Rejected: &probe.Rejected{At: 1, Reason: probe.Unsupported}, Final: reply.Final}, nil
	}
	return reply, err
}

// A passer is an adapter that writes down what it reads from a raw stream, with
// an error behind what broke off. split cuts the stream into lines.
type passer struct {
	split func(chunks []probe.Chunk) [][]byte
}

func (p *passer) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: "passer", Role: probe.Adapter, Intake: probe.IntakeBytes,
		Dialects: []string{"neutral"}, Outputs: []string{"neutral"},
	}
}

func (p *passer) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	o := &probe.Output{}
	for _, line := range p.split(req.Chunks) {
		if json.Valid(line) {
			o.Events = append(o.Events, json.RawMessage(bytes.TrimSpace(line)))
		}
	}
	if req.End == probe.Cut {
		o.Events = append(o.Events, json.RawMessage(`{"kind":"error","global":true,"fatal":true,"error":"the source broke off"}`))
	}
	return &probe.RunReply{Output: o}, nil
}

// whole are the lines of the joined chunks.
func whole(chunks []probe.Chunk) (lines [][]byte) {
	for line := range bytes.Lines(bytes.TrimPrefix(ask.Join(chunks), []byte("\ufeff"))) {
		lines = append(lines, line)
	}
	return lines
}

var _ = Describe("An adapter that takes the raw stream", func() {
	adapted := func(n int) []*plan.Case {
		all := damaged("neutral", n)
		for _, c := range all {
			c.Adapts = &plan.Adaptation{Out: "neutral", Adapting: spec.Adapting{Children: "dropped"}}
			c.Observe = nil // what broke off is another matter
		}
		return all
	}

	It("is asked in harmless transports alone, and passes their rules", func() {
		cases := adapted(nightly.Count(40, 80))
		outs := outcomesOf(&passer{whole}, cases)
		Expect(findingsOf(outs)).To(BeEmpty())
		for _, rule := range []string{transport.ChunkRule, transport.FramingRule, transport.LimitRule} {
			Expect(verdictsOf(rule, outs)).To(HaveKey(spec.Pass), rule)
		}
		Expect(verdictsOf(transport.BadRule, outs)).To(BeEmpty())
	})

	It("is charged with what it reads wrong", func() {
		perChunk := func(chunks []probe.Chunk) (lines [][]byte) {
			for _, c := range chunks {
				lines = append(lines, whole([]probe.Chunk{c})...)
			}
			return lines
		}
		keepsMark := func(chunks []probe.Chunk) [][]byte { return bytes.SplitAfter(ask.Join(chunks), []byte("\n")) }
		for rule, split := range map[string]func([]probe.Chunk) [][]byte{transport.ChunkRule: perChunk, transport.FramingRule: keepsMark} {
			found := findingsOf(outcomesOf(&passer{split}, adapted(nightly.Count(40, 80))))
			Expect(found).NotTo(BeEmpty(), rule)
			for _, f := range found {
				Expect(f.Rule).To(Equal(rule), f.Detail)
			}
		}
	})
})
