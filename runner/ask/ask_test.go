package ask_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

func TestAsk(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "ask")
}

// spoiled is the honest reader, whose answer is changed before it is given.
type spoiled struct {
	probe.Candidate
	change func(*probe.RunReply) error
}

func (s spoiled) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := s.Candidate.Run(req)
	if err == nil {
		err = s.change(reply)
	}
	return reply, err
}

// driver is one of the honest reader with changed answers.
func driver(change func(*probe.RunReply) error) *ask.Driver {
	GinkgoHelper()
	start := func() probe.Candidate { return spoiled{reducer.HonestCandidate(), change} }
	worker := candidate.NewWorker(candidate.Value{New: start}, candidate.NewLimits(0, 0))
	DeferCleanup(worker.Close)
	c, err := worker.Candidate(context.Background())
	Expect(err).NotTo(HaveOccurred())
	return &ask.Driver{Worker: worker, Capabilities: ask.CapabilitiesOf(c), Number: 1}
}

// neutralCase is a case of the neutral dialect.
func neutralCase() *plan.Case {
	c := &plan.Case{Name: "told", Dialect: "neutral", Observe: []int{2}}
	for _, record := range []string{
		`{"kind":"turn.start","session":"main","turn":"t1"}`,
		`{"kind":"message.open","session":"main","message":"m1","role":"assistant"}`,
		`{"kind":"text","session":"main","message":"m1","text":"Hi."}`,
		`{"kind":"message.close","session":"main","message":"m1"}`,
		`{"kind":"turn.end","session":"main","turn":"t1","status":"completed"}`,
	} {
		c.Records = append(c.Records, []byte(record))
	}
	c.Stream, _ = wire.DecodeRecords(neutral.New(), "", c.Records)
	return c
}

func tried(c *plan.Case, change func(*probe.RunReply) error) *ask.Trial {
	GinkgoHelper()
	t, err := driver(change).Try(context.Background(), c)
	Expect(err).NotTo(HaveOccurred())
	return t
}

func same(*probe.RunReply) error { return nil }

var _ = Describe("A case that is put to a candidate", func() {
	It("passes where each observation and the end are as expected", func() {
		t := tried(neutralCase(), same)
		Expect(t.Verdict).To(Equal(spec.Pass), t.Detail)
		Expect(t.Observed).To(HaveLen(2))
		Expect(t.First()).To(Equal(-1))
	})

	It("keeps the end of its last line where the transport breaks off, since a reader may leave out a record without one there", func() {
		d, unended := driver(same), map[spec.Cause]int{}
		d.Capabilities.Bytes = true
		for i := range 200 {
			for _, end := range []spec.Cause{spec.EOF, spec.Cut} {
				c := neutralCase()
				c.Name, c.Stream.End = fmt.Sprint(i), end
				if t := d.Transported(c).Transport; t != nil && t.Unended > 0 {
					unended[end]++
				}
			}
		}
		Expect(unended).To(HaveKey(spec.EOF))
		Expect(unended).NotTo(HaveKey(spec.Cut))
	})

	It("fails at the first position that differs, and says between which two that is", func() {
		t := tried(neutralCase(), func(r *probe.RunReply) error { r.Final.Sessions = nil; return nil })
		Expect(t.Verdict).To(Equal(spec.Fail))
		Expect(t.First()).To(Equal(1))
		from, to := t.Gap()
		Expect([]int{from, to}).To(Equal([]int{2, 6}))
		Expect(t.Lacks()).To(BeTrue())
	})

	It("is refused wrongly where nothing excuses that, and the record is kept", func() {
		t := tried(neutralCase(), func(r *probe.RunReply) error {
			r.Rejected = &probe.Rejected{At: 3, Reason: probe.Unsupported, Message: "no"}
			return nil
		})
		Expect(t.Verdict).To(Equal(spec.RejectedWrongly))
		Expect(t.Refused).To(Equal(3))
		Expect(t.Detail).To(Equal("it refused record 3 of a stream that is not hostile: unsupported: no"))
	})

	It("keeps no more of a refusal's message than a person reads", func() {
		t := tried(neutralCase(), func(r *probe.RunReply) error {
			r.Rejected = &probe.Rejected{At: 3, Reason: probe.Unsupported, Message: strings.Repeat("no ", 10000)}
			return nil
		})
		Expect(len(t.Detail)).To(BeNumerically("<", 2200))
	})

	It("has no observation where the candidate failed", func() {
		t := tried(neutralCase(), func(*probe.RunReply) error { return errors.New("too tired") })
		Expect(t.Verdict).To(Equal(spec.Crash))
		Expect(t.Observed).To(BeEmpty())
		Expect(t.Detail).To(ContainSubstring("too tired"))
	})

	It("is a failure of the harness where golden and model disagree, because then nobody knows what is right", func() {
		c := neutralCase()
		c.Written = &plan.Written{Policies: plan.WithDefaults(spec.Policies{}), Golden: map[int]*spec.Transcript{2: {}, spec.AtEnd: {}}}
		t := tried(c, same)
		Expect(t.Verdict).To(Equal(spec.HarnessError))
		_, err := ask.Expect(c, c.Written.Policies)
		Expect(err).To(MatchError(ask.ErrDisagree))
	})

	It("is judged again by an answer that is known, and the candidate is not asked", func() {
		first := driver(same)
		c := neutralCase()
		t, err := first.Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		before := t.Before(first.Capabilities)
		before.Case = c
		second := driver(func(*probe.RunReply) error { return errors.New("asked") })
		second.Before = before
		t, err = second.Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.Pass))
		t, err = second.Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.Crash), "the answer serves once")
	})
})
