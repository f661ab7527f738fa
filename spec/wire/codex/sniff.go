package codex

import (
	"bytes"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// rollout reports whether a record is a line of a rollout file.
func (f *frame) rollout() bool {
	switch f.kind {
	case metaLine, contextLine, stateLine, usageLine, compactLine, responseLine, eventLine:
		return f.payload.Kind() == '{'
	}
	return false
}

// SniffVariant implements wire.VariantSniffer.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		v, err := scan.Parse(record, wire.MaxDepth)
		if f := (frame{}); err == nil && f.read(v) && f.rollout() {
			return Rollout, "a line of a session file"
		}
	}
	return "", "no line of a session file"
}

// Version is the version of Codex that a rollout file's first line names.
func (codec) Version(record []byte) string {
	if !bytes.Contains(record, []byte("cli_version")) {
		return ""
	}
	v, err := scan.Parse(record, wire.MaxDepth)
	if f := (frame{}); err != nil || !f.read(v) || f.kind != metaLine {
		return ""
	}
	version, _ := v.Get("payload").Get("cli_version").Text()
	return version
}

// Sniff counts the records that are this dialect's beyond doubt (a thread that
// starts, an item, a turn with its usage or its failure) and those that may be
// (a turn that starts, an error with a message).
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "threads, turns or items", likely)
}

func likely(record []byte) int {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return wire.Foreign
	}
	var f frame
	if !f.read(v) {
		return wire.Foreign
	}
	if f.rollout() {
		return wire.Certain
	}
	switch f.kind {
	case "thread.started":
		return where(f.threadID.Kind() == '"', wire.Certain)
	case "item.started", "item.updated", "item.completed":
		return where(f.object.Get("type").Kind() == '"', wire.Certain)
	case "turn.completed":
		return where(f.usage.Get("output_tokens").Kind() == '0', wire.Certain)
	case "turn.failed":
		return where(f.failure.Get("message").Kind() == '"', wire.Certain)
	case "turn.started":
		return wire.Shared
	case "error":
		return where(f.text.Kind() == '"', wire.Shared)
	}
	return wire.Foreign
}

func where(ok bool, score int) int {
	if ok {
		return score
	}
	return wire.Foreign
}
