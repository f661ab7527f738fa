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
		return f.Get("payload").Kind() == '{'
	}
	return false
}

// frameOf reads a record by itself; false if it has no type.
func frameOf(record []byte) (f frame, ok bool) {
	var e scan.Envelope
	if e.Read(record, wire.MaxDepth) != nil {
		return f, false
	}
	ok = f.read(e.Object)
	return f, ok
}

// SniffVariant implements wire.VariantSniffer.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		if f, ok := frameOf(record); ok && f.rollout() {
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
	f, ok := frameOf(record)
	if !ok || f.kind != metaLine {
		return ""
	}
	version, _ := f.Get("payload").Get("cli_version").Text()
	return version
}

// Sniff counts the records that are this dialect's beyond doubt (a thread that
// starts, an item, a turn with its usage or its failure) and those that may be
// (a turn that starts, an error with a message).
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "threads, turns or items", likely)
}

func likely(record []byte) int {
	f, ok := frameOf(record)
	switch {
	case !ok:
		return wire.Foreign
	case f.rollout():
		return wire.Certain
	}
	switch f.kind {
	case "thread.started":
		return where(f.Get("thread_id").Kind() == '"', wire.Certain)
	case "item.started", "item.updated", "item.completed":
		return where(f.Get("item").Get("type").Kind() == '"', wire.Certain)
	case "turn.completed":
		return where(f.Get("usage").Get("output_tokens").Kind() == '0', wire.Certain)
	case "turn.failed":
		return where(f.Get("error").Get("message").Kind() == '"', wire.Certain)
	case "turn.started":
		return wire.Shared
	case "error":
		return where(f.Get("message").Kind() == '"', wire.Shared)
	}
	return wire.Foreign
}

func where(ok bool, score int) int {
	if ok {
		return score
	}
	return wire.Foreign
}
