package wire_test

import (
	"errors"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
)

var _ = Describe("a Reader of server-sent events", func() {
	DescribeTable("cuts text into records", func(text string, want ...string) {
		Expect(read(strings.NewReader(text), wire.SSE, wire.Limits{})).To(Equal(want))
		Expect(read(iotest.OneByteReader(strings.NewReader(text)), wire.SSE, wire.Limits{})).To(Equal(want), "one byte a read")
		Expect(read(iotest.DataErrReader(strings.NewReader(text)), wire.SSE, wire.Limits{})).To(Equal(want), "the end with the last bytes")
	},
		Entry("event, id and data", "event: values\nid: 7\ndata: {\"a\":1}\n\n", `1 1:0 {"event":"values","id":"7","data":{"a":1}}`),
		Entry("data alone", "data: []\n\n", `1 1:0 {"data":[]}`),
		Entry("no space behind the colon", "event:a\ndata:[1]\n\n", `1 1:0 {"event":"a","data":[1]}`),
		Entry("one space only is taken off", "data:   x\n\n", `1 1:0 {"data":"  x"}`),
		Entry("CRLF", "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n", `1 1:0 {"event":"a","data":1}`, `2 4:21 {"data":2}`),
		Entry("CR", "event: a\rdata: 1\r\rdata: 2\r\r", `1 1:0 {"event":"a","data":1}`, `2 4:18 {"data":2}`),
		Entry("mixed line ends", "data: 1\r\n\ndata: 2\n\rdata: 3\r\r\n", `1 1:0 {"data":1}`, `2 3:10 {"data":2}`, `3 5:19 {"data":3}`),
		Entry("any number of blank lines", "data: 1\n\n"+strings.Repeat("\n", 20)+"\r\n\r\r\ndata: 2\n\n", `1 1:0 {"data":1}`, `2 26:34 {"data":2}`),
		Entry("a byte order mark", "\ufeffdata: 1\n\n", `1 1:3 {"data":1}`),
		Entry("comments, anywhere", ": hello\n\n:\ndata: 1\n: heartbeat\n\n:\n\n", `1 4:11 {"data":1}`),
		Entry("data over several lines", "data: {\ndata:  \"a\": 1\ndata: }\n\n", "1 1:0 {\"data\":{\n \"a\": 1\n}}"),
		Entry("text over several lines", "data: one\ndata:\ndata: two\n\n", `1 1:0 {"data":"one\n\ntwo"}`),
		Entry("empty data", "data\n\ndata:\n\ndata:\ndata:\n\n", `1 1:0 {"data":""}`, `2 3:6 {"data":""}`, `3 5:13 {"data":"\n"}`),
		Entry("an event without data", "event: end\n\n", `1 1:0 {"event":"end"}`),
		Entry("an id alone is no event, nor is retry", "id: 5\nretry: 100\n\ndata: 1\n\n", `1 4:18 {"data":1}`),
		Entry("an id lasts for its event", "id: 1\ndata: 1\n\ndata: 2\n\n", `1 1:0 {"id":"1","data":1}`, `2 4:15 {"data":2}`),
		Entry("an id with a NUL is none", "id: a\x00b\ndata: 1\n\n", `1 1:0 {"data":1}`),
		Entry("the last event and id field count", "event: a\nevent: b\nid: 1\nid\ndata: 1\n\n", `1 1:0 {"event":"b","id":"","data":1}`),
		Entry("unknown fields and lines without a colon", "foo: bar\ngarbage\ndata: 1\n\n", `1 1:0 {"data":1}`),
		Entry("the end mark of some vendors", "data: [DONE]\n\n", `1 1:0 {"data":"[DONE]"}`),
		Entry("data that sets out to be JSON and is none", "data: {a}\n\ndata: [1,\n\ndata: 2\n\n", `1 1:0 malformed`, `2 3:11 malformed`, `3 5:22 {"data":2}`),
		Entry("invalid UTF-8", "data: \"\xff\"\n\nevent: \xff\ndata: 1\n\ndata: 2\n\n", `1 1:0 malformed`, `2 3:11 malformed`, `3 6:29 {"data":2}`),
		Entry("a last event without its blank line", "data: 1\n\ndata: {\"a\":1}\n", `1 1:0 {"data":1}`, `2 3:9 {"data":{"a":1}}`),
		Entry("a last event without its line end", "data: {\"a\":1}", `1 1:0 {"data":{"a":1}}`),
		Entry("a last event that is cut", "data: 1\n\nevent: x\ndata: {\"a\":", `1 1:0 {"data":1}`, `2 3:9 truncated`),
		Entry("a last event that is cut before its data", "event: mess", `1 1:0 truncated`),
		Entry("a last event that is cut at the beginning of its data", "event: x\ndata: ", `1 1:0 truncated`),
		Entry("a last field that is cut before its name ends", "data: 1\n\ndat", `1 1:0 {"data":1}`),
		Entry("line separators inside strings", "data: \"\u2028\u2029\u0085\"\n\n", "1 1:0 {\"data\":\"\u2028\u2029\u0085\"}"),
		Entry("nothing", ""), Entry("only comments", ": a\n\n: b"),
	)

	It("meets the limits with a problem, and reads on", func() {
		long := strings.Repeat("x", 20)
		for name, text := range map[string]string{
			"a long line":       "data: " + long + "\n\n",
			"many short lines":  strings.Repeat("data: xxxx\n", 5) + "\n",
			"a long last line":  "data: " + long,
			"deep data":         "data: [[[[]]]]\n\n",
			"a long event name": "event: " + long + "\ndata: 1\n\n",
		} {
			got := read(strings.NewReader("data: 1\n\n"+text), wire.SSE, wire.Limits{Line: 15, Depth: 3})
			Expect(got).To(Equal([]string{`1 1:0 {"data":1}`, "2 3:9 limit"}), name)
			if strings.HasSuffix(text, "\n\n") {
				got = read(strings.NewReader(text+"data: 1\n\n"), wire.SSE, wire.Limits{Line: 15, Depth: 3})
				Expect(got).To(HaveExactElements("1 1:0 limit", HavePrefix("2 ")), name)
			}
		}
	})

	It("gives an event at its blank line, before more arrives", func() {
		broken := errors.New("nothing more yet")
		reader := wire.NewReader(io.MultiReader(strings.NewReader("data: 1\r\n\r"), iotest.ErrReader(broken)), wire.SSE, wire.Limits{})
		record, problem, err := reader.Next()
		Expect(err).NotTo(HaveOccurred())
		Expect(problem).To(BeNil())
		Expect(string(record.JSON)).To(Equal(`{"data":1}`))
		_, _, err = reader.Next()
		Expect(err).To(MatchError(broken))
	})
})

