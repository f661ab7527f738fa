package runner

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// picky is a spoiler that goes by the bytes of the records, too.
type picky struct {
	spoiler
	word string
}

func (p *picky) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	s := p.spoiler
	for _, record := range req.Events {
		if bytes.Contains(record, []byte(p.word)) {
			s.dislikes = func([]spec.Event) bool { return true }
		}
	}
	return s.Run(req)
}

// shrinking reduces a case with a value in this process.
func shrinking(c *plan.Case, o ShrinkOptions, start func() probe.Candidate) *Shrinking {
	GinkgoHelper()
	hello := start().Hello()
	plan, err := plan.For(c, "", &hello)
	Expect(err).NotTo(HaveOccurred())
	starter := candidate.Value{New: start}
	out, err := Shrink(context.Background(), plan, starter, candidate.NewLimits(0, 0), plan.Suited(c), o)
	Expect(err).NotTo(HaveOccurred())
	return out
}

func disliking(dislikes func([]spec.Event) bool) func() probe.Candidate {
	return func() probe.Candidate { return &spoiler{dislikes: dislikes, spoil: loseMessages} }
}

// recorded is a neutral stream from its records.
func recorded(lines ...string) *plan.Case {
	GinkgoHelper()
	var records [][]byte
	for _, l := range lines {
		records = append(records, []byte(l))
	}
	c, err := plan.OfRecords("test", "neutral", records, spec.EOF)
	Expect(err).NotTo(HaveOccurred())
	return c
}

