package wire_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
)

// documents reads an input to its end as a document.
func documents(r io.Reader, l wire.Limits) (records []wire.Record, problems []*wire.Problem, err error) {
	reader := wire.NewReader(r, wire.Document, l)
	for {
		record, problem, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return records, problems, nil
		}
		if err != nil {
			return records, problems, err
		}
		if problem != nil {
			problems = append(problems, problem)
		} else {
			records = append(records, record)
		}
	}
}

var _ = Describe("A document", func() {
	const pretty = "{\n  \"a\": [\n    1,\n    \"x\\ny\"\n  ]\n}"

	DescribeTable("is one record with its position, however it is written", func(before, after string) {
		for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader} {
			records, problems, err := documents(wrap(strings.NewReader(before+pretty+after)), wire.Limits{})
			Expect(err).NotTo(HaveOccurred())
			Expect(problems).To(BeEmpty())
			Expect(records).To(HaveLen(1))
			Expect(string(records[0].JSON)).To(Equal(pretty))
			Expect(records[0].Number).To(Equal(1))
			Expect(records[0].Line).To(Equal(1 + strings.Count(before, "\n")))
			Expect(records[0].Offset).To(BeEquivalentTo(len(before)))
		}
	},
		Entry("alone", "", ""), Entry("with a line end", "", "\n"), Entry("behind a byte order mark", "\ufeff", "\r\n"),
		Entry("behind blank lines", "\n\r\n \t", ""), Entry("behind both", "\ufeff\n", "\n\n"),
	)

	DescribeTable("is none where there is nothing", func(input string) {
		records, problems, err := documents(strings.NewReader(input), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(records).To(BeEmpty())
		Expect(problems).To(BeEmpty())
	}, Entry("at all", ""), Entry("but white space", " \n\t\r\n"), Entry("but a byte order mark", "\ufeff"))

	DescribeTable("that is none is a problem where it begins", func(input, reason string, line int) {
		records, problems, err := documents(strings.NewReader(input), wire.Limits{Line: 40, Depth: 3})
		Expect(err).NotTo(HaveOccurred())
		Expect(records).To(BeEmpty())
		Expect(problems).To(HaveLen(1))
		Expect(problems[0].Reason).To(Equal(reason))
		Expect(problems[0].Line).To(Equal(line))
		Expect(problems[0].Record).To(Equal(1))
	},
		Entry("because the input ends in it", "{\n\"a\":[1", wire.Truncated, 1),
		Entry("because a second one follows", "\n{}\n{}", wire.Malformed, 2),
		Entry("because it is no JSON", "{a}", wire.Malformed, 1),
		Entry("because it is no UTF-8", "\"\xff\"", wire.Malformed, 1),
		Entry("because it is too deep", "[[[[1]]]]", wire.LimitBroken, 1),
		Entry("because it is too long", "[\""+strings.Repeat("x", 40)+"\"]", wire.LimitBroken, 1),
		Entry("because it is too long with its white space", strings.Repeat(" ", 50)+"[]", wire.LimitBroken, 1),
	)

	It("may be as long as the limit, byte order mark apart, because the limit is the user's", func() {
		text := "[\"" + strings.Repeat("x", 36) + "\"]"
		for _, mark := range []string{"", "\ufeff"} {
			records, problems, err := documents(strings.NewReader(mark+text), wire.Limits{Line: 40})
			Expect(err).NotTo(HaveOccurred())
			Expect(problems).To(BeEmpty())
			Expect(records).To(HaveLen(1))
		}
	})

	It("is read to its end although it is too long, because what fails there must be told", func() {
		broken := errors.New("broken")
		_, problems, err := documents(io.MultiReader(strings.NewReader(strings.Repeat("x", 100)), iotest.ErrReader(broken)), wire.Limits{Line: 10})
		Expect(err).To(MatchError(broken))
		Expect(problems).To(BeEmpty())
	})

	It("stays failed where its reader failed", func() {
		broken := errors.New("broken")
		reader := wire.NewReader(iotest.ErrReader(broken), wire.Document, wire.Limits{})
		for range 2 {
			_, _, err := reader.Next()
			Expect(err).To(MatchError(broken))
		}
	})

	It("is written as one line, and only alone", func() {
		text, err := wire.AppendAll(nil, wire.Document, [][]byte{[]byte(pretty)})
		Expect(err).NotTo(HaveOccurred())
		Expect(string(text)).To(Equal("{\"a\":[1,\"x\\ny\"]}\n"))
		_, err = wire.AppendAll(nil, wire.Document, [][]byte{[]byte("{}"), []byte("{}")})
		Expect(err).To(MatchError(ContainSubstring("2 records")))
		records, _, err := documents(bytes.NewReader(text), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(records).To(HaveLen(1))
	})
})
