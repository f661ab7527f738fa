package probe_test

import (
	"encoding/json"
	"errors"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

// A growing reader keeps one transcript and changes it in place; it refuses what it is told to.
type growing struct {
	seen    probe.Transcript
	refuses map[string]error
}

func (c *growing) Feed(record []byte) error {
	if err := c.refuses[string(record)]; err != nil {
		return err
	}
	if len(c.seen.Sessions) == 0 {
		agent := "a"
		c.seen.Sessions = []probe.Session{{ID: "main", Agent: &agent, Messages: []probe.Message{{Parts: []probe.MessagePart{{Kind: "text"}}}}}}
	}
	*c.seen.Sessions[0].Agent += "+"
	c.seen.Sessions[0].Messages[0].Parts[0].Text += string(record)
	return nil
}

func (c *growing) Finish(end probe.End) error {
	if err := c.refuses[string(end)]; err != nil {
		return err
	}
	c.seen.Outcome = "completed"
	return nil
}

func (c *growing) Transcript() probe.Transcript { return c.seen }

var _ = Describe("A candidate made of a reader", func() {
	ask := func(c probe.Candidate, req *probe.RunRequest) *probe.RunReply {
		GinkgoHelper()
		Expect(req.Check()).To(BeNil())
		reply, err := c.Run(req)
		Expect(err).NotTo(HaveOccurred())
		return reply
	}
	candidate := func(refuses map[string]error) probe.Candidate {
		hello := probe.HelloReply{Name: "growing", Dialects: []string{"neutral"}, Observes: []string{"messages"}}
		return probe.NewCandidate(hello, func(string) probe.StreamReader { return &growing{refuses: refuses} })
	}
	texts := func(reply *probe.RunReply) (all []string) {
		for _, t := range append(reply.Observations, *reply.Final) {
			text := ""
			if len(t.Sessions) > 0 {
				text = t.Sessions[0].Messages[0].Parts[0].Text + *t.Sessions[0].Agent
			}
			all = append(all, text)
		}
		return all
	}
	events := []json.RawMessage{json.RawMessage("1"), json.RawMessage("2"), json.RawMessage("3")}

	It("needs a name, dialects and what it observes", func() {
		line, err := probe.AppendLine(nil, candidate(nil).Hello(), probe.DefaultLimits())
		Expect(err).NotTo(HaveOccurred())
		hello, bad := probe.ParseHelloReply(line, probe.DefaultLimits())
		Expect(bad).To(BeNil())
		Expect(hello.Role).To(Equal(probe.Reducer))
	})

	It("reports each position as it was then, though the reader changes its transcript in place", func() {
		reply := ask(candidate(nil), &probe.RunRequest{Events: events, Observe: []int{0, 2}})
		Expect(texts(reply)).To(Equal([]string{"", "12a++", "123a+++"}))
		Expect(reply.Final.Outcome).To(BeEquivalentTo("completed"))
	})

	It("starts each run from nothing", func() {
		c := candidate(nil)
		Expect(ask(c, &probe.RunRequest{Events: events})).To(Equal(ask(c, &probe.RunRequest{Events: events})))
	})

	It("feeds chunks to a reader of bytes", func() {
		reply := ask(candidate(nil), &probe.RunRequest{Chunks: []probe.Chunk{probe.Chunk("ab"), probe.Chunk("c")}, Observe: []int{1}})
		Expect(texts(reply)).To(Equal([]string{"aba+", "abca++"}))
	})

	DescribeTable("rejects the stream where the reader refuses it",
		func(refuses map[string]error, at int, reason probe.Reason, message string, seen ...string) {
			reply := ask(candidate(refuses), &probe.RunRequest{Events: events, Observe: []int{1, 2, 3}})
			Expect(reply.Rejected).To(Equal(&probe.Rejected{At: at, Reason: reason, Message: message}))
			Expect(texts(reply)).To(Equal(seen), "the positions before, and the transcript before the record")
		},
		Entry("an error is malformed", map[string]error{"2": errors.New("x")}, 2, probe.Malformed, "x", "1a+", "1a+"),
		Entry("a reason of its own, wrapped", map[string]error{"1": fmt.Errorf("y: %w", &probe.Rejected{Reason: probe.Limit, Message: "deep"})}, 1, probe.Limit, "deep", ""),
		Entry("the end of input", map[string]error{"eof": errors.New("z")}, 4, probe.Malformed, "z", "1a+", "12a++", "123a+++", "123a+++"),
	)
})
