package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/lanes"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/words"
)

// checkPage writes the page of a trace: what check says, and the lanes. It reads the
// stream once more.
func (c console) checkPage(ctx context.Context, file *os.File, place trace.Place, r *trace.Reading, f *checkFlags) error {
	from, err := trace.Open(input.Until(ctx, file), f.Options)
	if err != nil {
		return err
	}
	defer from.Close()
	stream := page.NewTrace(from.Features, lanes.Options{})
	stopped := ""
	for batch, err := range from.Batches() {
		if err == nil {
			err = stream.Add(&batch)
		}
		if err != nil {
			stopped = "the reading breaks off"
			break
		}
	}
	if _, err := stream.End(from.Cause(), stopped); err != nil {
		return err
	}
	var said strings.Builder
	if err := r.Print(&said, f.lines); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	head := page.Head{Command: "check", Title: r.Dialect + ", trace " + words.Line(place.Name), Check: said.String()}
	head.Verdict, head.Passed = verdictLine(r.Verdict())
	return c.writePage(f.html, func(to io.Writer) error { return stream.Write(to, head) })
}

// verdictLine is the verdict on a trace in a line.
func verdictLine(v trace.Verdict) (line string, passed bool) {
	switch {
	case v.Passed:
		return "pass: " + v.Outcome, true
	case v.None:
		return "no verdict: " + strings.Join(v.Reasons, "; "), false
	}
	return "FAIL: " + strings.Join(v.Reasons, "; "), false
}
