package wire_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// An echo gives a note with the text of each record; one without a text is a Problem.
type echo struct{ wire.Scanner }

func newEcho() *echo {
	e := &echo{}
	e.Scanner = wire.NewScanner(e.events, "inner")
	return e
}

func (e *echo) events(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	text, ok := e.Envelope.Inner("inner").Get("text").Text()
	if !ok {
		return append(dst, spec.Event{}), &wire.Problem{Reason: wire.Unsupported, Detail: "no text"}
	}
	return append(dst, spec.Event{Kind: spec.NoteEvent, Text: text}), nil
}

var _ = Describe("a scanner", func() {
	inner := func(text string) []byte { return fmt.Appendf(nil, `{"inner":{"text":%q}}`, text) }
	earlier := []spec.Event{{Text: "earlier"}}

	It("counts every record, and numbers its events and its problem", func() {
		for _, d := range []wire.Decoder{newEcho(), newEcho().Strict()} {
			events, problem := d.Decode(earlier, inner("a"))
			Expect(problem).To(BeNil())
			Expect(events).To(HaveExactElements(earlier[0], And(HaveField("Text", "a"), HaveField("Record", 1))))
			for i, bad := range []string{``, `{"inner":`, `{"inner":{}}`} {
				events, problem = d.Decode(earlier, []byte(bad))
				Expect(events).To(Equal(earlier))
				Expect(problem.Record).To(Equal(i + 2))
			}
			_, problem = d.Decode(nil, []byte(strings.Repeat("[", wire.MaxDepth+1)))
			Expect(problem).To(HaveField("Reason", wire.LimitBroken))
			events, _ = d.Decode(nil, inner("b"))
			Expect(events[0].Record).To(Equal(6))
		}
	})

	It("takes a line that is right, and leaves any other for Decode, uncounted", func() {
		d := newEcho()
		events, taken := d.DecodeLine(earlier, append([]byte(" \t"), inner("a")...), 9)
		Expect(taken).To(BeTrue())
		Expect(events).To(HaveExactElements(earlier[0], And(HaveField("Text", "a"), HaveField("Record", 1))))
		for _, other := range []string{`{"inner":{}}`, `{"inner":`, ``} {
			events, taken = d.DecodeLine(earlier, []byte(other), 9)
			Expect(taken).To(BeFalse())
			Expect(events).To(Equal(earlier))
		}
		_, taken = d.DecodeLine(nil, inner("a"), 1)
		Expect(taken).To(BeFalse(), "it is nested deeper")
		Expect(d.Number).To(Equal(1))
	})

	It("asks once for the events of a record that is a problem", func() {
		d, asked := newEcho(), 0
		d.Scanner = wire.NewScanner(func(dst []spec.Event) ([]spec.Event, *wire.Problem) {
			asked++
			return dst, &wire.Problem{Reason: wire.Malformed, Detail: fmt.Sprint("asked ", asked)}
		})
		for i, line := range []string{`{"inner":{}}`, ` {"inner":1} `, `{"inner":1}`} {
			_, taken := d.DecodeLine(earlier, []byte(line), 9)
			Expect(taken).To(BeFalse())
			events, problem := d.Decode(earlier, []byte(strings.TrimSpace(line)))
			Expect(events).To(Equal(earlier))
			Expect(*problem).To(Equal(wire.Problem{Record: i + 1, Reason: wire.Malformed, Detail: fmt.Sprint("asked ", i+1)}))
		}
		d.DecodeLine(earlier, []byte(`{"inner":1}`), 9)
		_, problem := d.Decode(earlier, []byte(`{"inner":2}`))
		Expect(problem).To(HaveField("Detail", "asked 5"), "another record")
		_, problem = d.Decode(earlier, []byte(`{"inner":2}`))
		Expect(problem).To(HaveField("Detail", "asked 6"), "the record once more")
	})

	It("has no fast path where it is asked for none", func() {
		_, fast := newEcho().Strict().(wire.FastDecoder)
		Expect(fast).To(BeFalse())
	})
})
