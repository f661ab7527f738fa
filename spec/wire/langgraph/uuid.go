package langgraph

import (
	"crypto/sha1"
	"encoding/hex"
)

// derived is a uuid (version 5, as the engine's task ids are) made of words, so
// that the same stream is always the same bytes.
func derived(words ...string) string {
	h := sha1.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	s := hex.EncodeToString(u)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
