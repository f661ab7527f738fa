package traces

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/document"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

// formats are the values of check's --format.
var formats = []string{"text", "json", "github", "sarif"}

// checkDocument checks all traces and writes one document.
func (c commands) checkDocument(ctx context.Context, places []trace.Place, f checkFlags) error {
	d, ended := c.document(ctx, places, f)
	write := map[string]func(io.Writer) error{"json": d.JSON, "github": d.GitHub, "sarif": d.SARIF}[f.format]
	if err := write(c.BareOut); err != nil {
		return console.Unreported(err)
	}
	return ended
}

// document reads all traces. The error has the exit code of the one that decides it.
func (c commands) document(ctx context.Context, places []trace.Place, f checkFlags) (*document.Document, error) {
	d, codes := &document.Document{Harness: runner.Harness, Traces: []document.Trace{}}, map[int]int{}
	for _, place := range places {
		reading, err := c.examine(ctx, place, f)
		code := console.CodeOf(err)
		codes[code]++
		add(d, place, reading, err)
		if code == console.Interrupted {
			break
		}
	}
	d.Exit = worst(codes)
	d.Verdict = verdicts[d.Exit]
	if d.Exit == console.Fine {
		return d, nil
	}
	return d, console.Printed(d.Exit)
}

// add adds a trace to a document; err is how its check ended.
func add(d *document.Document, place trace.Place, reading *trace.Reading, err error) {
	t := document.Trace{Name: words.Line(place.Name), File: cmp.Or(place.Stream, place.Name), Verdict: verdicts[console.CodeOf(err)]}
	t.Begin = place.Beginnings()
	why := ""
	if err != nil && err.Error() != "" {
		why = strings.TrimPrefix(err.Error(), "trace "+words.Line(place.Name)+": ")
	}
	d.Add(t, reading, why)
}

// annotate writes what a check found as annotations, in a step of a GitHub workflow.
func (c commands) annotate(d *document.Document, err error) error {
	if d == nil {
		return err
	}
	return errors.Join(err, d.GitHub(c.BareErr))
}

// verdicts are the words of a document, by exit code.
var verdicts = map[int]string{console.Fine: "pass", console.Failed: "fail", console.Usage: "none", console.Incomplete: "part", console.Interrupted: "stop"}

// examine reads one trace and returns how its check ends. The reading is nil if there
// is none.
func (c commands) examine(ctx context.Context, place trace.Place, f checkFlags) (*trace.Reading, error) {
	file, err := c.open(ctx, place, &f)
	if err != nil {
		return nil, unread(place, err)
	}
	defer file.Close()
	reading, err := readTrace(ctx, file, &f)
	if trace.None(err) {
		return nil, unread(place, err)
	}
	return reading, judged(ctx, place, reading, err, false)
}

// worst returns the exit code that decides.
func worst(codes map[int]int) int {
	for _, code := range console.Precedence {
		if codes[code] > 0 {
			return code
		}
	}
	return console.Fine
}
