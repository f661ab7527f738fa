package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/words"
)

// checkFlags are what the command line says beside the traces.
type checkFlags struct {
	trace.Options
	all, brief, why bool
	// lines of the sessions are shown at most; 0 means all.
	lines int
}

const checkLong = `Say what a recorded stream means, and what its producer did wrong.

A TRACE is a file, - for standard input, or a folder. A file compressed with gzip or zstd is
unpacked. A folder with a stdout.jsonl in it is a recording: of what else lies there meta.json says
how the program was called, exit.json how it ended, and stderr.log is shown where something went
wrong. A folder with a .last-live-trace in it, or that file itself, means the trace that it points
to. Any other folder means every recording, and every file named *.jsonl, *.ndjson, *.json or *.sse,
below it.

One trace is shown whole: its sessions as a tree, each sub-agent below the call that made it, then
what is open, reported, broken and not understood, each with its line. Of several a line each is
shown, and how many passed: pass and FAIL are verdicts, none says that there is no trace, or that it is
not understood, part that the reading broke off.

The dialect is found by content. A format that is known and not read yet is named. Where more than a
tenth of the records are of a kind that the dialect does not have, there is no verdict. A terminal
event decides how a run ended, and no exit code speaks against it; where none came, the recording's
exit code says how the run broke off.

Exit codes, the first that applies: 130 interrupted; 2 a trace is missing, empty, binary, of an
unknown dialect, not understood or not to be read; 1 a run failed or was cancelled (the last of the
trace, or one before it), the last waits or is incomplete, part of it could not be read, or a MUST for
producers is broken that its format demands (any other is a note); 3 the reading broke off (a limit, a
disk); 0 none of these.`

func (c console) check() *cobra.Command {
	f := checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] TRACE...",
		Short: "Say what a recorded stream means, and what its producer did wrong",
		Long:  checkLong,
		Example: `  quock check trace.jsonl
  quock check recordings/codex/20260102-030405-a1b2
  quock check --brief recordings
  quock check --dialect langgraph:python stream.sse.gz`,
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.valid(); err != nil {
				return misuse(cmd, err)
			}
			places := findAll(args, f.all)
			if !cmd.Flags().Changed("brief") {
				f.brief = len(places) > 1
			}
			return c.checkAll(cmd.Context(), places, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Dialect, "dialect", "", "the streams' `dialect`, bare or with a variant, instead of finding it by content")
	flags.BoolVar(&f.brief, "brief", false, "a line for each trace instead of the whole; where there are several, the default")
	flags.BoolVar(&f.all, "all", false, "everything below a folder, whatever a .last-live-trace there points to")
	flags.BoolVar(&f.why, "why", false, "what speaks for and against each dialect, too")
	flags.IntVar(&f.lines, "lines", 10_000, "how many `lines` of a trace's sessions are shown; 0 shows all")
	flags.IntVar(&f.Limits.Line, "max-line", wire.DefaultLine, "the longest line, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", trace.DefaultRecords, "how many `records` of a trace are read")
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "how many `bytes` of a trace are read, unpacked")
	return cmd
}

// valid refuses limits that nothing is within.
func (f *checkFlags) valid() error {
	switch {
	case f.lines < 0:
		return fmt.Errorf("--lines %d: give 0 or more", f.lines)
	case f.Limits.Line < 1:
		return fmt.Errorf("--max-line %d: give 1 or more", f.Limits.Line)
	case f.Limits.Depth < 1:
		return fmt.Errorf("--max-depth %d: give 1 or more", f.Limits.Depth)
	case f.Records < 1:
		return fmt.Errorf("--max-records %d: give 1 or more", f.Records)
	case f.Size < 1:
		return fmt.Errorf("--max-size %d: give 1 or more", f.Size)
	}
	return nil
}

// findAll is every trace that the arguments mean. Where one leads to none, its
// place says why.
func findAll(args []string, all bool) []trace.Place {
	var places []trace.Place
	for _, arg := range args {
		if arg == "-" {
			places = append(places, trace.Place{Name: arg, Stream: arg})
			continue
		}
		found, err := trace.Find(arg, all)
		if err != nil {
			found = []trace.Place{{Name: arg, Err: err}}
		}
		places = append(places, found...)
	}
	return places
}

