package model_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// mentionDialect derives owners as of a call's first mention, as codex does.
var mentionDialect = spec.Features{
	Dialect: "mention", Owner: spec.Derived, AttachAtStart: true, WholeMessages: true, Thoughts: true, Turns: spec.TurnsMarked,
	TurnStarts: true, Terminal: true, Executing: true, ArgsMarker: true, DoneCarries: true,
}

var _ = Describe("Attachment where a call belongs to the latest message as of its first mention", func() {
	const (
		start  = `{"kind":"turn.start","turn":"0"}`
		end    = "\n" + `{"kind":"turn.end","turn":"0"}`
		first  = "\n" + `{"kind":"message.full","complete":true,"messages":[{"role":"assistant","parts":[{"kind":"text","text":"first"}]}]}`
		second = "\n" + `{"kind":"message.full","complete":true,"messages":[{"role":"assistant","parts":[{"kind":"text","text":"second"}]}]}`
		hmm    = "\n" + `{"kind":"message.full","complete":true,"messages":[{"role":"assistant","parts":[{"kind":"thought","text":"hmm"}]}]}`
		c1     = "\n" + `{"kind":"call.start","call":"c1","name":"ls"}`
		done1  = "\n" + `{"kind":"call.done","call":"c1","name":"ls","result":"\"a\""}`
		c2     = "\n" + `{"kind":"call.start","call":"c2","name":"ls"}`
		done2  = "\n" + `{"kind":"call.done","call":"c2","name":"ls","result":"\"b\""}`
	)
	messages := func(f spec.Features, lines string) []string {
		GinkgoHelper()
		var all []string
		for _, m := range session(open(f, lines), "").Messages {
			all = append(all, rendered(m))
		}
		return all
	}

	DescribeTable("puts a call", func(lines string, want ...string) {
		Expect(messages(mentionDialect, start+lines)).To(Equal(want))
	},
		Entry("on the message before its start, whatever is said until it completes", first+c1+second+done1, "first[c1]", "second"),
		Entry("on a thought as on a text", hmm+c1+first+done1, "hmm[c1]", "first"),
		Entry("behind the calls that its message has, in the order in which they complete", first+c1+c2+second+done2+done1, "first[c2][c1]", "second"),
		Entry("of a second batch on its own message", first+c1+done1+second+c2+done2, "first[c1]", "second[c2]"),
		Entry("on the message before its completion where its start was lost", first+second+done1, "first", "second[c1]"),
		Entry("that came before any message on the first, before its text", c1+done1+first+second, "[c1]first", "second"),
		Entry("that came before any message, and completes behind two, on the first", c1+first+second+done1, "first[c1]", "second"),
	)

	It("goes by the completion where the dialect does not say so", func() {
		other := mentionDialect
		other.AttachAtStart = false
		Expect(messages(other, start+first+c1+second+done1)).To(Equal([]string{"first", "second[c1]"}))
	})

	It("looks at no other turn", func() {
		next := "\n" + `{"kind":"turn.start","turn":"1"}`
		Expect(messages(mentionDialect, start+first+end+next+c1+done1+second)).To(Equal([]string{"first", "[c1]second"}))
	})

	It("brings a late result to the message before the call's start", func() {
		t := open(mentionDialect, start+first+c1+second+end+done1)
		s := session(t, "")
		Expect(rendered(s.Messages[0])).To(Equal("first[c1]"))
		Expect(s.Messages[0].Calls[0].Status).To(Equal(spec.Abandoned))
		Expect(s.Abandoned).To(BeEmpty())
	})

	It("keeps a call that began before the only message and is never answered abandoned, on none", func() {
		s := session(ended(mentionDialect, start+c1+first+end), "")
		Expect(ids(s.Abandoned)).To(Equal([]string{"c1"}))
		Expect(rendered(s.Messages[0])).To(Equal("first"))
	})

	It("holds under either policy until a message is there, which is whole at once", func() {
		for _, policy := range []string{"open", "end"} {
			s := model.New(mentionDialect, spec.Policies{HeldAttach: policy})
			for _, e := range events(start + c1 + done1) {
				s.Step(&e)
			}
			Expect(ids(session(s.Transcript(), "").Held)).To(Equal([]string{"c1"}), policy)
			for _, e := range events(first) {
				s.Step(&e)
			}
			Expect(rendered(session(s.Transcript(), "").Messages[0])).To(Equal("[c1]first"), policy)
		}
	})
})
