package claudecode

import (
	"bytes"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Version is the version of Claude Code, which the record that begins a run
// bears (format reference, section 3.1).
func (codec) Version(record []byte) string {
	if !bytes.Contains(record, []byte("claude_code_version")) {
		return ""
	}
	v, fault := scan.Parse(record, wire.MaxDepth)
	if fault != nil || v.Kind() != '{' {
		return ""
	}
	if subtype, _ := v.Get("subtype").Text(); subtype != "init" {
		return ""
	}
	version, _ := v.Get("claude_code_version").Text()
	return version
}