// checkAll checks one trace behind the other; the worst decides the exit code.
func (c console) checkAll(ctx context.Context, places []trace.Place, f checkFlags) error {
	if len(places) == 1 && !f.brief {
		return c.checkOne(ctx, places[0], f)
	}
	codes := map[int]int{}
	for i, place := range places {
		if i > 0 && !f.brief {
			fmt.Fprintln(c.out)
		}
		if !f.brief {
			fmt.Fprintf(c.out, "== %s\n", words.Line(place.Name))
		}
		err := c.checkOne(ctx, place, f)
		code := codeOf(err)
		codes[code]++
		if err != nil && err.Error() != "" {
			fmt.Fprintf(c.out, "%-4s  %s\n", marks[code], strings.TrimPrefix(err.Error(), "trace "))
		}
		if code == exitInterrupted {
			break
		}
	}
	return c.summary(codes, len(places))
}

// marks are the exit codes of a trace that there is no verdict on.
var marks = map[int]string{exitUsage: "none", exitIncomplete: "part", exitInterrupted: "stop"}

// summary says how many traces there were of each kind, and the exit code.
func (c console) summary(codes map[int]int, n int) error {
	text := fmt.Sprintf("%d of %d passed", codes[exitFine], n)
	for _, kind := range []struct {
		code int
		what string
	}{{exitFailed, "failed"}, {exitUsage, "could not be read"}, {exitIncomplete, "broke off"}, {exitInterrupted, "interrupted"}} {
		if codes[kind.code] > 0 {
			text += fmt.Sprintf(", %d %s", codes[kind.code], kind.what)
		}
	}
	fmt.Fprintln(c.out, text)
	for _, code := range precedence {
		if codes[code] > 0 {
			return &exitError{code: code, said: true}
		}
	}
	return nil
}

// checkOne reads and prints one trace.
func (c console) checkOne(ctx context.Context, place trace.Place, f checkFlags) error {
	if place.Err != nil {
		return unread(place, place.Err)
	}
	file, err := c.openCase(ctx, place, &f.Options)
	if err != nil {
		return unread(place, err)
	}
	defer file.Close()
	if place.Dir != "" {
		f.Recording = trace.LoadRecording(place.Dir)
	}
	reading, err := trace.Read(stoppable{ctx, file}, f.Options)
	if errors.Is(err, trace.ErrEmpty) && reading.Recording.Ended() {
		err = nil // the process is what there is to tell of
	}
	if printed := c.print(reading, place, f, err); printed != nil {
		return fmt.Errorf("writing the report: %w", printed)
	}
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted, fmt.Errorf("trace %s: interrupted behind record %d", place.Name, reading.Records))
	case trace.None(err):
		return unread(place, err)
	case err != nil:
		return exit(exitIncomplete, fmt.Errorf("trace %s: %w", place.Name, err))
	}
	switch verdict := reading.Verdict(); {
	case verdict.None && f.brief:
		return &exitError{code: exitUsage, said: true}
	case verdict.None:
		return exit(exitUsage, fmt.Errorf("trace %s: there is no verdict: %s", words.Line(place.Name), verdict.Reasons[0]))
	case !verdict.Passed:
		return exit(exitFailed, nil)
	}
	return nil
}

func unread(place trace.Place, err error) error {
	return exit(exitUsage, fmt.Errorf("trace %s: %w", words.Line(place.Name), err))
}

// print prints what was read, if anything was, and why it is of its dialect
// where that was asked for, or where it is of none.
func (c console) print(r *trace.Reading, place trace.Place, f checkFlags, err error) error {
	if f.why || errors.Is(err, trace.ErrDialect) && !f.brief && len(r.Why) > 0 {
		to := c.out
		if err != nil {
			to = c.err
		}
		if err := r.PrintWhy(to); err != nil {
			return err
		}
	}
	switch {
	case err != nil && (r.Records == 0 || f.brief):
		return nil
	case f.brief:
		return r.PrintBrief(c.out, place.Name)
	}
	return r.Print(c.out, f.lines)
}
