package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario/expected"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// Records is the number of the case's records.
func (c *Case) Records() int {
	if len(c.Edits) > 0 {
		return c.Stream.Records()
	}
	return lastRecord(c.emitted)
}

// lastRecord is the number of the last record.
func lastRecord(emitted []script.Emitted) int {
	if len(emitted) == 0 {
		return 0
	}
	return emitted[len(emitted)-1].Record
}

// Expected is the transcript after a record (0 is before the first, spec.AtEnd after
// the end of input), read off the scenario. It is false where the stream does
// not determine the answer, and where it was damaged by more than other names.
func (c *Case) Expected(record int, p spec.Policies) (spec.Transcript, bool) {
	if len(c.Edits) == 0 {
		return c.constructed(record, p)
	}
	if c.harmed() {
		return spec.Transcript{}, false
	}
	t, ok := c.constructed(record, p)
	return c.Edits.Rename(&t), ok
}

func (c *Case) constructed(record int, p spec.Policies) (spec.Transcript, bool) {
	if record == spec.AtEnd {
		return expected.Transcript(c.Scenario, c.emitted, c.Stream.End, p)
	}
	return expected.Transcript(c.Scenario, upTo(c.emitted, record), "", p)
}
