package wire_test

import (
	"fmt"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
)

func coded(text string) []string { return read(strings.NewReader(text), wire.Coded, wire.Limits{}) }

var _ = Describe("a Reader of coded lines", func() {
	DescribeTable("cuts text into records", func(text string, want ...string) {
		Expect(coded(text)).To(Equal(want))
		Expect(read(iotest.OneByteReader(strings.NewReader(text)), wire.Coded, wire.Limits{})).To(Equal(want), "one byte a read")
		Expect(read(iotest.DataErrReader(strings.NewReader(text)), wire.Coded, wire.Limits{})).To(Equal(want), "the end with the last bytes")
	},
		Entry("LF", "0:\"a\"\nd:{}\n", `1 1:0 {"code":"0","value":"a"}`, `2 2:6 {"code":"d","value":{}}`),
		Entry("CRLF", "0:\"a\"\r\nd:{}\r\n", `1 1:0 {"code":"0","value":"a"}`, `2 2:7 {"code":"d","value":{}}`),
		Entry("a byte order mark at the start", "\ufeff0:1\n", `1 1:3 {"code":"0","value":1}`),
		Entry("no byte order mark later", "0:1\n\ufeff0:2\n0:3\n", `1 1:0 {"code":"0","value":1}`, `2 2:4 malformed`, `3 3:11 {"code":"0","value":3}`),
		Entry("empty lines, which count as lines only", "\n \t\r\n0:1\n\n", `1 3:5 {"code":"0","value":1}`),
		Entry("no line end at the end", "0:1\nd:{}", `1 1:0 {"code":"0","value":1}`, `2 2:4 {"code":"d","value":{}}`),
		Entry("colons inside the value", "0:\"a:b\"\n", `1 1:0 {"code":"0","value":"a:b"}`),
		Entry("white space around the value, as a JSON reader takes it", "0: [1] \t\n", `1 1:0 {"code":"0","value":[1]}`),
		Entry("a code of several letters, which some later version may have", "x12:{}\n", `1 1:0 {"code":"x12","value":{}}`),
		Entry("the beginning of a value at the end", "0:1\n0:\"ab", `1 1:0 {"code":"0","value":1}`, `2 2:4 truncated`),
		Entry("a code without its value at the end", "0:1\n0:", `1 1:0 {"code":"0","value":1}`, `2 2:4 truncated`),
		Entry("a code without its colon at the end", "0:1\n0", `1 1:0 {"code":"0","value":1}`, `2 2:4 truncated`),
		Entry("a wrong last line is not truncated", "0:1\n0:}", `1 1:0 {"code":"0","value":1}`, `2 2:4 malformed`),
		Entry("an unfinished line in the middle is not truncated", "0:\"a\n0\n0:\n1:2\n",
			`1 1:0 malformed`, `2 2:5 malformed`, `3 3:7 malformed`, `4 4:10 {"code":"1","value":2}`),
		Entry("a line without a code", ":1\n : 1\n{\"a\":1}\n0:1\n", `1 1:0 malformed`, `2 2:3 malformed`, `3 3:8 malformed`, `4 4:16 {"code":"0","value":1}`),
		Entry("two values in a line", "0:1 2\n", `1 1:0 malformed`),
		Entry("invalid UTF-8", "0:\"\xff\"\n\xff:1\n0:1\n", `1 1:0 malformed`, `2 2:6 malformed`, `3 3:10 {"code":"0","value":1}`),
		Entry("line separators inside strings", "0:\"\u2028\u2029\u0085\"\n", "1 1:0 {\"code\":\"0\",\"value\":\"\u2028\u2029\u0085\"}"),
		Entry("nothing", ""), Entry("only line ends", "\n\r\n"),
	)

	It("meets the limits with a problem, and reads on", func() {
		long := `0:"` + strings.Repeat("x", 20) + `"`
		Expect(read(strings.NewReader(long+"\n0:1\n"+long), wire.Coded, wire.Limits{Line: 10})).
			To(Equal([]string{"1 1:0 limit", `2 2:25 {"code":"0","value":1}`, "3 3:29 limit"}))
		Expect(read(strings.NewReader("0:[[[]]]\n0:[[]]\n"), wire.Coded, wire.Limits{Depth: 2})).
			To(Equal([]string{"1 1:0 limit", `2 2:9 {"code":"0","value":[[]]}`}))
	})

	It("skips a line of 64 MiB in bounded memory", func() {
		text := io.MultiReader(strings.NewReader("0:\""), io.LimitReader(endless{}, 64<<20), strings.NewReader("\"\n0:1\n"))
		before := allocated()
		Expect(read(text, wire.Coded, wire.Limits{})).To(Equal([]string{"1 1:0 limit", fmt.Sprintf(`2 2:%d {"code":"0","value":1}`, 64<<20+5)}))
		Expect(allocated()-before).To(BeNumerically("<", 4*wire.DefaultLine), "bytes allocated in all")
	})
})

var _ = Describe("writing a coded line", func() {
	It("writes the code, a colon and the value", func() {
		text, err := wire.AppendAll(nil, wire.Coded, [][]byte{[]byte(`{"code":"0","value":"a"}`), []byte("{\"value\":{\n\"a\": 1}, \"code\":\"d\"}")})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal("0:\"a\"\nd:{\"a\":1}\n"))
	})

	DescribeTable("refuses what no line can hold", func(record, why string) {
		_, err := wire.Append(nil, wire.Coded, []byte(record))
		Expect(err).To(MatchError(ContainSubstring(why)))
	},
		Entry("no JSON", `{`, "too early"),
		Entry("no object", `["0"]`, "no object"),
		Entry("no code", `{"value":1}`, "its code"),
		Entry("a code that is no text", `{"code":0,"value":1}`, "its code"),
		Entry("a code that would be read otherwise", `{"code":"a:b","value":1}`, "its code"),
		Entry("an empty code", `{"code":"","value":1}`, "its code"),
		Entry("no value", `{"code":"0"}`, "no value"),
		Entry("another key", `{"code":"0","value":1,"id":"x"}`, `the key "id"`),
	)
})
