package dialects_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A speech is a good stream of a dialect in one variant.
type speech struct {
	name    string
	codec   wire.Codec
	variant string
	framing wire.Framing
	records [][]byte
}

// everyVariant calls with each dialect in each of its variants.
func everyVariant(call func(name string, c wire.Codec, variant string)) {
	for _, c := range dialects.Generated() {
		variants := c.Variants()
		if len(variants) == 0 {
			variants = []string{""}
		}
		for _, v := range variants {
			call(c.Features(v).Dialect, c, v)
		}
	}
}

// speak is the first generated story from a seed on that the variant can tell,
// of at least eight records.
func speak(c wire.Codec, variant string, seed uint64) speech {
	var failed error
	for end := seed + 400; seed < end; seed++ {
		p := perform.Generate(c.Features(variant), perform.Clean, seed)
		records, err := wire.EncodeStream(c, variant, p.Stream)
		if err != nil {
			failed = err
		} else if len(records) >= 8 {
			return speech{c.Features(variant).Dialect, c, variant, c.Framing(variant), records}
		}
	}
	Expect(failed).NotTo(HaveOccurred(), "nothing can be told in %s", c.Features(variant).Dialect)
	return speech{}
}

// raw is a text in the place of a record, as bytes of the stream.
func (s *speech) raw(text string) string {
	switch s.framing {
	case wire.SSE:
		return "data: " + text + "\n\n"
	case wire.Coded:
		return "0:" + text + "\n"
	}
	return text + "\n"
}

// bytes are records in the framing.
func (s *speech) bytes(records [][]byte) string {
	text, err := wire.AppendAll(nil, s.framing, records)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// eventLines is what the events say, but for metadata and what repeats a record: what
// a dialect does with members that it does not know is its own matter.
func eventLines(events []spec.Event) []string {
	all := make([]string, len(events))
	for i := range events {
		e := &events[i]
		all[i] = fmt.Sprintf("%d %s session %q parent %v message %q call %q slot %q name %q turn %q status %q text %q args %q",
			e.Record, e.Kind, e.Session, e.Parent, e.Message, e.Call, e.Slot, e.Name, e.Turn, e.Status, e.Text, e.Args)
	}
	return all
}

// moved are events whose records behind one have moved down by one.
func moved(events []spec.Event, behind int) []spec.Event {
	all := append([]spec.Event(nil), events...)
	for i := range all {
		if all[i].Record > behind {
			all[i].Record++
		}
	}
	return all
}

// envelopes are what stands before the data or value in the records of a
// framing.
var envelopes = map[wire.Framing]string{wire.SSE: `"data":`, wire.Coded: `"value":`}

// with is the record with more members in its first object, of the data or value
// where it has an envelope; the record itself where that is none.
func (s *speech) with(record []byte, members string) []byte {
	before, rest, ok := strings.Cut(string(record), envelopes[s.framing])
	open := len(rest) - len(strings.TrimLeft(rest, "[ "))
	if !ok || !strings.HasPrefix(rest[open:], "{") {
		return record
	}
	if rest[open+1] != '}' {
		members += ","
	}
	return []byte(before + envelopes[s.framing] + rest[:open+1] + members + rest[open+1:])
}
