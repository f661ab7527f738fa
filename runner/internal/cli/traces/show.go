package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// showFlags are the flags of show.
type showFlags struct {
	options.ReadingFlags
	from, to, width int
	html            string
	sessions        []string
}

const showLong = `Draw a stream: time runs downwards, and each session has a lane.

A FILE is a recorded stream as quock check takes it (a file, compressed or not, a folder with one
recording, or - for standard input), a replay file of a run or a campaign, a distilled fixture, a
written case, an entry of a campaign's corpus, or the token of a case.

Each line of the drawing gives the lines of the stream that it covers, the lane (A, B, …), and what
happens. A child's lane begins at the call that made it, and ends at that call's result. Pieces of one
text, of the arguments of one call, or of notes are folded into one line. An anomaly or a broken rule
for producers stands where it happens, after "!". If it is only known at the end, it stands there, with
the line at which it began.

A lane is dotted between the turns of its session, and is used again after its session has ended. If
all lanes are taken, further sessions share the last one, "+".

--from and --to are lines of the stream, as quock check prints them (records, if the stream has no
lines). quock reads everything before --from too, to know what is open there, and nothing after --to.
Colours are off if the output is not a terminal, or if NO_COLOR is set.

Exit codes: 0 the stream was drawn, whatever it shows; 2 it cannot be read, or it has no such range or
session; 3 reading broke off (a limit, a disk error); 130 interrupted.`

func (c commands) show() *cobra.Command {
	f := &showFlags{}
	cmd := &cobra.Command{
		Use:   "show [flags] FILE",
		Short: "Draw a stream with one lane for each session",
		Long:  showLong,
		Example: `  quock show trace.jsonl
  quock show --from 1200 --to 1300 trace.jsonl.zst
  quock show --html trace.html trace.jsonl
  quock show --session toolu_01 trace.jsonl | less -R`,
		Args: console.Arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.valid(); err != nil {
				return console.Misuse(cmd, err)
			}
			return c.showOne(cmd.Context(), args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.from, "from", 0, "the first `line` to draw")
	flags.IntVar(&f.to, "to", 0, "the last `line` to draw")
	flags.StringArrayVar(&f.sessions, "session", nil, "draw only the session with this `id`; may be repeated")
	options.AddHTML(flags, &f.html, "write the drawing, with search, filters and every record,")
	flags.IntVar(&f.width, "width", 0, "the most `columns` of a line (default: the terminal's, else COLUMNS, else 100)")
	f.ReadingFlags.Add(flags, "max-line", math.MaxInt)
	return cmd
}

// valid refuses an empty range, and a width that is too small.
func (f *showFlags) valid() error {
	switch {
	case f.from < 0 || f.to < 0:
		return errors.New("--from and --to are lines, from 1")
	case f.to > 0 && f.from > f.to:
		return fmt.Errorf("--from %d is after --to %d", f.from, f.to)
	case f.width != 0 && f.width < lanes.Narrowest:
		return fmt.Errorf("--width %d: give %d or more", f.width, lanes.Narrowest)
	}
	return nil
}

// showOne draws one stream.
func (c commands) showOne(ctx context.Context, name string, f *showFlags) error {
	shown, err := input.Watch(ctx, c.In, name, f.Options)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	defer shown.Close()
	width := f.width
	if width == 0 {
		width = terminal.Columns(c.BareOut)
	}
	title := shown.Features.Dialect + ", " + shown.About
	o := lanes.Options{
		Width: width, Color: terminal.Colored(c.BareOut, c.Color()), From: f.from, To: f.to, Sessions: f.sessions, Title: title,
	}
	var drawing drawn
	paged := page.NewTrace(shown.Features, o)
	if drawing = paged; f.html == "" {
		drawing = lanes.New(c.BareOut, shown.Features, o)
	}
	err = shown.Each(drawing.Add)
	stats, ended := drawing.End(shown.Cause(), stopped(err, f))
	switch {
	case ctx.Err() != nil:
		return console.Exit(console.Interrupted, fmt.Errorf("%s: interrupted behind line %d", shown.About, stats.Last))
	case ended != nil:
		return ended
	case errors.Is(err, trace.ErrEmpty):
		return console.Exit(console.Usage, fmt.Errorf("%s: %w", shown.About, err))
	case err != nil && !errors.Is(err, lanes.ErrBehind):
		return console.Exit(console.Incomplete, fmt.Errorf("%s: %w", shown.About, err))
	}
	if err := drawing.Nothing(); err != nil {
		return console.Exit(console.Usage, fmt.Errorf("%s: %w", shown.About, err))
	}
	if f.html == "" {
		return nil
	}
	return c.WritePage(f.html, func(to io.Writer) error { return paged.Write(to, page.Head{Command: "show", Title: title}) })
}

// drawn is what a stream is drawn by: a drawing for a terminal, or a page.
type drawn interface {
	Add(b *wire.Batch) error
	End(cause spec.Cause, stopped string) (lanes.Stats, error)
	Nothing() error
}

// stopped returns why the drawing ends before the stream; "" if it does not.
func stopped(err error, f *showFlags) string {
	switch {
	case errors.Is(err, lanes.ErrBehind):
		return fmt.Sprintf("line %d is the last that was asked for; the stream goes on", f.to)
	case err != nil:
		return "the reading breaks off"
	}
	return ""
}
