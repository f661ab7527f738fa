package catalogue

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A shownDifference is where a deviation shows, in JSON. After is a record, or
// -1 for the end of input.
type shownDifference struct {
	Case        string            `json:"case"`
	After       int               `json:"after"`
	Differences []spec.Difference `json:"differences"`
}

// explainDeviation prints everything that is known of a deviation.
func (c commands) explainDeviation(name string, asJSON bool) error {
	d, ok := deviation.ByName(name)
	if !ok {
		return console.Exit(console.Usage, fmt.Errorf("no deviation %q%s; quock deviations lists them all", name, nearestDeviation(name)))
	}
	shows, err := matrix.Shows(d)
	if err != nil {
		return err
	}
	if asJSON {
		described := describeDeviation(&d)
		if shows != nil {
			described.Shows = &shownDifference{shows.Case, shows.Position, shows.Differences}
		}
		return c.printJSON(described)
	}
	fmt.Fprintf(c.Out, "%s (%s)\n\n%s\n", d.Name, d.Kind, d.Sentence)
	c.section("it breaks", ruleSentences(d.Rules))
	c.section("allowed by", d.Choice)
	c.section("it replaces the decision", d.Changes())
	c.section("public bugs, see quock zoo ID", strings.Join(d.Bugs, ", "))
	c.section("programs that have it", strings.Join(d.Programs, "\n"))
	if shows != nil {
		return c.drawShowing(shows)
	}
	return nil
}

func (c commands) section(title, text string) {
	if text != "" {
		fmt.Fprintf(c.Out, "\n%s:\n%s\n", title, console.Indent(text))
	}
}

func ruleSentences(ids []string) string {
	var b strings.Builder
	for _, id := range ids {
		rule, _ := spec.RuleByID(id)
		fmt.Fprintf(&b, "%s (%s): %s\n", rule.ID, rule.Level, rule.Sentence)
	}
	return b.String()
}

// mostDifferences is the largest number of differences that are printed.
const mostDifferences = 6

// drawShowing draws the stream on which a deviation shows, and prints what it
// would answer there.
func (c commands) drawShowing(s *matrix.Showing) error {
	where := "at the end"
	if s.Position != spec.AtEnd {
		where = fmt.Sprintf("after record %d", s.Position)
	}
	fmt.Fprintf(c.Out, "\nthe shortest written case on which it shows, %s:\n\n", where)
	if err := c.draw(c.Out, s); err != nil {
		return err
	}
	fmt.Fprintln(c.Out, "\n- as the reference answers, + with the deviation:")
	for i, d := range s.Differences {
		if i == mostDifferences {
			fmt.Fprintf(c.Out, "  and %d more differences\n", len(s.Differences)-i)
			break
		}
		fmt.Fprintf(c.Out, "  %s\n", d.Path)
		if d.Want != "" {
			fmt.Fprintf(c.Out, "    - %s\n", d.Want)
		}
		if d.Got != "" {
			fmt.Fprintf(c.Out, "    + %s\n", d.Got)
		}
	}
	_, err := fmt.Fprintf(c.Out, "\nthe case is %s\n", s.Case)
	return err
}

// draw draws the stream of a case with one lane for each session.
func (c commands) draw(to io.Writer, s *matrix.Showing) error {
	drawing := lanes.New(to, s.Stream.Features, lanes.Options{Width: terminal.Columns(to), Title: s.Stream.Features.Dialect})
	next := 0
	for record := 1; record <= s.Stream.Records(); record++ {
		b := &wire.Batch{}
		b.Record.Number = record
		for ; next < len(s.Stream.Events) && s.Stream.Events[next].Record <= record; next++ {
			b.Events = append(b.Events, s.Stream.Events[next])
		}
		if err := drawing.Add(b); err != nil {
			return err
		}
	}
	_, err := drawing.End(s.Stream.End, "")
	return err
}
