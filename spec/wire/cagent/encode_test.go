package cagent_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/cagent"
)

// encoded are the records of a stream.
func encoded(variant string, s spec.Stream) []string {
	GinkgoHelper()
	records, err := wire.EncodeStream(cagent.New(), variant, s)
	Expect(err).NotTo(HaveOccurred())
	lines := make([]string, len(records))
	for i, record := range records {
		lines[i] = string(record)
	}
	return lines
}

var _ = Describe("an encoder", func() {
	start := record(in("P", begins("0")))

	DescribeTable("refuses what the wire cannot say, and names it", func(variant, detail string, records ...[]spec.Event) {
		_, err := wire.EncodeStream(cagent.New(), variant, stream(variant, append([][]spec.Event{start}, records...)...))
		Expect(err).To(MatchError(ContainSubstring(detail)))
	},
		Entry("the number of another message", cagent.D1, "text: Message", record(in("P", says("2", "root", "a")))),
		Entry("two messages with nothing between", cagent.D1, "text: Message", record(in("P", says("1", "root", "a"))), record(in("P", says("2", "root", "a")))),
		Entry("text of an outer run (D0)", cagent.D0, "text: Session", opens("C", "P", "w"), record(in("P", says("1", "root", "a")))),
		Entry("a call of an outer run", cagent.D1, "call.open: Session", opens("C", "P", "w"), record(in("P", announces("1", "root", "c1", "ls")))),
		Entry("a call of one of two runs of an agent (D2)", cagent.D2, "call.open: Session", opens("A", "P", "root"), record(in("P", announces("1", "root", "c1", "ls")))),
		Entry("another parent than the one that runs", cagent.D1, "session.open: Parent", opens("C", "Q", "w")),
		Entry("a link to a call", cagent.D1, "session.open: ParentCall", record(in("C", spec.Event{Kind: spec.SessionOpen, Parent: spec.To("P"), ParentCall: spec.To("c1")}), in("C", begins("0")))),
		Entry("a session that opens and does not run", cagent.D1, "session.open: no record says it", record(in("C", spec.Event{Kind: spec.SessionOpen, Parent: spec.To("P")}))),
		Entry("a result that is no text", cagent.D1, "call.done: Result", record(in("P", done("c1", `{"a":1}`)))),
		Entry("a denial that nothing announced", cagent.D1, "call.done: Status", record(in("P", spec.Event{Kind: spec.CallDone, Call: "c1", Status: spec.Denied}))),
		Entry("a run that failed by its stop, with words", cagent.D2, "turn.end: Error", record(in("P", spec.Event{Kind: spec.TurnEnd, Turn: "0", Status: spec.Failed, Error: "x"}))),
		Entry("usage with the end of a run", cagent.D1, "turn.end: Usage", record(in("P", spec.Event{Kind: spec.TurnEnd, Turn: "0", Usage: &spec.Usage{Input: 1}}))),
		Entry("the end of a turn that is over", cagent.D1, "turn.end: Turn", record(in("P", ends("0"))), record(in("P", begins("1"))), record(in("P", ends("0")))),
		Entry("an error of all runs while one is open", cagent.D1, "error: ", record(everywhere(fails("x")))),
		Entry("media", cagent.D1, "note: no record says a note of kind media", record(in("P", note(spec.NoteMedia, "")))),
		Entry("two texts in one record", cagent.D1, "text: not in one record with text", record(in("P", says("1", "root", "a")), in("P", says("1", "root", "b")))),
		Entry("a message of an assistant at once", cagent.D1, "message.full", record(in("P", spec.Event{Kind: spec.MessageFull, Messages: []spec.Snapshot{assistant("1", "root", text("a"))}}))),
		Entry("the end of the arguments", cagent.D1, "args.end: no record says it", record(in("P", spec.Event{Kind: spec.ArgsEnd, Call: "c1"}))),
		Entry("text that is no UTF-8", cagent.D1, "no UTF-8", record(in("P", says("1", "root", "\xff")))),
		Entry("a number that is not the turn's", cagent.D1, "turn.start: Turn", record(in("P", begins("7")))),
		Entry("a history with something behind it", cagent.Session, "turn.end", record(in("Q", history()), in("Q", ends("0")))),
		Entry("a stored sub-session without its end", cagent.Session, "a stored session has an end", record(in("Q", history()), in("C", spec.Event{Kind: spec.SessionOpen, Parent: spec.To("Q")}), in("C", history()))),
	)

	It("embeds in the end of a sub-session all that its producer stored, because stores read nothing else of it", func() {
		lines := encoded(cagent.D1, delegated(cagent.D1))
		var outer string
		for _, line := range lines {
			if strings.Contains(line, `"sub_session":{"id":"C"`) {
				outer = line
			}
		}
		var ended struct {
			Parent string          `json:"parent_session_id"`
			Sub    json.RawMessage `json:"sub_session"`
		}
		Expect(json.Unmarshal([]byte(outer), &ended)).To(Succeed())
		Expect(ended.Parent).To(Equal("P"))
		live, reloaded := mean(cagent.D1, lines), mean(cagent.Session, []string{string(ended.Sub)})
		Expect(reloaded.sketches("C")).To(Equal(live.sketches("C")))
		Expect(reloaded.sketches("D")).To(Equal(live.sketches("D")))
		Expect(*reloaded.session("D").Parent).To(Equal("C"))
	})

	It("embeds nothing of what was declared void", func() {
		lines := encoded(cagent.D1, stream(cagent.D1, record(in("P", begins("0"))), opens("C", "P", "w"),
			record(in("C", says("1", "w", "void"))), record(in("C", spec.Event{Kind: spec.Retract, Message: "1"})),
			record(in("C", says("2", "w", "kept"))), record(in("C", added("2"))), record(in("C", ends("0"))), record(in("C", closed("")))))
		Expect(lines[len(lines)-1]).To(And(ContainSubstring(`"kept"`), Not(ContainSubstring(`"void"`))))
	})

	It("says nothing of a session where D0 says nothing", func() {
		for _, line := range encoded(cagent.D0, oneRun(cagent.D0)) {
			if strings.Contains(line, `"agent_choice`) {
				Expect(line).NotTo(ContainSubstring("session_id"))
			}
		}
	})

	It("writes the arguments as its variant does", func() {
		pieces := func(variant string) (all []string) {
			for _, line := range encoded(variant, oneRun(variant)) {
				if strings.Contains(line, "partial_tool_call") {
					all = append(all, line)
				}
			}
			return all
		}
		Expect(pieces(cagent.D1)[2]).To(And(ContainSubstring(`"arguments":"{\"path\":\"ä\"}"`), ContainSubstring("tool_definition")))
		Expect(pieces(cagent.D2)[2]).To(And(ContainSubstring(`"arguments":"th\":\"ä\"}"`), Not(ContainSubstring("tool_definition"))))
	})
})
