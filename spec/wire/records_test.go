package wire_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
)

// read gives one line of text for each record or problem: its number, line and
// offset, then its JSON, or the problem's reason.
func read(r io.Reader, f wire.Framing, l wire.Limits) []string {
	got := []string{}
	reader := wire.NewReader(r, f, l)
	for {
		record, problem, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			return append(got, "error: "+err.Error())
		}
		what := string(record.JSON)
		if problem != nil {
			Expect(problem.Record).To(Equal(record.Number))
			Expect(problem.Line).To(Equal(record.Line))
			Expect(problem.Offset).To(Equal(record.Offset))
			Expect(record.JSON).To(BeEmpty())
			what = problem.Reason
		}
		got = append(got, fmt.Sprintf("%d %d:%d %s", record.Number, record.Line, record.Offset, what))
	}
}

func lines(text string) []string { return read(strings.NewReader(text), wire.Lines, wire.Limits{}) }

var _ = Describe("a Reader of lines", func() {
	DescribeTable("cuts text into records", func(text string, want ...string) {
		Expect(lines(text)).To(Equal(want))
		Expect(read(iotest.OneByteReader(strings.NewReader(text)), wire.Lines, wire.Limits{})).To(Equal(want), "one byte a read")
		Expect(read(iotest.DataErrReader(strings.NewReader(text)), wire.Lines, wire.Limits{})).To(Equal(want), "the end with the last bytes")
	},
		Entry("LF", "{\"a\":1}\n{}\n", `1 1:0 {"a":1}`, `2 2:8 {}`),
		Entry("CRLF", "{}\r\n[]\r\n", `1 1:0 {}`, `2 2:4 []`),
		Entry("a byte order mark at the start", "\ufeff{}\n", `1 1:3 {}`),
		Entry("no byte order mark later", "{}\n\ufeff{}\n[]\n", `1 1:0 {}`, `2 2:3 malformed`, `3 3:9 []`),
		Entry("empty lines, which count as lines only", "\n \t\r\n{}\n\n[]\n\n", `1 3:5 {}`, `2 5:9 []`),
		Entry("no line end at the end", "{}\n{\"a\":1}", `1 1:0 {}`, `2 2:3 {"a":1}`),
		Entry("the beginning of a record at the end", "{}\n{\"a\":", `1 1:0 {}`, `2 2:3 truncated`),
		Entry("a cut string at the end", `{"a":"b`, `1 1:0 truncated`),
		Entry("a wrong last line is not truncated", "{}\n{a", `1 1:0 {}`, `2 2:3 malformed`),
		Entry("an unfinished line in the middle is not truncated", "{\"a\":\n{}\n", `1 1:0 malformed`, `2 2:6 {}`),
		Entry("a bad line among good ones", "{}\n}{\n[]\n", `1 1:0 {}`, `2 2:3 malformed`, `3 3:6 []`),
		Entry("two values in a line", "{}{}\n", `1 1:0 malformed`),
		Entry("binary garbage", "\x00\x01\xfe\xff\n{}\n", `1 1:0 malformed`, `2 2:5 {}`),
		Entry("invalid UTF-8 inside a string", "\"a\xc3\"\n{}\n", `1 1:0 malformed`, `2 2:5 {}`),
		Entry("line separators inside strings", "\"\u2028\u2029\u0085\"\n", "1 1:0 \"\u2028\u2029\u0085\""),
		Entry("a lone CR is white space", " {}\r \n", `1 1:0 {}`),
		Entry("any JSON value", "1\nnull\n\"x\"\n", `1 1:0 1`, `2 2:2 null`, `3 3:7 "x"`),
		Entry("a key twice", "{\"id\":1,\"id\":2}\n", `1 1:0 {"id":1,"id":2}`),
		Entry("nothing", ""), Entry("only a byte order mark", "\ufeff"), Entry("only line ends", "\n\r\n"),
	)

	It("meets the depth limit with a problem, and reads on", func() {
		text := strings.Repeat("[", 5) + strings.Repeat("]", 5) + "\n[[[]]]\n" + strings.Repeat("[", 1_000_000) + "\n{}\n"
		Expect(read(strings.NewReader(text), wire.Lines, wire.Limits{Depth: 4})).
			To(Equal([]string{"1 1:0 limit", "2 2:11 [[[]]]", "3 3:18 limit", "4 4:1000019 {}"}))
		Expect(lines(strings.Repeat("[", 257)+"\n"+strings.Repeat("[", 256)+strings.Repeat("]", 256))).
			To(HaveExactElements("1 1:0 limit", HavePrefix("2 2:258 [[")), "the default")
	})

	It("meets the line limit with a problem, wherever reads end, and reads on", func() {
		for _, size := range []int{9, 10, 11, 12, 40, 70_000, 200_000} {
			long := `"` + strings.Repeat("x", size-2) + `"`
			text := "{}\n" + long + "\n[]\n" + long
			want := []string{"1 1:0 {}", "2 2:3 " + long, fmt.Sprintf("3 3:%d []", size+4), fmt.Sprintf("4 4:%d %s", size+7, long)}
			if size > 10 {
				want[1], want[3] = "2 2:3 limit", fmt.Sprintf("4 4:%d limit", size+7)
			}
			for name, r := range map[string]io.Reader{
				"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "halves": iotest.HalfReader(strings.NewReader(text)),
			} {
				Expect(read(r, wire.Lines, wire.Limits{Line: 10})).To(Equal(want), "%s, %d bytes", name, size)
			}
		}
	})

	It("skips a line of 200 MB in bounded memory", func() {
		const size = 200 << 20
		text := io.MultiReader(strings.NewReader("{}\n\""), io.LimitReader(endless{}, size), strings.NewReader("\"\n[]\n"))
		before := allocated()
		Expect(read(text, wire.Lines, wire.Limits{})).
			To(Equal([]string{"1 1:0 {}", "2 2:3 limit", fmt.Sprintf("3 3:%d []", size+6)}))
		Expect(allocated()-before).To(BeNumerically("<", 4*wire.DefaultLine), "bytes allocated in all")
	})

	It("reads over any number of blank lines, and counts them", func() {
		for n := range 40 {
			for _, blank := range []string{"\n", " \t\n", "\r\n"} {
				text := "{}\n" + strings.Repeat(blank, n) + "[]\n" + strings.Repeat(blank, n) + "1"
				want := []string{"1 1:0 {}", fmt.Sprintf("2 %d:%d []", n+2, 3+n*len(blank)), fmt.Sprintf("3 %d:%d 1", 2*n+3, 6+2*n*len(blank))}
				Expect(lines(text)).To(Equal(want))
				Expect(read(iotest.HalfReader(strings.NewReader(text)), wire.Lines, wire.Limits{})).To(Equal(want))
			}
		}
	})

	It("holds a blank line to the limit, too", func() {
		text := "{}\n" + strings.Repeat(" ", 11) + "\n[]\n"
		Expect(read(strings.NewReader(text), wire.Lines, wire.Limits{Line: 10})).To(Equal([]string{"1 1:0 {}", "2 2:3 limit", "3 3:15 []"}))
	})

	It("names the limit that was broken", func() {
		reader := wire.NewReader(strings.NewReader("\"0123456789\"\n[[]]\n"), wire.Lines, wire.Limits{Line: 10, Depth: 1})
		_, long, _ := reader.Next()
		_, deep, _ := reader.Next()
		Expect(long.String()).To(Equal("line 1 (byte 0): limit: longer than 10 bytes"))
		Expect(deep.String()).To(Equal("line 2 (byte 13): limit: nested deeper than 1"))
	})

	It("gives what came before a failing read, then the failure, for good", func() {
		broken := errors.New("broken pipe")
		reader := wire.NewReader(io.MultiReader(strings.NewReader("{}\n{\"a\":"), iotest.ErrReader(broken)), wire.Lines, wire.Limits{})
		_, problem, err := reader.Next()
		Expect(err).NotTo(HaveOccurred())
		Expect(problem).To(BeNil())
		for range 2 {
			_, _, err = reader.Next()
			Expect(err).To(MatchError(broken))
		}
	})

	It("gives up on a reader that gives nothing", func() {
		_, _, err := wire.NewReader(idle{}, wire.Lines, wire.Limits{}).Next()
		Expect(err).To(MatchError(io.ErrNoProgress))
	})
})

// endless is a reader of x.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// idle is a reader that returns nothing and no error.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
