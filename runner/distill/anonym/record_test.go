package anonym_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/anonym"
)

func recordsOf(g string, records ...string) ([]string, *anonym.Report, error) {
	var raw [][]byte
	for _, record := range records {
		raw = append(raw, []byte(record))
	}
	to, r, err := anonym.Records(g, raw, anonym.Options{})
	var text []string
	for _, record := range to {
		text = append(text, string(record))
	}
	return text, r, err
}

var _ = Describe("Anonymous records", func() {
	It("mean what the originals mean, with none of their words but the dialect's: written cases", func() {
		for _, s := range written() {
			Expect(unlikeRecords(s)).To(BeEmpty(), s.what)
		}
	})

	It("do so for generated streams of every dialect, whole and broken", func() {
		everyDialect(1, unlikeRecords)
	})

	It("keep white space, key order, odd escapes and repeated keys, which are what the bytes are kept for", func() {
		to, _, err := recordsOf("neutral",
			`{"kind":"turn.start","session":"s1"}`,
			`{ "kind" : "text","session":"s1",  "message":"m1","text":"Caf\u00e9 \u0041nna\/x", "extra":{"b":1,"a":2,"a":3} }`)
		Expect(err).NotTo(HaveOccurred())
		Expect(to[1]).To(MatchRegexp(`^\{ "kind" : "text","session":"s1",  "message":"m1","text":"[A-Z][a-z]{2}\\u00[0-9a-f]{2} \\u00[0-9a-f]{2}[a-z]{3}\.[a-z]", "[a-z]{5}":\{"[a-z]":\d,"[a-z]":\d,"[a-z]":\d\} \}$`))
		Expect(to[1]).NotTo(ContainSubstring("extra"))
	})

	It("change a record that is no JSON character by character", func() {
		to, r, err := recordsOf("neutral", `{"kind":"turn.start"}`, `oops: Password hunter2!`, `{"kind":"text","text":"Thorvald`)
		Expect(err).NotTo(HaveOccurred())
		Expect(to[1]).To(MatchRegexp(`^[a-z]{4}\. [A-Z][a-z]{7} [a-z]{6}\d\.$`))
		Expect(strings.Join(to, "")).NotTo(MatchRegexp(`(?i)password|hunter2|thorvald`))
		Expect(r.String()).To(ContainSubstring("2 lines that are no JSON"))
	})

	It("keep what Keep names, by the path in a record or the field of an event", func() {
		records := [][]byte{[]byte(`{"kind":"turn.start","session":"s1"}`),
			[]byte(`{"kind":"text","session":"s1","message":"m1","text":"alpha beta","extra":{"list":[{"who":"gamma","what":"delta"}]}}`)}
		to, _, err := anonym.Records("neutral", records, anonym.Options{Keep: []string{"extra.list[].who", "text"}})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(to[1])).To(ContainSubstring(`"text":"alpha beta"`))
		Expect(string(to[1])).To(ContainSubstring(`"extra":{"list":[{"who":"gamma",`))
		Expect(string(to[1])).NotTo(ContainSubstring("delta"))
	})

	It("keep the server's name out of a delegation tool's", func() {
		to, _, err := recordsOf("neutral", `{"kind":"turn.start","session":"a"}`,
			`{"kind":"call.open","session":"a","message":"m","call":"c","name":"mcp__acmecorp__task","args":"{\"subagent_type\":\"acmecorp-writer\"}"}`)
		Expect(err).NotTo(HaveOccurred())
		Expect(to[1]).To(MatchRegexp(`"name":"mcp__[a-z]{8}__task","args":"\{\\"subagent_type\\":\\"[a-z]{8}\.[a-z]{6}\\"\}"`))
		Expect(to[1]).NotTo(ContainSubstring("acmecorp"))
	})

	// A reader may take such a tool for the delegation tool; a fixture has to show it.
	It("let a tool's name that holds the delegation tool's hold it still, and no more of it stay", func() {
		to, _, err := recordsOf("neutral",
			`{"kind":"call.open","session":"s1","message":"m1","call":"c1","name":"Acme_Taskforce"}`,
			`{"kind":"call.open","session":"s1","message":"m1","call":"c2","name":"tasks"}`,
			`{"kind":"text","session":"s1","message":"m1","text":"the tasks of Taskforce"}`)
		Expect(err).NotTo(HaveOccurred())
		Expect(to[0]).To(MatchRegexp(`"name":"[A-Z][a-z]{3}.Task[a-z]{5}"`))
		Expect(to[1]).To(MatchRegexp(`"name":"task[a-z]"`))
		Expect(strings.Join(to, "")).NotTo(MatchRegexp(`(?i)acme|tasks|force`))
		Expect(to[2]).To(MatchRegexp(`"text":"[a-z]{3} task[a-z] [a-z]{2} Task[a-z]{5}"`), "what is equal stays equal")
	})

	It("keep the one word of a long text that a decoder knows: the mark of a namespace, but none of its names", func() {
		to, _, err := recordsOf("langgraph:js-sse",
			`{"event":"messages/metadata","data":{"run-quayside":{"metadata":{"lc_agent_name":"harbour","langgraph_node":"model_request","langgraph_checkpoint_ns":"tools:9bdd2fc7-1f5c-562f-a189-ce5177183bd3|model_request:973bf987-42cf-54d9-ae0f-f5b04e7166a3"}}}}`,
			`{"event":"messages/partial","data":[{"content":"Thorvaldsen","id":"run-quayside","type":"ai"}]}`)
		Expect(err).NotTo(HaveOccurred())
		Expect(to[0]).To(MatchRegexp(`"langgraph_checkpoint_ns":"tools:s1\|[a-z]{5}\.[a-z]{7}:\w{8}\.\w{4}\.\w{4}\.\w{4}\.\w{12}"`))
		Expect(to[0]).NotTo(Or(ContainSubstring("harbour"), ContainSubstring("quayside"), ContainSubstring("973bf987")))
	})

	It("keep equal what a decoder compares, also where one is in pieces and the other one JSON", func() {
		call := `"name":"task","id":"toolu_1"`
		to, _, err := recordsOf("langgraph:js",
			`[[],"messages",[{"type":"AIMessageChunk","id":"m-1","content":"","tool_call_chunks":[{`+call+`,"index":0,"args":"{\"description\":\"Find"},{"index":0,"args":" Utopia\",\"subagent_type\":\"analyst\"}"}]},{"langgraph_node":"model_request","langgraph_checkpoint_ns":"model_request:1"}]]`,
			`[[],"updates",{"model_request":{"messages":[{"type":"ai","id":"m-1","content":"","tool_calls":[{`+call+`,"args":{"description":"Find Utopia","subagent_type":"analyst"}}]}]}}]`)
		Expect(err).NotTo(HaveOccurred())
		all := strings.Join(to, "\n")
		words := regexp.MustCompile(`description":"(\w{4} \w{6})","subagent_type":"(\w{7})"`).FindStringSubmatch(to[1])
		Expect(words).To(HaveLen(3), all)
		Expect(strings.ReplaceAll(to[0], `"},{"index":0,"args":"`, "")).To(ContainSubstring(words[1]+`\",\"subagent_type\":\"`+words[2]), all)
		Expect(all).NotTo(Or(ContainSubstring("Utopia"), ContainSubstring("analyst")))
	})

	It("say of a path or dialect that is none which it is", func() {
		_, _, err := anonym.Records("neutral", nil, anonym.Options{Keep: []string{"a..b"}})
		Expect(err).To(MatchError(ContainSubstring(`"a..b"`)))
		_, _, err = anonym.Records("martian", nil, anonym.Options{})
		Expect(err).To(MatchError(ContainSubstring(`"martian"`)))
	})

	It("have the same shape once they are made anonymous again", func() {
		everyDialect(1, func(s sample) string {
			one, _, err := anonym.Records(s.name, s.records, anonym.Options{})
			Expect(err).NotTo(HaveOccurred())
			other, _, err := anonym.Records(s.name, one, anonym.Options{})
			Expect(err).NotTo(HaveOccurred())
			before, after := decoded(s.dialectVariant, s.what, one, s.stream.End), decoded(s.dialectVariant, s.what, other, s.stream.End)
			if bones(before.stream) != bones(after.stream) || !slices.Equal(sizes(before.stream), sizes(after.stream)) {
				return "they have another shape"
			}
			return ""
		})
	})

	It("leave the originals alone, and are the same each time", func() {
		for _, s := range written()[:40] {
			before := bytes.Join(s.records, []byte("\n"))
			one, _, err := anonym.Records(s.name, s.records, anonym.Options{})
			Expect(err).NotTo(HaveOccurred())
			other, _, _ := anonym.Records(s.name, s.records, anonym.Options{})
			Expect(string(bytes.Join(s.records, []byte("\n")))).To(Equal(string(before)))
			Expect(one).To(Equal(other))
		}
	})

	It("stay recordings", func() {
		for _, s := range recorded() {
			Expect(unlikeRecords(s)).To(BeEmpty(), s.what)
		}
	})
})

