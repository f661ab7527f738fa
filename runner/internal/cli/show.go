package cli

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/lanes"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
)

// showFlags are the flags of show, as they were given.
type showFlags struct {
	trace.Options
	from, to, width int
	sessions        []string
	color           string
}

const showLong = `Draw a stream: time runs downwards, and each session has a lane.

A FILE is a recorded stream as quock check takes it (a file, perhaps compressed, a folder with one
recording, or - for standard input), a replay file that a run or a campaign left, a distilled fixture,
a written case, an entry of a campaign's corpus, or the token of a case.

A line says in front which lines of the stream it tells of, then whose lane speaks (A, B, …), then
what happens. A child's lane begins beside the call that made it, and its result is tied back to it.
What comes in pieces is one line, however many there are: a text, the arguments of a call, notes.
What the model reports, and what breaks a rule for producers, stands where it happens, behind "!"; what
is only known at the end stands there, with the line at which it began.

A lane is dotted between the turns of its session, and used again when that has ended. Sessions that
find none share the last lane, "+".

--from and --to are lines of the stream, as quock check names them (records, where a stream has no
lines of its own). What stands before --from is read all the same, since it says what is open there;
behind --to nothing is read. Colours are off where the output is no terminal, or NO_COLOR is set.

Exit codes: 0 it was drawn, whatever it shows; 2 it cannot be read, or there is nothing of that range
or session in it; 3 the reading broke off (a limit, a disk); 130 interrupted.`

func (c console) show() *cobra.Command {
	f := &showFlags{}
	cmd := &cobra.Command{
		Use:   "show [flags] FILE",
		Short: "Draw a stream as lanes, one a session, folded to what happens",
		Long:  showLong,
		Example: `  quock show trace.jsonl
  quock show --from 1200 --to 1300 trace.jsonl.zst
  quock show --session toolu_01 trace.jsonl | less -R`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.valid(); err != nil {
				return misuse(cmd, err)
			}
			return c.showOne(cmd.Context(), args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.from, "from", 0, "the first `line` to draw")
	flags.IntVar(&f.to, "to", 0, "the last `line` to draw")
	flags.StringArrayVar(&f.sessions, "session", nil, "draw the session of this `id` only; may be given again")
	flags.IntVar(&f.width, "width", 0, "how many `columns` a line has at most (default: the terminal's, else COLUMNS, else 100)")
	flags.StringVar(&f.color, "color", "auto", "`when` to colour: auto, always or never")
	flags.StringVar(&f.Dialect, "dialect", "", "the `dialect` of a recorded stream, bare or with a variant, instead of finding it by content")
	flags.IntVar(&f.Limits.Line, "max-line", wire.DefaultLine, "the longest line, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", math.MaxInt, "how many `records` of a recorded stream are read (default: all)")
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "how many `bytes` of a recorded stream are read, unpacked")
	return cmd
}

// valid refuses what nothing can be drawn of, or in.
func (f *showFlags) valid() error {
	switch {
	case f.from < 0 || f.to < 0:
		return errors.New("--from and --to are lines, from 1")
	case f.to > 0 && f.from > f.to:
		return fmt.Errorf("--from %d is behind --to %d", f.from, f.to)
	case f.width != 0 && f.width < lanes.Narrowest:
		return fmt.Errorf("--width %d: give %d or more", f.width, lanes.Narrowest)
	case f.color != "auto" && f.color != "always" && f.color != "never":
		return fmt.Errorf("--color %q: give auto, always or never", f.color)
	}
	return (&checkFlags{Options: f.Options}).valid()
}

// showOne draws one stream.
func (c console) showOne(ctx context.Context, name string, f *showFlags) error {
	shown, err := c.watch(ctx, name, f)
	if err != nil {
		return exit(exitUsage, err)
	}
	defer shown.close()
	drawing := lanes.New(c.bareOut, shown.features, lanes.Options{
		Width: c.columns(f.width), Color: c.colors(f.color), From: f.from, To: f.to, Sessions: f.sessions,
		Title: shown.features.Dialect + ", " + shown.about,
	})
	err = shown.each(drawing.Add)
	stats, ended := drawing.End(shown.cause(), stopped(err, f))
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted, fmt.Errorf("%s: interrupted behind line %d", shown.about, stats.Last))
	case ended != nil:
		return ended
	case errors.Is(err, trace.ErrEmpty):
		return exit(exitUsage, fmt.Errorf("%s: %w", shown.about, err))
	case err != nil && !errors.Is(err, lanes.ErrBehind):
		return exit(exitIncomplete, fmt.Errorf("%s: %w", shown.about, err))
	}
	if err := drawing.Nothing(); err != nil {
		return exit(exitUsage, fmt.Errorf("%s: %w", shown.about, err))
	}
	return nil
}

// stopped says why the drawing ends before the stream, "" where it does not.
func stopped(err error, f *showFlags) string {
	switch {
	case errors.Is(err, lanes.ErrBehind):
		return fmt.Sprintf("line %d is the last that was asked for; the stream goes on", f.to)
	case err != nil:
		return "the reading breaks off"
	}
	return ""
}
