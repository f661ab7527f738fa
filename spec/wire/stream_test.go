package wire_test

import (
	"errors"
	"io"
	"strings"
	"testing/iotest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

const threeLines = `{"kind":"turn.start","turn":"t1"}

{"kind":
{"kind":7}
{"kind":"text","text":"a"}`

var _ = Describe("decoding a stream", func() {
	It("gives one batch a record, problems in their place and with their position", func() {
		var got []string
		var records []int
		for batch, err := range wire.Decode(neutral.New(), "", strings.NewReader(threeLines), wire.Limits{}) {
			Expect(err).NotTo(HaveOccurred())
			records = append(records, batch.Record.Number)
			for _, e := range batch.Events {
				Expect(e.Record).To(Equal(batch.Record.Number))
				got = append(got, e.Kind.String())
			}
			if batch.Problem != nil {
				Expect(batch.Events).To(BeEmpty())
				got = append(got, batch.Problem.String())
			}
		}
		Expect(records).To(Equal([]int{1, 2, 3, 4}))
		Expect(got).To(Equal([]string{
			"turn.start", "line 3 (byte 35): malformed: the JSON text ends too early at byte 8",
			"line 4 (byte 44): malformed: no object with a kind", "text",
		}))
	})

	It("gives the whole stream, and the problems apart", func() {
		stream, problems, err := wire.DecodeAll(neutral.New(), "", strings.NewReader(threeLines), wire.Limits{})
		Expect(err).NotTo(HaveOccurred())
		Expect(stream.Features.Dialect).To(Equal("neutral"))
		Expect(stream.End).To(Equal(spec.EOF))
		Expect(stream.Records()).To(Equal(4))
		Expect(problems).To(HaveLen(2))
		Expect([]int{problems[0].Line, problems[1].Line}).To(Equal([]int{3, 4}))
	})

	It("ends with what the reader failed with, keeping what came before", func() {
		broken := errors.New("broken pipe")
		r := io.MultiReader(strings.NewReader(threeLines+"\n"), iotest.ErrReader(broken))
		stream, problems, err := wire.DecodeAll(neutral.New(), "", r, wire.Limits{})
		Expect(err).To(MatchError(broken))
		Expect(stream.Events).To(HaveLen(2))
		Expect(problems).To(HaveLen(2))
	})

	It("stops where its reader stops", func() {
		for range wire.Decode(neutral.New(), "", strings.NewReader(threeLines), wire.Limits{}) {
			break
		}
	})
})

var _ = Describe("encoding a stream", func() {
	encode := func(events ...spec.Event) ([][]byte, error) {
		return wire.EncodeStream(neutral.New(), "", spec.Stream{Events: events})
	}

	It("writes record n as element n-1", func() {
		records, err := encode(spec.Event{Kind: spec.UserTurn, Record: 1}, spec.Event{Kind: spec.Cancel, Record: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(records).To(HaveExactElements(BeEquivalentTo(`{"kind":"user.turn"}`), BeEquivalentTo(`{"kind":"cancel"}`)))
	})

	DescribeTable("refuses numbers that leave one out", func(numbers ...int) {
		var events []spec.Event
		for _, n := range numbers {
			events = append(events, spec.Event{Kind: spec.Cancel, Record: n})
		}
		_, err := encode(events...)
		Expect(err).To(MatchError(ContainSubstring("the next event is of record")))
	},
		Entry("at the start", 2), Entry("in the middle", 1, 3), Entry("backwards", 1, 2, 1), Entry("none at all", 0),
	)

	It("says which record and field the dialect cannot say", func() {
		_, err := encode(spec.Event{Kind: spec.Cancel, Record: 1}, spec.Event{Kind: spec.Text, Text: "\xff", Record: 2})
		Expect(err).To(MatchError("wire: encode record 2 as neutral: neutral: text: text is no UTF-8"))
	})

	It("gives nothing for nothing", func() {
		Expect(encode()).To(BeEmpty())
	})
})
