package codex

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the records that are this dialect's beyond doubt (a thread that
// starts, an item, a turn with its usage or its failure) and those that may be
// (a turn that starts, an error with a message); with none of the first the
// score stays below 50.
func (codec) Sniff(records [][]byte) (score int, why string) {
	sure, likely := 0, 0
	for _, record := range records {
		switch sniff(record) {
		case 2:
			sure++
		case 1:
			likely++
		}
	}
	if len(records) == 0 {
		return 0, "no records"
	}
	score = 100 * (sure + likely) / len(records)
	if sure == 0 {
		score = min(score, 40)
	}
	return score, fmt.Sprintf("of %d records %d are threads, items or ends of turns, %d may be", len(records), sure, likely)
}

// sniff is 2 for a record that is this dialect's beyond doubt, 1 for one that
// may be, else 0.
func sniff(record []byte) int {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return 0
	}
	var f frame
	if !f.read(v) {
		return 0
	}
	switch f.kind {
	case "thread.started":
		return verdict(f.threadID.Kind() == '"', 2)
	case "item.started", "item.updated", "item.completed":
		return verdict(f.object.Get("type").Kind() == '"', 2)
	case "turn.completed":
		return verdict(f.usage.Get("output_tokens").Kind() == '0', 2)
	case "turn.failed":
		return verdict(f.failure.Get("message").Kind() == '"', 2)
	case "turn.started":
		return 1
	case "error":
		return verdict(f.text.Kind() == '"', 1)
	}
	return 0
}

func verdict(ok bool, score int) int {
	if ok {
		return score
	}
	return 0
}
