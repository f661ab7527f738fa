package perform

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// AtEnd is the position after the end of input.
const AtEnd = -1

// Records is the number of the case's records.
func (c *Case) Records() int {
	if len(c.said) == 0 {
		return 0
	}
	return c.said[len(c.said)-1].Record
}

// Expected is the transcript after a record (0 is before the first, AtEnd after
// the end of input), read off the scenario. It is false where the stream does
// not determine the answer.
func (c *Case) Expected(record int, p spec.Policies) (spec.Transcript, bool) {
	if record == AtEnd {
		return scenario.Expected(c.Scenario, c.said, c.Stream.End, p)
	}
	return scenario.Expected(c.Scenario, upTo(c.said, record), "", p)
}
