package relationtest

import "math/rand/v2"

// Rechunk cuts the bytes of a stream into transport chunks: one chunk, one
// chunk per byte, or chunks at places that the seed draws, also inside
// characters, line ends and numbers. The chunks share the memory of text. None
// is empty, and joined they are text. A reader must find the same records for
// all cuts (relation rechunk-transport, rule wire/chunk-invariant).
func Rechunk(text []byte, seed uint64) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 10))
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
