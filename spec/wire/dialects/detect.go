package dialects

import (
	"bytes"
	"fmt"

	"github.com/quock-dev/quock/spec/wire"
)

// Sure is the score from which on a codec claims records for its dialect.
const Sure = 50

// Sample is how many records Detect looks at.
const Sample = 20

// Detect finds the dialect of a stream by its first records. Its procedure: ask
// every codec (Codec.Sniff); the highest score wins if it is Sure, no other codec
// has the same, and the records are of no format that is known and not read
// (Unread); then the codec tells its variant, where it can. Otherwise the codec is
// nil. The reasons are one line a dialect, and one for the variant or the format.
func Detect(records [][]byte) (c wire.Codec, variant string, reasons []string) {
	records = records[:min(len(records), Sample)]
	best, equal := Sure-1, false
	for _, candidate := range All() {
		score, why := candidate.Sniff(records)
		reasons = append(reasons, fmt.Sprintf("%s %d: %s", candidate.Name(), score, why))
		equal = equal && score <= best || score == best && c != nil
		if score > best {
			c, best = candidate, score
		}
	}
	if format := Unread(records); format != nil {
		return nil, "", append(reasons, "not read: "+format.Name)
	}
	if c == nil || equal {
		return nil, "", reasons
	}
	if sniffer, ok := c.(wire.VariantSniffer); ok {
		variant, why := sniffer.SniffVariant(records)
		if variant != "" {
			return c, variant, append(reasons, fmt.Sprintf("%s:%s: %s", c.Name(), variant, why))
		}
	}
	return c, "", reasons
}

// DetectText finds the dialect of a stream by the beginning of its bytes, which
// may end inside a record: it cuts them as lines, and if no dialect claims
// those, as server-sent events, then as coded lines, then as one document, which
// must be whole. A dialect is found only if it has that framing.
func DetectText(head []byte) (c wire.Codec, variant string, reasons []string) {
	for _, framing := range []wire.Framing{wire.Lines, wire.SSE, wire.Coded, wire.Document} {
		c, variant, why := Detect(sample(head, framing))
		if c != nil && c.Framing(variant) == framing {
			return c, variant, why
		}
		reasons = append(reasons, why...)
	}
	return nil, "", reasons
}

// sample is the first good records of a text.
func sample(head []byte, framing wire.Framing) [][]byte {
	var records [][]byte
	reader := wire.NewReader(bytes.NewReader(head), framing, wire.Limits{})
	for len(records) < Sample {
		record, problem, err := reader.Next()
		if err != nil {
			break
		}
		if problem == nil {
			records = append(records, bytes.Clone(record.JSON))
		}
	}
	return records
}
