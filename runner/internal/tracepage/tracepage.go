// Package tracepage checks a recorded trace for a page.
//
// Goals: check --html and the page that a trace is dropped on say the same, in the same
// bytes. Non-goals: finding and opening traces; how the page looks (package page).
package tracepage

import (
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/spec/words"
)

// Write writes the page of a trace that was read: its verdict, what check says in at most
// so many lines of sessions, and the lanes. It reads the stream once more. If the reading
// broke off, broken says why: then there is no verdict, and check says nothing. The error
// is that of reading or of writing.
func Write(to io.Writer, stream io.ReadSeeker, name string, r *trace.Reading, broken error, o trace.Options, lines int) error {
	from, err := trace.Open(stream, o)
	if err != nil {
		return err
	}
	defer from.Close()
	drawn := page.NewTrace(from.Features, lanes.Options{})
	stopped := ""
	for batch, err := range from.Batches() {
		if err == nil {
			err = drawn.Add(&batch)
		}
		if err != nil {
			stopped = "the reading breaks off"
			break
		}
	}
	if _, err := drawn.End(from.Cause(), stopped); err != nil {
		return err
	}
	head := page.Head{Command: "check", Title: r.Dialect + ", trace " + words.Line(name)}
	if err := judged(&head, r, broken, lines); err != nil {
		return err
	}
	return drawn.Write(to, head)
}

// judged fills in what check says of a reading, and its verdict.
func judged(h *page.Head, r *trace.Reading, broken error, lines int) error {
	if broken != nil {
		h.Verdict = "no verdict: " + broken.Error()
		return nil
	}
	var text strings.Builder
	if err := r.Print(&text, lines); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	h.Check = text.String()
	h.Verdict, h.Passed = Verdict(r.Verdict())
	return nil
}

// Verdict is the verdict on a trace in a line.
func Verdict(v trace.Verdict) (line string, passed bool) {
	switch {
	case v.Passed:
		return "pass: " + v.Outcome, true
	case v.None:
		return "no verdict: " + strings.Join(v.Reasons, "; "), false
	}
	return "FAIL: " + strings.Join(v.Reasons, "; "), false
}
