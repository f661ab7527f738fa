package wire

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// Text is a string's text, "" of anything else. It shares no memory with the record, so
// that it may stay beyond it.
func Text(v scan.Value) string {
	text, _ := v.Text()
	return strings.Clone(text)
}

// Verbatim is a value as it came, nil where it is absent or null.
func Verbatim(v scan.Value) json.RawMessage {
	if v.None() {
		return nil
	}
	return json.RawMessage(v)
}
