package deviation_test

import (
	"cmp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

var _ = Describe("A generic way", func() {
	read := func(names []string, events ...spec.Event) spec.Transcript {
		for i := range events {
			events[i].Record, events[i].Session = i+1, cmp.Or(events[i].Session, "s")
		}
		var all []deviation.Deviation
		for _, name := range names {
			d, known := deviation.ByName(name)
			Expect(known).To(BeTrue(), name)
			all = append(all, d)
		}
		s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Named, MessageIDs: true, ArgsDeltas: true}, Events: events}
		pass := deviation.Compose(all...).Read(s, spec.Policies{})
		pass.To(spec.AtEnd)
		return pass.Transcript()
	}

	It("has what came last twice in a text, each time once more", func() {
		t := read([]string{"join:repeats"},
			spec.Event{Kind: spec.Text, Message: "m", Text: "a"},
			spec.Event{Kind: spec.Text, Message: "m", Text: "b"},
		)
		Expect(t.Sessions[0].Messages[0].Parts).To(HaveExactElements(HaveField("Text", "aabb")))
	})

	It("leaves the call that it is about without arguments", func() {
		events := []spec.Event{
			{Kind: spec.CallOpen, Message: "m", Call: "c", Name: "read", Args: `{"a`},
			{Kind: spec.CallStart, Message: "m", Call: "c"},
		}
		Expect(read(nil, events...).Sessions[0].Messages[0].Calls).To(HaveExactElements(HaveField("Args", `{"a`)))
		Expect(read([]string{"malformed:empties-call"}, events...).Sessions[0].Messages[0].Calls).To(HaveExactElements(HaveField("Args", "")))
	})

	// What the way does to the call, the message or the turn that its decision is about is
	// all that such a program does otherwise.
	DescribeTable("changes what it is about", func(way string, shown func(t spec.Transcript) any, honest, wrong any) {
		events := func() []spec.Event {
			return []spec.Event{
				{Kind: spec.TurnStart, Turn: "t"},
				{Kind: spec.Text, Message: "m", Text: "a"},
				{Kind: spec.CallOpen, Message: "m", Call: "c", Name: "read", Args: "{}"},
				{Kind: spec.CallProgress, Call: "c"},
				{Kind: spec.MessageFull, Message: "m", Messages: []spec.Snapshot{{
					Message: "m", Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "b"}},
				}}},
			}
		}
		Expect(shown(read(nil, events()...))).To(Equal(honest))
		Expect(shown(read([]string{way}, events()...))).To(Equal(wrong))
	},
		Entry("the call gets another status", "progress:leaves-call-done", statusOfCall, spec.Abandoned, spec.Done),
		Entry("the call is forgotten", "progress:forgets-call", numberOfCalls, 1, 0),
		Entry("the turn fails", "progress:fails-turn", statusOfTurn, spec.Incomplete, spec.Failed),
		Entry("the message keeps what it had said", "full:keeps-parts", textsOf, "b", "ab"),
	)

	It("puts what it adds to a message before what is there", func() {
		kinds := func(all ...deviation.Deviation) (kinds []spec.PartKind) {
			s := &spec.Stream{Features: spec.Features{Dialect: "t", Owner: spec.Derived}, Events: []spec.Event{
				{Record: 1, Kind: spec.Text, Session: "s", Text: "a"},
				{Record: 2, Kind: spec.CallDone, Session: "s", Call: "c", Name: "read"},
			}}
			pass := deviation.Compose(all...).Read(s, spec.Policies{})
			pass.To(spec.AtEnd)
			t := pass.Transcript()
			for _, p := range t.Sessions[0].Messages[0].Parts {
				kinds = append(kinds, p.Kind)
			}
			return kinds
		}
		first, _ := deviation.ByName("attach:parts-first")
		Expect(kinds()).To(HaveExactElements(spec.TextPart, spec.CallPart))
		Expect(kinds(first)).To(HaveExactElements(spec.CallPart, spec.TextPart))
	})

	It("gives an event to the parent of its session, which is known by then", func() {
		events := []spec.Event{
			{Kind: spec.SessionOpen},
			{Kind: spec.SessionOpen, Session: "child", Parent: spec.To("s")},
			{Kind: spec.Text, Session: "child", Message: "m", Text: "a"},
		}
		speaking := func(t spec.Transcript) (sessions []string) {
			for _, s := range t.Sessions {
				if len(s.Messages) > 0 {
					sessions = append(sessions, s.ID)
				}
			}
			return sessions
		}
		Expect(speaking(read(nil, events...))).To(HaveExactElements("child"))
		Expect(speaking(read([]string{"scope:parent-session"}, events...))).To(HaveExactElements("s"))
	})
})

func statusOfCall(t spec.Transcript) any { return t.Sessions[0].Messages[0].Calls[0].Status }

func numberOfCalls(t spec.Transcript) any { return len(t.Sessions[0].Messages[0].Calls) }

func statusOfTurn(t spec.Transcript) any { return t.Sessions[0].Turns[0].Status }

func textsOf(t spec.Transcript) any {
	all := ""
	for _, p := range t.Sessions[0].Messages[0].Parts {
		all += p.Text
	}
	return all
}
