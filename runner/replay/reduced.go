package replay

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// InWords is a stream in words: a line an event, under its record's number, with
// what does not matter in it.
func InWords(s *spec.Stream, free []shrink.Mark) string {
	var b strings.Builder
	for i := range s.Events {
		fmt.Fprintf(&b, "%4d  %s", s.Events[i].Record, words.Line(words.Event(s.Events[i:i+1])))
		var any []string
		for _, m := range free {
			if m.Event == i {
				any = append(any, m.Field)
			}
		}
		if len(any) > 0 {
			fmt.Fprintf(&b, "  (any %s)", strings.Join(any, ", "))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "      the input ends: %s\n", s.End)
	return b.String()
}

// reduced tells how far a case was reduced.
func reduced(s *attribute.Shrunk, c *plan.Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "reduced from %d records (%d events) to %d (%d) in %d runs", s.Records, s.Events, len(c.Records), len(c.Stream.Events), s.Runs)
	if s.Stopped {
		b.WriteString("; the budget ended the reduction before it was done")
	}
	return b.String()
}
