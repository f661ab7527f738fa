package campaign_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// gained returns what streams add to an empty cover, one after the other.
func gained(streams ...spec.Stream) (*campaign.Cover, []int) {
	var t campaign.Tracer
	c := campaign.NewCover()
	var news []int
	for i := range streams {
		edges, _ := c.Add(t.Read(&streams[i], c))
		news = append(news, edges)
	}
	return c, news
}

func session(id string, kinds ...spec.Kind) []spec.Event {
	var all []spec.Event
	for _, k := range kinds {
		all = append(all, spec.Event{Kind: k, Session: id, Message: "m", Call: "c"})
	}
	return all
}

func agentcStream(events ...spec.Event) spec.Stream {
	s := spec.Stream{Features: agentc.New().Features(""), Events: events, End: spec.EOF}
	for i := range s.Events {
		s.Events[i].Record = i + 1
	}
	return s
}

var _ = Describe("The coverage of streams", func() {
	It("gains by a stream once", func() {
		var s spec.Stream
		for seed := uint64(0); len(s.Events) < 40; seed++ { // which has something to gain by
			s = perform.Generate(agentc.New().Features(""), perform.Degraded, seed).Stream
		}
		_, news := gained(s, s)
		Expect(news[0]).To(BeNumerically(">", 10))
		Expect(news[1]).To(BeZero())
	})

	It("tells the state that an event finds, not what it is about", func() {
		one := agentcStream(session("a", spec.TurnStart, spec.CallOpen, spec.CallDone)...)
		renamed := agentcStream(session("b", spec.TurnStart, spec.CallOpen, spec.CallDone)...)
		turned := agentcStream(session("a", spec.TurnStart, spec.CallDone, spec.CallOpen)...)
		_, news := gained(one, renamed, turned)
		Expect(news[1]).To(BeZero(), "another name is no other state")
		Expect(news[2]).To(BeNumerically(">", 0), "a result of a call that nobody announced is")
	})

	It("tells one session from two that speak in turns", func() {
		alone := agentcStream(session("a", spec.TurnStart, spec.Text, spec.Text)...)
		child := session("b", spec.Text)
		child[0].Parent = spec.To("a")
		mixed := agentcStream(append(append(session("a", spec.TurnStart, spec.Text), child...), session("a", spec.Text)...)...)
		_, news := gained(alone, mixed)
		Expect(news[1]).To(BeNumerically(">=", 3))
	})

	It("counts ordered pairs also where other events stand between", func() {
		c, _ := gained(agentcStream(session("a", spec.TurnStart, spec.Text, spec.CallOpen)...))
		Expect(c.Orders()).To(Equal(3))
	})

	It("is kept whole", func() {
		f := agentc.New().Features("")
		var all []spec.Stream
		for seed := range uint64(40) {
			all = append(all, perform.Generate(f, perform.Degraded, seed).Stream)
		}
		whole, _ := gained(all...)
		text, err := json.Marshal(whole)
		Expect(err).NotTo(HaveOccurred())
		read := campaign.NewCover()
		Expect(json.Unmarshal(text, read)).To(Succeed())
		Expect(read).To(Equal(whole))
		Expect(json.Unmarshal([]byte(`{"edges":"AAAA","orders":""}`), read)).To(MatchError(ContainSubstring("coverage of 3")))
	})

	It("reads any event: no kind and no session makes it fail", func() {
		var all []spec.Event
		for k := range 40 {
			all = append(all, spec.Event{Kind: spec.Kind(k), Global: k%3 == 0, NoSession: k%7 == 0, Parent: spec.To("")})
		}
		Expect(func() { gained(agentcStream(all...)) }).NotTo(Panic())
	})

	It("lists by name what a short campaign did not show, and less of a longer one", func() {
		f := agentc.New().Features("")
		few := report(run(agentcParams, options(8, modelReader(honest)))).Uncovered(&f)
		many := report(run(agentcParams, options(500, modelReader(honest)))).Uncovered(&f)
		Expect(few[0].What).To(Equal("at all"))
		Expect(few[0].Events).To(ContainElement("call.done failed"))
		Expect(few[0].Events).NotTo(ContainElement("session.open"), "Agent C has none")
		Expect(len(many[0].Events)).To(BeNumerically("<", len(few[0].Events)))
	})
})