// chatter is a turn of so many messages.
func chatter(n int) []string {
	lines := []string{`{"kind":"turn.start","session":"s","turn":"1"}`}
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"kind":"text","session":"s","message":"m%d","text":"word %d"}`, i, i))
	}
	return lines
}

var _ = Describe("Making a failing stream smaller", func() {
	It("ends with the fewest events that still break the rule, and a file that fails again", func() {
		out := shrinking(bearing("result-twice"), ShrinkOptions{Jobs: 2}, disliking(resultTwice))
		Expect(resultTwice(out.Case.Stream.Events)).To(BeTrue())
		Expect(len(out.Case.Stream.Events)).To(BeNumerically("<", out.Shrunk.Events/2), out.Story)
		Expect(out.Finding.Rule).To(Equal(out.Held.Rule))
		again, rules, err := replay.Read(out.Replay.Text)
		Expect(err).NotTo(HaveOccurred())
		Expect(rules).To(ContainElement(out.Held.Rule))
		t, err := retry(context.Background(), judgeOf(disliking(resultTwice)()), again)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.Fail))
	})

	It("ends in the same bytes for any number of jobs", func() {
		one := shrinking(bearing("result-twice"), ShrinkOptions{Jobs: 1}, disliking(resultTwice))
		four := shrinking(bearing("result-twice"), ShrinkOptions{Jobs: 4}, disliking(resultTwice))
		Expect(string(four.Replay.Text)).To(Equal(string(one.Replay.Text)))
		Expect(four.Others).To(Equal(one.Others))
	})

	It("holds a rule that the case failed before, where it still does", func() {
		c := bearing("result-twice")
		plain := shrinking(c, ShrinkOptions{Jobs: 1}, disliking(resultTwice))
		Expect(plain.Whole.Blamed).NotTo(BeEmpty())
		for _, rule := range plain.Whole.Blamed {
			Expect(shrinking(c, ShrinkOptions{Jobs: 1, Rules: []string{rule}}, disliking(resultTwice)).Held.Rule).To(Equal(rule))
		}
	})

	It("keeps the bytes of whole records where what matters is in them", func() {
		odd := `{"kind":"text", "session":"s",  "message":"m9","odd":1,"text":"x"}`
		c := recorded(append(chatter(8), odd)...)
		out := shrinking(c, ShrinkOptions{Jobs: 2}, func() probe.Candidate { return &picky{spoiler{spoil: loseMessages}, "odd"} })
		Expect(out.Anew).NotTo(BeEmpty())
		Expect(out.Shrunk.Kept).To(Equal([]int{1, 10}), "its turn's start, and itself")
		Expect(out.Case.Records).To(HaveExactElements(c.Records[0], []byte(odd)))
	})

	It("keeps a record that means nothing where a candidate stumbles over it", func() {
		silent := `{"kind":"unheard-of","odd":1}`
		c := recorded(append(chatter(8), silent, `{"kind":"text","session":"s","message":"m9","text":"x"}`)...)
		out := shrinking(c, ShrinkOptions{Jobs: 2}, func() probe.Candidate { return &picky{spoiler{spoil: loseMessages}, "odd"} })
		Expect(out.Case).NotTo(BeNil())
		Expect(string(bytes.Join(out.Case.Records, nil))).To(ContainSubstring("odd"))
		Expect(len(out.Case.Records)).To(BeNumerically("<=", 3), "with its turn's start and the text behind it")
	})

	It("comes down from thousands of records in few runs", func() {
		n := nightly.Count(3_000, 10_000)
		lines := chatter(n)
		for i := range lines[1:] {
			lines[i+1] = fmt.Sprintf(`{"kind":"text","session":"s","message":"m","text":"word %d, "}`, i)
		}
		lines[n*7/10] = `{"kind":"call.done","session":"s","call":"c","result":1}`
		lines[n*9/10] = `{"kind":"call.done","session":"s","call":"c","result":2}`
		out := shrinking(recorded(lines...), ShrinkOptions{Jobs: 2}, disliking(resultTwice))
		Expect(len(out.Case.Records)).To(BeNumerically("<=", 4), out.Story)
		Expect(out.Shrunk.Records).To(Equal(n + 1))
		Expect(out.Shrunk.Runs).To(BeNumerically("<", 800))
	})

	It("reduces the pair of a relation that does not hold", func() {
		log := lossy()
		c, rules, err := replay.Read([]byte(found(log)[0].Replay))
		Expect(err).NotTo(HaveOccurred())
		out := shrinking(c, ShrinkOptions{Jobs: 2, Rules: rules}, disliking(renamed))
		Expect(out.Finding.Relation).To(Equal("rename-ids"))
		Expect(len(out.Case.Records)).To(BeNumerically("<=", len(c.Records)))
		_, _, err = replay.Read(out.Replay.Text)
		Expect(err).NotTo(HaveOccurred())
	})

	It("reduces a case that fails by where its bytes are cut alone, and charges that", func() {
		j, c := judgeOf(&chunky{}), bearing("result-twice")
		for c.Seed = 1; c.Transport == nil || passes(j, c); c.Seed++ {
			c = j.Transported(c)
		}
		c.Performed = nil
		out := shrinking(c, ShrinkOptions{Jobs: 1}, func() probe.Candidate { return &chunky{} })
		Expect(out.Held.Rule).To(HavePrefix("wire/"))
		Expect(out.Case.Transport).NotTo(BeNil())
		Expect(len(out.Case.Records)).To(BeNumerically("<", len(c.Records)))
	})

	It("leaves a stream alone that does not fail", func() {
		out := shrinking(bearing("result-twice"), ShrinkOptions{Jobs: 1}, disliking(nil))
		Expect(out.Whole.Verdict).To(Equal(spec.Pass))
		Expect(out.Case).To(BeNil())
	})

	It("tells both outcomes of a candidate that does not answer alike, and reduces nothing", func() {
		var times atomic.Int64
		out := shrinking(recorded(append(chatter(3), `{"kind":"cancel"}`)...), ShrinkOptions{Jobs: 1}, disliking(func(events []spec.Event) bool {
			last := len(events) > 0 && events[len(events)-1].Kind == spec.Cancel
			return last && times.Add(1)%5 != 0
		}))
		Expect(out.Again).NotTo(BeNil())
		Expect(out.Case).To(BeNil())
	})

	It("ends with the smallest so far when its budget is spent", func() {
		out := shrinking(recorded(chatter(200)...), ShrinkOptions{Jobs: 1, Runs: 4}, disliking(func(e []spec.Event) bool { return len(e) > 2 }))
		Expect(out.Shrunk.Stopped).To(BeTrue())
		Expect(out.Case).NotTo(BeNil())
	})

	It("says in words what happens in what is left, and what in it does not matter", func() {
		out := shrinking(bearing("result-twice"), ShrinkOptions{Jobs: 1}, disliking(resultTwice))
		Expect(strings.Count(out.Story, "\n")).To(Equal(len(out.Case.Stream.Events) + 1))
		Expect(out.Story).To(ContainSubstring("is done with call"))
		Expect(string(out.Replay.Text)).To(And(ContainSubstring("reduced from"), ContainSubstring(out.Story)))
	})
})

func passes(j *attribute.Attributor, c *plan.Case) bool {
	GinkgoHelper()
	t, err := j.Try(context.Background(), c)
	Expect(err).NotTo(HaveOccurred())
	return t.Verdict.Passed()
}

// chunky takes bytes, and loses messages where a chunk does not end a line.
type chunky struct{}

func (chunky) Hello() probe.HelloReply { return (&spoiler{bytes: true}).Hello() }

func (chunky) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	whole := *req
	whole.Chunks, whole.Observe = nil, nil
	var text []byte
	torn := false
	seen := []int{0} // how many records had ended behind each chunk
	for _, chunk := range req.Chunks {
		text = append(text, chunk...)
		torn = torn || len(chunk) > 0 && chunk[len(chunk)-1] != '\n'
		seen = append(seen, bytes.Count(text, []byte("\n")))
	}
	for line := range bytes.Lines(text) {
		whole.Events = append(whole.Events, bytes.TrimSpace(line))
	}
	for _, at := range req.Observe {
		whole.Observe = append(whole.Observe, seen[at])
	}
	s := spoiler{spoil: loseMessages, dislikes: func(e []spec.Event) bool { return torn && len(e) > 0 }}
	return s.Run(&whole)
}
