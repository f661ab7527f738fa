package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// A Chunk is a stretch of a raw stream as one read of the transport gave it. On
// the wire it is a string, or {"base64":"…"} where it is no UTF-8.
type Chunk []byte

type base64Chunk struct {
	Base64 *[]byte `json:"base64"`
}

// MarshalJSON writes a string where the bytes are UTF-8.
func (c Chunk) MarshalJSON() ([]byte, error) {
	if utf8.Valid(c) {
		return json.Marshal(string(c))
	}
	b := []byte(c)
	return json.Marshal(base64Chunk{Base64: &b})
}

// UnmarshalJSON reads either form.
func (c *Chunk) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte{'"'}) {
		var s string
		err := json.Unmarshal(b, &s)
		*c = Chunk(s)
		return err
	}
	var wrapped base64Chunk
	if err := json.Unmarshal(b, &wrapped); err != nil {
		return err
	}
	if wrapped.Base64 == nil {
		return errors.New(`a chunk is a string or {"base64":"…"}`)
	}
	*c = *wrapped.Base64
	return nil
}

func bare(dialect string) string {
	name, _, _ := strings.Cut(dialect, ":")
	return name
}
