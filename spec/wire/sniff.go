package wire

import "fmt"

// A VariantSniffer is a Codec that can tell its variants by their records.
type VariantSniffer interface {
	// SniffVariant is the variant that the records (the first of a stream, at
	// most 20) are of, "" for the default, and why.
	SniffVariant(records [][]byte) (variant, why string)
}

// How likely a record is of a dialect, for Sniff.
const (
	Foreign = 0   // of another dialect, or of none
	Shared  = 40  // other dialects have such records, too
	Certain = 100 // no other dialect has such a record
)

// Sniff scores the first records of a stream: the share of them that the dialect
// may have, in percent, but no more than its likeliest record. what says in the
// reason what the records are.
func Sniff(records [][]byte, what string, likely func(record []byte) int) (score int, why string) {
	known, best := 0, Foreign
	for _, record := range records {
		if l := likely(record); l > Foreign {
			known++
			best = max(best, l)
		}
	}
	if len(records) == 0 {
		return 0, "no records"
	}
	return min(best, 100*known/len(records)), fmt.Sprintf("%d of %d records are %s", known, len(records), what)
}