var _ = Describe("Append", func() {
	DescribeTable("writes what a Reader reads back", func(f wire.Framing, record, want string) {
		text, err := wire.Append([]byte("…"), f, []byte(record))
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal("…" + want))
		got := read(strings.NewReader(want), f, wire.Limits{})
		Expect(got).To(HaveLen(1))
		Expect(strings.SplitN(got[0], " ", 3)[2]).To(MatchJSON(record))
	},
		Entry("a line", wire.Lines, `{"a": 1}`, "{\"a\": 1}\n"),
		Entry("a line of several", wire.Lines, "{\r\n\"a b\": 1}", "{\"a b\":1}\n"),
		Entry("an event", wire.SSE, `{"event":"values","id":"7","data":{"a":1}}`, "event: values\nid: 7\ndata: {\"a\":1}\n\n"),
		Entry("an event without data", wire.SSE, `{"event":"end"}`, "event: end\n\n"),
		Entry("null data", wire.SSE, `{"event":"end","data":null}`, "event: end\ndata: null\n\n"),
		Entry("bare text", wire.SSE, `{"data":"[DONE]"}`, "data: [DONE]\n\n"),
		Entry("text over several lines", wire.SSE, `{"data":" a\n\nb"}`, "data:  a\ndata: \ndata: b\n\n"),
		Entry("text that would be read as JSON", wire.SSE, `{"data":"{\"a\":1}"}`, "data: \"{\\\"a\\\":1}\"\n\n"),
		Entry("text that would be read as the start of JSON", wire.SSE, `{"data":"[1,"}`, "data: \"[1,\"\n\n"),
		Entry("text with a CR", wire.SSE, `{"data":"a\rb"}`, "data: \"a\\rb\"\n\n"),
		Entry("empty text", wire.SSE, `{"data":""}`, "data: \n\n"),
	)

	DescribeTable("refuses what the framing cannot hold", func(f wire.Framing, record string) {
		text, err := wire.Append([]byte("…"), f, []byte(record))
		Expect(err).To(HaveOccurred())
		Expect(text).To(HavePrefix("…"))
	},
		Entry("no JSON", wire.Lines, `{`), Entry("no object", wire.SSE, `[1]`), Entry("another key", wire.SSE, `{"data":1,"retry":5}`),
		Entry("neither event nor data", wire.SSE, `{"id":"1"}`), Entry("a line end in the name", wire.SSE, `{"event":"a\nb","data":1}`),
		Entry("a name that is no text", wire.SSE, `{"event":1,"data":1}`), Entry("a NUL in the id", wire.SSE, `{"id":"\u0000","data":1}`),
	)

	It("says which record of several it was", func() {
		_, err := wire.AppendAll(nil, wire.Lines, [][]byte{[]byte(`{}`), []byte(`{`)})
		Expect(err).To(MatchError(ContainSubstring("record 2")))
		text, err := wire.AppendAll(nil, wire.SSE, [][]byte{[]byte(`{"data":1}`), []byte(`{"data":2}`)})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal("data: 1\n\ndata: 2\n\n"))
	})
})