// unlikeRecords says what is wrong with records that were made anonymous: they are
// read otherwise, a word of the original is in them, or a byte of what is no word is
// another one. "" if nothing is.
func unlikeRecords(s sample) string {
	to, r, err := anonym.Records(s.name, s.records, anonym.Options{})
	if err != nil {
		return err.Error()
	}
	for i := range to {
		if json.Valid(to[i]) != json.Valid(s.records[i]) || skeleton(to[i]) != skeleton(s.records[i]) {
			return fmt.Sprintf("record %d:\n%s\n%s", i+1, s.records[i], to[i])
		}
	}
	is := decoded(s.dialectVariant, s.what, to, s.stream.End)
	if bones(is.stream) != bones(s.stream) {
		return "they are read otherwise"
	}
	if err := unwritable(s, is.stream); err != nil {
		return err.Error()
	}
	return leaked(s, s.records, bytes.Join(to, []byte("\n")), r)
}

// skeleton is a record that is JSON without what stands in its strings and numbers,
// white space all the same.
func skeleton(record []byte) string {
	if !json.Valid(record) {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(record); i++ {
		switch c := record[i]; {
		case c == '"':
			for i++; record[i] != '"'; i++ {
				if record[i] == '\\' {
					i++
				}
			}
			b.WriteString(`""`)
		case c == '-' || '0' <= c && c <= '9':
			for i+1 < len(record) && strings.IndexByte("+-.eE0123456789", record[i+1]) >= 0 {
				i++
			}
			b.WriteByte('0')
		case c <= ' ':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
