package perform

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Story describes the case: the scenario, then what goes wrong on purpose,
// and how long the stream is.
func (c *Case) Story() string {
	var b strings.Builder
	b.WriteString(c.Scenario.Story())
	for _, h := range c.Faults {
		fmt.Fprintf(&b, "On purpose: %s%s, which bears %s.\n", strings.ReplaceAll(h.Name, "-", " "), where(h), h.Rule)
	}
	b.WriteString(c.Edits.Story())
	fmt.Fprintf(&b, "Told in %d records of %s.\n", c.Records(), c.Stream.Features.Dialect)
	if c.Stream.End == spec.Cut {
		b.WriteString("The transport breaks after the last record.\n")
	}
	return b.String()
}

// where says what a fault touches.
func where(h spec.Fault) string {
	var at []string
	if h.Call != "" {
		at = append(at, "call "+h.Call)
	}
	if h.Message != "" {
		at = append(at, "message "+h.Message)
	}
	if h.Session.OK && h.Session.ID != "" {
		at = append(at, "in "+h.Session.ID)
	}
	if len(at) == 0 {
		return ""
	}
	return " (" + strings.Join(at, " ") + ")"
}
