package acp_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/acp"
)

// prompt is a marked prompt of the session S.
func prompt(id, text string) string {
	return fmt.Sprintf(`{"dir":"c2a","msg":{"jsonrpc":"2.0","id":%s,"method":"session/prompt","params":{"sessionId":"S","prompt":[{"type":"text","text":%q}]}}}`, id, text)
}

// answer is a marked response of a side.
func answer(dir, id, members string) string {
	return fmt.Sprintf(`{"dir":%q,"msg":{"jsonrpc":"2.0","id":%s,%s}}`, dir, id, members)
}

func ends(id, reason string) string {
	return answer("a2c", id, fmt.Sprintf(`"result":{"stopReason":%q}`, reason))
}

// says is a chunk of the session S.
func says(id, text string) string {
	return update("S", fmt.Sprintf(`"sessionUpdate":"agent_message_chunk","messageId":%q,"content":{"type":"text","text":%q}`, id, text))
}

// calls is a mention of a call of the session S.
func calls(kind, id, members string) string {
	return update("S", fmt.Sprintf(`"sessionUpdate":%q,"toolCallId":%q%s`, kind, id, members))
}

// asks is a request for an approval of a call of the session S.
func asks(id, call string) string {
	return fmt.Sprintf(`{"dir":"a2c","msg":{"jsonrpc":"2.0","id":%s,"method":"session/request_permission","params":{"sessionId":"S","toolCall":{"toolCallId":%q},`+
		`"options":[{"optionId":"cancel","name":"No","kind":"reject_once"},{"optionId":"go","name":"Yes","kind":"allow_always"}]}}}`, id, call)
}

func decides(id, option string) string {
	return answer("c2a", id, fmt.Sprintf(`"result":{"outcome":{"outcome":"selected","optionId":%q}}`, option))
}

// bare are lines without their marks.
func bare(all ...string) []string {
	for i := range all {
		_, msg, _ := strings.Cut(all[i], `"msg":`)
		all[i] = strings.TrimSuffix(msg, "}")
	}
	return all
}

// ls is a call that is announced, with its arguments.
const ls = `,"name":"Bash","status":"pending","rawInput":{"command":"ls"}`

var _ = Describe("An approval", func() {
	It("lets the call run, or not, by the kind of the option and not by its id", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "May I?"), calls("tool_call", "a", ls), calls("tool_call", "b", ls), asks("0", "a"), asks("1", "b"),
			decides("1", "go"), decides("0", "cancel"), calls("tool_call_update", "b", `,"status":"completed"`), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a May I? [a Bash denied] [b Bash done]\n"))
	})

	It("is waited for, until its answer comes", func() {
		before := []string{prompt("1", "go"), calls("tool_call", "a", ls), asks("0", "a")}
		Expect(lines(acp.V1, before...).Outcome).To(Equal(spec.OutcomeInterrupted))
		Expect(lines(acp.V1, append(before, decides("0", "go"))...).Outcome).To(Equal(spec.OutcomeIncomplete))
	})

	It("can be the first mention of a call", func() {
		t := lines(acp.V1, prompt("1", "go"), asks("0", "a"), decides("0", "go"), calls("tool_call_update", "a", `,"status":"completed"`), says("m", "Done."), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a [a ? done] Done.\n"))
	})

	It("keeps a refused call refused, and what a later line says of it", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "May I?"), calls("tool_call", "a", ls), asks("0", "a"), decides("0", "cancel"),
			calls("tool_call_update", "a", `,"status":"failed","rawOutput":"refused"`), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a May I? [a Bash denied]\n"))
		Expect(t.Sessions[0].Messages[1].Calls[0].Result).To(MatchJSON(`{"output":"refused"}`))
	})
})

var _ = Describe("Lines without marks", func() {
	It("tell the two sides' responses under one id apart by their form", func() {
		t := lines(acp.V1, bare(prompt("0", "go"), says("m", "May I?"), calls("tool_call", "a", ls), asks("0", "a"), ends("0", "end_turn"), decides("0", "go"))...)
		Expect(t.Outcome).To(Equal(spec.OutcomeCompleted))
		Expect(t.Anomalies).To(BeEmpty())
	})

	It("say that a response is ambiguous where its form does not decide", func() {
		t := lines(acp.V1, bare(prompt("0", "go"), says("m", "May I?"), calls("tool_call", "a", ls), asks("0", "a"), answer("a2c", "0", `"error":{"code":-1,"message":"x"}`))...)
		Expect(t.Anomalies).To(ConsistOf(HaveField("Kind", spec.AmbiguousFragment)))
		Expect(t.Outcome).To(Equal(spec.OutcomeInterrupted))
	})
})

