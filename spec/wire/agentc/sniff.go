package agentc

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the frames of a known type. Types that other dialects have, too,
// count where the frame has a session field or flag of this one; without one
// frame that is this dialect's beyond doubt the score stays below 50.
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
	return score, fmt.Sprintf("of %d frames %d are of its own types, %d of types that others have, too", len(records), sure, likely)
}

// sniff is 2 for a frame that is Agent C's beyond doubt, 1 for one that may be,
// else 0.
func sniff(record []byte) int {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return 0
	}
	var f frame
	if !f.read(v) || !f.known() || f.wrong != "" {
		return 0
	}
	if telltale[f.kind] > 0 || f.user.OK || f.active != "" && f.session.OK {
		return 2
	}
	return 1
}
