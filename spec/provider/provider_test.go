package provider_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/provider"
)

func TestProvider(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "provider")
}

func history(text string) []json.RawMessage {
	GinkgoHelper()
	var all []json.RawMessage
	Expect(json.Unmarshal([]byte(text), &all)).To(Succeed(), text)
	return all
}

func faults(form provider.Form, text string) []string {
	GinkgoHelper()
	_, found := provider.Check(form, history(text))
	plainText := []string{}
	for _, f := range found {
		plainText = append(plainText, string(f.Class)+" "+f.Want)
	}
	return plainText
}

// The pieces that the histories below are made of.
const (
	asks      = `{"role":"user","content":"Look."}`
	calls     = `{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"a","name":"ls","input":{}},{"type":"tool_use","id":"b","name":"cat","input":{"f":"x"}}]}`
	resA      = `{"type":"tool_result","tool_use_id":"a","content":"one"}`
	resB      = `{"type":"tool_result","tool_use_id":"b","content":"no","is_error":true}`
	plainText = `{"role":"assistant","content":"Well."}`
	chats     = `{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":""}},{"id":"b","type":"function","function":{"name":"cat","arguments":"{}"}}]}`
	toolA     = `{"role":"tool","tool_call_id":"a","content":"one"}`
	toolB     = `{"role":"tool","tool_call_id":"b","content":""}`
	silent    = `{"role":"assistant","content":null}`
)

func user(blocks string) string { return `{"role":"user","content":[` + blocks + `]}` }

var _ = Describe("Anthropic's form", func() {
	DescribeTable("is taken where",
		func(text string) { Expect(faults(provider.Anthropic, text)).To(BeEmpty()) },
		Entry("there is nothing", `[]`),
		Entry("results come directly behind their calls, in order", `[`+asks+`,`+calls+`,`+user(resA+`,`+resB)+`,`+plainText+`]`),
		Entry("the user speaks behind the results", `[`+calls+`,`+user(resA+`,`+resB+`,{"type":"text","text":"Go on."}`)+`]`),
		Entry("a thought comes before a call", `[{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"s"},{"type":"text","text":"x"}]}]`),
	)

	DescribeTable("is refused where",
		func(text string, want ...string) { Expect(faults(provider.Anthropic, text)).To(ConsistOf(want)) },
		Entry("a call has no result at the end", `[`+calls+`,`+user(resA)+`]`, `invalid a result for "b"`),
		Entry("nothing follows the calls", `[`+calls+`]`, `invalid a result for "a"`, `invalid a result for "b"`),
		Entry("another message stands between", `[`+calls+`,`+asks+`,`+plainText+`,`+user(resA+`,`+resB)+`]`,
			`invalid a result for "a"`, `invalid a result for "b"`,
			`invalid no result for "a", which is no call of the message before`, `invalid no result for "b", which is no call of the message before`),
		Entry("an assistant message stands between", `[`+calls+`,`+plainText+`,`+user(resA+`,`+resB)+`]`,
			`invalid a result for "a"`, `invalid a result for "b"`, `invalid roles that alternate`,
			`invalid no result for "a", which is no call of the message before`, `invalid no result for "b", which is no call of the message before`),
		Entry("a result comes first of all", `[`+user(resA)+`]`, `invalid no result for "a", which is no call of the message before`),
		Entry("a result comes twice", `[`+calls+`,`+user(resA+`,`+resB+`,`+resB)+`]`, `invalid one result for "b"`),
		Entry("results are in another order", `[`+calls+`,`+user(resB+`,`+resA)+`]`, `order the results in the order of the calls`),
		Entry("text stands before a result", `[`+calls+`,`+user(resA+`,{"type":"text","text":"x"},`+resB)+`]`, `invalid results before everything else`),
		Entry("one role speaks twice", `[`+asks+`,`+asks+`]`, `invalid roles that alternate`),
		Entry("a message is empty", `[{"role":"user","content":""},{"role":"assistant","content":[]}]`,
			`invalid content, or no message at all`, `invalid content, or no message at all`),
		Entry("a text is empty", `[{"role":"user","content":[{"type":"text","text":""},{"type":"text"}]}]`, `invalid no empty text`),
		Entry("an id comes again", `[`+calls+`,`+user(resA+`,`+resB)+`,`+calls+`,`+user(resA+`,`+resB)+`]`, `invalid an id of its own for each call`),
		Entry("a call has no id", `[{"role":"assistant","content":[{"type":"tool_use","name":"x","input":{}}]},`+user(`{"type":"tool_result","content":"x"}`)+`]`,
			`invalid an id and a name of each call`),
		Entry("an input is text", `[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"x","input":"{}"}]},`+user(resA)+`]`, `invalid an input that is an object`),
		Entry("the user calls", `[{"role":"user","content":[{"type":"tool_use","id":"a","name":"x","input":{}}]}]`, `invalid calls from the assistant alone`),
		Entry("the assistant answers", `[{"role":"assistant","content":[`+resA+`]}]`, `invalid results from the user alone`),
		Entry("a tool has a role of its own", `[`+toolA+`]`, `invalid a message of role user or assistant`, `invalid content, or no message at all`),
		Entry("a message is no object", `[7]`, `invalid a message of role user or assistant`, `invalid content, or no message at all`),
		Entry("a content is a number", `[{"role":"user","content":7}]`, `invalid a content that is a string or a list of blocks`, `invalid content, or no message at all`),
	)
})