var _ = Describe("A call", func() {
	It("has the name that a later mention gives it, as it waits and as it runs", func() {
		t := lines(acp.V1, prompt("1", "go"), asks("0", "a"), calls("tool_call", "a", `,"name":"bash","status":"pending"`))
		Expect(t.Active).To(ConsistOf(HaveField("Name", "bash")))

		t = lines(acp.V1, prompt("1", "go"), calls("tool_call", "a", `,"status":"in_progress"`), calls("tool_call_update", "a", `,"name":"bash"`))
		Expect(rendered(t)).To(ContainSubstring("abandoned [a bash abandoned]"))
	})

	It("has the arguments that were last given, and not their beginnings", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), calls("tool_call", "a", `,"name":"Bash","rawInput":{}`), calls("tool_call_update", "a", `,"rawInput":{"a":1}`),
			calls("tool_call_update", "a", `,"rawInput":{"a":1,"b":2}`), calls("tool_call_update", "a", `,"rawInput":null,"title":"later"`),
			calls("tool_call_update", "a", `,"status":"completed"`), ends("1", "end_turn"))
		Expect(t.Sessions[0].Messages[1].Calls[0].Args).To(MatchJSON(`{"a":1,"b":2}`))
	})

	It("that is announced twice while it is open is one call", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), calls("tool_call", "a", ls), calls("tool_call", "a", ls), calls("tool_call_update", "a", `,"status":"completed"`), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a x [a Bash done]\n"))
	})

	It("under the id of another turn's is another", func() {
		one := []string{calls("tool_call", "a", ls), calls("tool_call_update", "a", `,"status":"completed"`)}
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), one[0], one[1], ends("1", "end_turn"), prompt("2", "again"), says("n", "y"), one[0], one[1], ends("2", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed completed | u go | a x [a Bash done] | u again | a y [a Bash done]\n"))
	})

	It("that ends twice has ended once, which is reported", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), calls("tool_call", "a", ls), calls("tool_call_update", "a", `,"status":"completed"`),
			calls("tool_call_update", "a", `,"status":"failed"`), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a x [a Bash done]\n! result-twice 5\n"))
	})

	It("whose announcement is missing is reported, if its end names it", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), calls("tool_call_update", "a", ls[:14]+`,"status":"completed"`), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a x [a Bash done]\n! start-lost 3\n"))
	})
})

var _ = Describe("A turn", func() {
	DescribeTable("ends as its response says", func(response, status string) {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), response)
		Expect(string(t.Sessions[0].Turns[0].Status)).To(Equal(status))
	},
		Entry("at an end", ends("1", "end_turn"), "completed"), Entry("at a limit", ends("1", "max_tokens"), "completed"),
		Entry("refused", ends("1", "refusal"), "failed"), Entry("by a word that nobody knows", ends("1", "error"), "failed"),
		Entry("cancelled", ends("1", "cancelled"), "cancelled"), Entry("by an error", answer("a2c", "1", `"error":{"code":-32603,"message":"x"}`), "failed"),
		Entry("by the error of a cancel", answer("a2c", "1", `"error":{"code":-32800,"message":"x"}`), "cancelled"),
	)

	It("does not take its prompt's echo for another message", func() {
		t := lines(acp.V1, prompt("1", "go"), update("S", `"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"go"}`), says("m", "x"), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a x\n"))
	})

	It("keeps text behind its end apart, and opens no other for it", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), ends("1", "end_turn"), says("n", "late"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a x | nobody's late\n! late-fragment 4\n"))
	})
})

