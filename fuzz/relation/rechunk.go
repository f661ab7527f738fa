package relation

// Rechunk cuts the bytes of a stream into transport chunks: into one, into one
// a byte, or at places that the seed draws, inside characters, line ends and
// numbers too. The chunks are parts of text, none is empty, and together they
// are text. Whatever the cuts, the records that a reader finds must be the same
// (relation rechunk-transport, rule wire/chunk-invariant).
func Rechunk(text []byte, seed uint64) [][]byte {
	rng := random(seed, 10)
	if len(text) == 0 {
		return nil
	}
	style, longest := rng.IntN(4), 1+rng.IntN(64)
	var chunks [][]byte
	for len(text) > 0 {
		n := len(text)
		switch style {
		case 1:
			n = 1
		case 2:
			n = 1 + rng.IntN(longest)
		case 3:
			n = 1 + rng.IntN(1+rng.IntN(4096))
		}
		n = min(n, len(text))
		chunks = append(chunks, text[:n:n])
		text = text[n:]
	}
	return chunks
}
