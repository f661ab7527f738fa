package traces

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// checkSame compares two records of one run, in all that both can say.
func (c commands) checkSame(ctx context.Context, places []trace.Place, f checkFlags) error {
	others := input.Find([]string{f.sameAs}, f.all)
	for _, found := range [][]trace.Place{places, others} {
		if len(found) != 1 {
			return console.Exit(console.Usage, fmt.Errorf("--same-as compares one record with another, and this is %s; name one of them", words.Counted(len(found), "trace")))
		}
	}
	a, err := c.record(ctx, places[0], f)
	if err != nil {
		return err
	}
	b, err := c.record(ctx, others[0], f)
	if err != nil {
		return err
	}
	both := trace.Compare(a, b)
	c.recordHead("A", places[0], a)
	c.recordHead("B", others[0], b)
	if len(both.Unsaid) > 0 {
		fmt.Fprintf(c.Out, "not compared, because only one of them says it: %s\n", strings.Join(both.Unsaid, "; "))
	}
	switch {
	case len(both.Differences) > 0:
	case both.Texts+both.Calls == 0:
		return console.Exit(console.Usage, errors.New("nothing was compared: no text and no call is in what both can say"))
	default:
		fmt.Fprintf(c.Out, "they agree: %s, %s, %s\n", words.Counted(both.Sessions, "session"), words.Counted(both.Texts, "text"), words.Counted(both.Calls, "call"))
		return nil
	}
	fmt.Fprintf(c.Out, "they differ in %s (- is A, + is B):\n", words.Counted(len(both.Differences), "place"))
	for i := range both.Differences {
		d := &both.Differences[i]
		d.Path = fmt.Sprintf("A %s, B %s: %s", lineOf(a, d.WantAt), lineOf(b, d.GotAt), d.Path)
	}
	if err := report.Diff(c.Out, both.Differences); err != nil {
		return console.Unreported(err)
	}
	return console.Printed(console.Failed)
}

// record reads a whole record of a run. How the run ended is no matter.
func (c commands) record(ctx context.Context, place trace.Place, f checkFlags) (*trace.Reading, error) {
	file, err := c.open(ctx, place, &f)
	if err != nil {
		return nil, unread(place, err)
	}
	defer file.Close()
	reading, err := readTrace(ctx, file, &f)
	switch {
	case ctx.Err() != nil:
		return nil, judged(ctx, place, reading, err, false)
	case err != nil:
		return nil, unread(place, err)
	case reading.Records == 0:
		return nil, unread(place, trace.ErrEmpty)
	}
	if v := reading.Verdict(); v.None {
		return nil, unread(place, errors.New(v.Reasons[0]))
	}
	return reading, nil
}

func (c commands) recordHead(name string, place trace.Place, r *trace.Reading) {
	bad := ""
	if r.Bad > 0 {
		bad = ", " + words.Counted(r.Bad, "place") + " that cannot be read"
	}
	fmt.Fprintf(c.Out, "%s: %s, %s, %s%s\n", name, words.Line(place.Name), r.Dialect, words.Counted(r.Records, "record"), bad)
	c.printParts(place)
}

// lineOf is where a record stands. One that is not there has no line.
func lineOf(r *trace.Reading, record int) string {
	if line := r.Line(record); line > 0 {
		return fmt.Sprintf("line %d", line)
	}
	return "nowhere"
}
