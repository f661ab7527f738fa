package claudecode

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// Sniff counts the frames that look like this dialect's.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "frames of stream-json or records of a session file", func(record []byte) int {
		t, ok := reading.TraitOf(record)
		if !ok {
			return wire.Foreign
		}
		return t.Score()
	})
}

// SniffVariant implements wire.VariantSniffer: stream events come with partial
// messages only. Records of a session file are never in a stream.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		t, ok := reading.TraitOf(record)
		switch {
		case !ok:
		case t.Kept():
			return reading.Session, "records of a session file"
		case t.Kind == "stream_event":
			return reading.Partial, "a stream_event"
		}
	}
	return reading.Full, "no stream_event"
}
