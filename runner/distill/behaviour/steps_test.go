package behaviour_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// read reads lines of the neutral dialect.
func read(lines string) spec.Stream {
	GinkgoHelper()
	s, problems, err := wire.DecodeAll(neutral.New(), "", strings.NewReader(lines), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty())
	return s
}

const (
	begun = `{"kind":"turn.start","session":"r","turn":"0"}
`
	spoken = begun + `{"kind":"message.open","session":"r","message":"m","role":"assistant"}
`
	called = spoken + `{"kind":"call.open","session":"r","message":"m","call":"c","name":"t"}
`
	child = called + `{"kind":"session.open","session":"k","parent":"r","parent_call":"c"}
`
	children = child + `{"kind":"session.open","session":"l","parent":"r"}
`
)

var _ = Describe("The behaviours of a stream", func() {
	DescribeTable("name what an event finds",
		func(before, event, name string) {
			b, a := read(before), read(before+event)
			Expect(behaviour.Of(&a).Minus(behaviour.Of(&b)).Names()).To(ConsistOf(strings.Split(name, "; ")), event)
		},
		Entry("a first turn is not a later one", "", begun, "before any turn: turn.start"),
		Entry("a turn that starts in an open one is an edge that was lost", begun, `{"kind":"turn.start","session":"r","turn":"1"}`, "in an open turn: turn.start"),
		Entry("an end behind the end is late", begun+`{"kind":"turn.end","session":"r","turn":"0"}
`, `{"kind":"turn.end","session":"r","turn":"0","is_error":true}`, "behind its turn: turn.end failed"),
		Entry("what follows a pause resumes it", begun+`{"kind":"wait","session":"r","wait":"w"}
`, `{"kind":"wait","session":"r","wait":"w"}`, "in a turn that waits: wait"),
		Entry("a piece goes on with its message", spoken, `{"kind":"text","session":"r","message":"m","text":"a"}`, "an open message: text"),
		Entry("a piece of a message that nothing opened opens it", begun, `{"kind":"text","session":"r","message":"n","text":"a"}`, "a new message: text"),
		Entry("a piece behind its message's end is late", spoken+`{"kind":"message.close","session":"r","message":"m"}
`, `{"kind":"text","session":"r","message":"m","text":"a"}`, "a message that ended: text"),
		Entry("a piece behind its turn's end is late", spoken+`{"kind":"turn.end","session":"r","turn":"0"}
`, `{"kind":"text","session":"r","message":"m","text":"a"}`, "a message behind its turn: text"),
		Entry("a result finds its call announced", called, `{"kind":"call.done","session":"r","call":"c"}`, "an announced call: call.done"),
		Entry("or running, and failed is not done", called+`{"kind":"call.start","session":"r","call":"c"}
`, `{"kind":"call.done","session":"r","call":"c","is_error":true}`, "a running call: call.done failed"),
		Entry("or waiting with its turn", called+`{"kind":"wait","session":"r","wait":"w"}
`, `{"kind":"call.done","session":"r","call":"c"}`, "a call that waits: call.done"),
		Entry("or lost", begun, `{"kind":"call.done","session":"r","call":"z"}`, "a new call: call.done"),
		Entry("or over", called+`{"kind":"call.done","session":"r","call":"c"}
`, `{"kind":"call.done","session":"r","call":"c"}`, "a call that is over: call.done"),
		Entry("or left open by its turn", called+`{"kind":"turn.end","session":"r","turn":"0"}
`, `{"kind":"call.done","session":"r","call":"c"}`, "a call that its turn left open: call.done"),
		Entry("a session's end is not a session's start", child, `{"kind":"session.close","session":"k"}`, "an open session: session.close"),
		Entry("a session goes on after its end", child+`{"kind":"session.close","session":"k"}
`, `{"kind":"session.open","session":"k"}`, "a session that was closed: session.open"),
		Entry("a parent speaks behind its child", child, `{"kind":"text","session":"r","message":"m","text":"a"}`, "an open message: text; order: speaking right behind its child"),
		Entry("a sibling behind a sibling", child, `{"kind":"session.open","session":"l","parent":"r"}`, "order: speaking right behind a sibling"),
		Entry("strangers behind each other", begun, `{"kind":"turn.start","session":"x"}`, "order: speaking right behind another session"),
		Entry("a cancel is nobody's", called, `{"kind":"cancel","global":true}`, "cancel"),
	)

	DescribeTable("do not tell apart what only words, figures and numbers do",
		func(before, event string) {
			b, a := read(before), read(before+event)
			Expect(behaviour.Of(&a)).To(Equal(behaviour.Of(&b)))
		},
		Entry("notes, which change nothing", called, `{"kind":"note","session":"r","note":"custom","text":"x"}`),
		Entry("usage, which changes nothing", called, `{"kind":"usage","session":"r","usage":{"input":1,"output":2}}`),
		Entry("a second piece", spoken+`{"kind":"text","session":"r","message":"m","text":"a"}
`, `{"kind":"text","session":"r","message":"m","text":"something else"}`),
		Entry("a second call", called, `{"kind":"call.open","session":"r","message":"m","call":"d","name":"u"}`),
		Entry("a third child", children, `{"kind":"session.open","session":"n","parent":"r"}`),
	)

	It("ends everything where an event without a session does", func() {
		s := read(called + `{"kind":"cancel","global":true}
{"kind":"call.done","session":"r","call":"c"}`)
		Expect(behaviour.Of(&s).Names()).To(ContainElement("a call that its turn left open: call.done"))
	})

	It("have names that differ, one line each, in a sorted report", func() {
		names := behaviour.EveryName()
		Expect(slices.Compact(slices.Clone(names))).To(Equal(names))
		for _, name := range names {
			Expect(name).To(MatchRegexp(`^[a-z][a-z ./:-]*$`))
		}
		s := read(child)
		var report strings.Builder
		Expect(behaviour.Of(&s).Write(&report)).To(Succeed())
		Expect(report.String()).To(Equal("a new call: call.open\na new message: message.open\na new session: session.open\nbefore any turn: turn.start\norder: speaking right behind its parent\n"))
	})

	It("are sets", func() {
		a, b := read(called), read(children)
		one, other := behaviour.Of(&a), behaviour.Of(&b)
		Expect(other.Contains(one)).To(BeTrue())
		Expect(one.Contains(other)).To(BeFalse())
		Expect(one.Union(other)).To(Equal(other))
		Expect(one.Union(other.Minus(one)).Len()).To(Equal(other.Len()))
		Expect(one.Minus(one)).To(Equal(behaviour.Set{}))
		Expect(behaviour.Any().Contains(other)).To(BeTrue())
	})
})
