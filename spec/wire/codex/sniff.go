package codex

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

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
