package wire

// A VariantSniffer is a Codec that can tell its variants by their records.
type VariantSniffer interface {
	// SniffVariant is the variant that the records (the first of a stream, at
	// most 20) are of, "" for the default, and why.
	SniffVariant(records [][]byte) (variant, why string)
}