var _ = Describe("OpenAI's form", func() {
	DescribeTable("is taken where",
		func(text string) { Expect(faults(provider.OpenAI, text)).To(BeEmpty()) },
		Entry("there is nothing", `[]`),
		Entry("results come directly behind their calls, in order", `[`+asks+`,`+chats+`,`+toolA+`,`+toolB+`,`+plainText+`,`+plainText+`]`),
		Entry("an id comes again in a later message", `[`+chats+`,`+toolA+`,`+toolB+`,`+chats+`,`+toolA+`,`+toolB+`]`),
		Entry("a content is a list", `[{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url"}]}]`),
	)

	DescribeTable("is refused where",
		func(text string, want ...string) { Expect(faults(provider.OpenAI, text)).To(ConsistOf(want)) },
		Entry("a call has no result", `[`+chats+`,`+toolA+`]`, `invalid a result for "b"`),
		Entry("another message stands between", `[`+chats+`,`+toolA+`,`+plainText+`,`+toolB+`]`,
			`invalid a result for "b"`, `invalid results directly behind the message with their calls`),
		Entry("a result answers nothing there", `[`+asks+`,`+toolA+`]`, `invalid results directly behind the message with their calls`),
		Entry("a result names an unknown call", `[{"role":"assistant","tool_calls":[{"id":"b","type":"function","function":{"name":"n","arguments":"{}"}}]},`+toolA+`,`+toolB+`]`,
			`invalid no result for "a", which is no call of the message before`),
		Entry("a result comes twice", `[`+chats+`,`+toolA+`,`+toolA+`,`+toolB+`]`, `invalid one result for "a"`),
		Entry("results are in another order", `[`+chats+`,`+toolB+`,`+toolA+`]`, `order the results in the order of the calls`),
		Entry("a message is empty", `[`+silent+`,{"role":"user","content":""}]`,
			`invalid content, or no message at all`, `invalid content, or no message at all`),
		Entry("a result has no content", `[`+chats+`,{"role":"tool","tool_call_id":"a"},`+toolB+`]`, `invalid the tool_call_id and the content of a result`, `invalid a result for "a"`,
			`invalid no result for "", which is no call of the message before`),
		Entry("arguments are no text", `[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"n"}}]},`+toolA+`]`,
			`invalid calls of type function with their arguments as text`),
		Entry("ids clash", `[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":""}},{"id":"a","type":"function","function":{"name":"n","arguments":""}}]},`+toolA+`]`,
			`invalid an id of its own for each call`),
		Entry("the user calls", `[{"role":"user","content":"x","tool_calls":[{"id":"a","type":"function","function":{"name":"n","arguments":""}}]}]`, `invalid calls from the assistant alone`),
		Entry("a role is unknown", `[{"role":"agent","content":"x"}]`, `invalid a message of role user, assistant, tool or system`, `invalid content, or no message at all`),
		Entry("a message is no object", `[7]`, `invalid a message of the chat form`, `invalid content, or no message at all`),
	)
})

var _ = Describe("A history in either form", func() {
	It("says the same", func() {
		one, _ := provider.Check(provider.Anthropic, history(`[`+calls+`,`+user(resA)+`]`))
		two, _ := provider.Check(provider.OpenAI, history(`[`+chats+`,`+toolA+`]`))
		Expect(one[0].Parts[0]).To(Equal(two[0].Parts[0]))
		Expect(one[0].Parts[1].Name).To(Equal(two[0].Parts[1].Name))
		Expect(one[1].Parts).To(Equal(two[1].Parts))
	})

	It("has its faults at the message where something is missing or wrong", func() {
		_, found := provider.Check(provider.Anthropic, history(`[`+calls+`]`))
		Expect(found[0].At).To(Equal(1))
		Expect(found[0].Got).To(BeNil())
		_, found = provider.Check(provider.Anthropic, history(`[`+asks+`,`+asks+`]`))
		Expect(found[0].At).To(Equal(1))
		Expect(found[0].Got).To(MatchJSON(asks))
	})

	DescribeTable("that was really stored is taken",
		func(name string) {
			path := filepath.Join("..", "..", "..", "shared", "traces", "cagent", name)
			text, err := os.ReadFile(path)
			if err != nil {
				Skip("the recorded traces are not at hand")
			}
			var session struct {
				Messages []struct {
					Message *struct{ Message json.RawMessage }
				}
			}
			Expect(json.Unmarshal(text, &session)).To(Succeed())
			var stored []json.RawMessage
			for _, item := range session.Messages {
				if item.Message != nil {
					stored = append(stored, item.Message.Message)
				}
			}
			messages, found := provider.Check(provider.OpenAI, stored)
			Expect(found).To(BeEmpty())
			Expect(len(messages)).To(BeNumerically(">=", 4))
		},
		Entry("with one tool", "session-single-tool.json"),
		Entry("with a sub-session between a call and its result", "session-handoff-and-transfer.json"),
	)
})

func FuzzCheck(f *testing.F) {
	for _, seed := range []string{calls, chats, toolA, user(resA), plainText, silent, `7`, `{}`} {
		f.Add([]byte(seed), []byte(asks))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if !json.Valid(a) || !json.Valid(b) {
			return
		}
		for _, form := range []provider.Form{provider.Anthropic, provider.OpenAI} {
			messages, found := provider.Check(form, []json.RawMessage{a, b, a})
			if len(messages) != 3 {
				t.Fatalf("%d messages of 3", len(messages))
			}
			for _, fault := range found {
				if fault.At < 0 || fault.At > 3 {
					t.Fatalf("a fault at %d", fault.At)
				}
			}
		}
	})
}