var _ = Describe("A replay", func() {
	const load = `{"dir":"c2a","msg":{"jsonrpc":"2.0","id":7,"method":"session/load","params":{"sessionId":"S"}}}`
	user := func(id, text string) string {
		return update("S", fmt.Sprintf(`"sessionUpdate":"user_message_chunk","messageId":%q,"content":{"type":"text","text":%q}`, id, text))
	}

	It("has a turn for each message of the user's, which may come in chunks", func() {
		t := lines(acp.V1, load, user("u1", "one "), user("u1", "two"), says("m", "x"), user("u2", "three"), says("n", "y"), answer("a2c", "7", `"result":{}`))
		Expect(rendered(t)).To(Equal("S: completed completed | u one two | a x | u three | a y\n"))
		Expect(t.Sessions[0].Messages[0].Complete).To(BeTrue())
	})

	It("takes the place of what the session held", func() {
		t := lines(acp.V1, prompt("1", "go"), says("m", "x"), ends("1", "end_turn"), load, user("u1", "go"), says("m", "x"), answer("a2c", "7", `"result":{}`),
			prompt("8", "more"), says("n", "y"), ends("8", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed completed | u go | a x | u more | a y\n"))
	})
})

var _ = Describe("Chunks without ids", func() {
	chunk := func(kind, text string) string {
		return update("S", fmt.Sprintf(`"sessionUpdate":%q,"content":{"type":"text","text":%q}`, kind, text))
	}

	It("are one message while they are of one kind, and no call begins", func() {
		t := lines(acp.V1, prompt("1", "go"), chunk("agent_thought_chunk", "a"), chunk("agent_message_chunk", "b"), chunk("agent_message_chunk", "c"),
			update("S", `"sessionUpdate":"plan","entries":[]`), chunk("agent_message_chunk", "d"),
			calls("tool_call", "x", ls), calls("tool_call_update", "x", `,"status":"completed"`), chunk("agent_message_chunk", "e"), ends("1", "end_turn"))
		Expect(rendered(t)).To(Equal("S: completed | u go | a (a) | a bcd [x Bash done] | a e\n"))
	})
})

// broken are the sentences that marked lines break, with the records.
func broken(all ...string) []string {
	records := make([][]byte, len(all))
	for i := range all {
		records[i] = []byte(all[i])
	}
	var found []string
	for _, v := range wire.Violations(acp.New(), acp.V1, records) {
		found = append(found, fmt.Sprintf("%d/%d %s", v.Record, v.Earlier, v.Detail))
	}
	return found
}

var _ = Describe("The sentences of the format", func() {
	const cancel = `{"dir":"c2a","msg":{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"S"}}}`
	const load = `{"dir":"c2a","msg":{"jsonrpc":"2.0","id":7,"method":"session/load","params":{"sessionId":"S"}}}`

	It("allow updates after a cancel until the prompt is answered, and none of content later", func() {
		before := []string{prompt("1", "go"), says("m", "x"), cancel, says("m", "y"), ends("1", "cancelled")}
		info := update("S", `"sessionUpdate":"session_info_update","title":"x"`)
		Expect(broken(append(before, info, prompt("2", "again"), says("n", "z"), ends("2", "end_turn"))...)).To(BeEmpty())
		Expect(broken(append(before, says("m", "z"), says("m", "more"))...)).To(Equal([]string{"6/5 an update of a turn that was answered as cancelled"}))
	})

	It("want a cancelled prompt to be answered as such, and not as an error", func() {
		Expect(broken(prompt("1", "go"), cancel, answer("a2c", "1", `"error":{"code":-32603,"message":"aborted"}`))).
			To(Equal([]string{"3/2 an error in response to a prompt that was cancelled"}))
		Expect(broken(prompt("1", "go"), answer("a2c", "1", `"error":{"code":-32603,"message":"x"}`))).To(BeEmpty())
		Expect(broken(prompt("1", "go"), cancel, ends("1", "end_turn"))).To(BeEmpty(), "it had ended before the cancel came")
	})

	It("want a client that cancels to say so of what it was asked", func() {
		asked := []string{prompt("1", "go"), calls("tool_call", "a", ls), asks("0", "a"), cancel}
		Expect(broken(append(asked, decides("0", "go"))...)).To(Equal([]string{"5/4 an option is selected behind the cancel"}))
		Expect(broken(append(asked, answer("c2a", "0", `"result":{"outcome":{"outcome":"cancelled"}}`))...)).To(BeEmpty())
	})

	It("want a replay to be over before the response to session/load", func() {
		message := update("S", `"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"go"}`)
		Expect(broken(load, message, answer("a2c", "7", `"result":{}`), prompt("8", "x"), says("m", "y"))).To(BeEmpty())
		Expect(broken(load, answer("a2c", "7", `"result":{}`), message)).To(Equal([]string{"3/2 a replay goes on behind the response to session/load"}))
	})

	It("know five reasons to stop", func() {
		Expect(broken(prompt("1", "go"), ends("1", "error"))).To(Equal([]string{"2/0 a stop reason that the format does not have"}))
	})
})
