package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
)

// distillFlags are the flags of distill, as they were given.
type distillFlags struct {
	candidateFlags
	trace.Options
	covers, fails, report, all, thorough bool
	breaks, rule, into                   string
	keep                                 []string
	runs, jobs                           int
	budget                               time.Duration
}

const distillLong = `Turn recorded streams into small, anonymous fixtures.

A TRACE is what quock check takes: a file, perhaps compressed, a folder of recordings, or - for
standard input. It is read in one pass and bounded memory. What is kept of it is chosen by one of

  --covers        the smallest streams that together show everything that the trace shows: what its
                  events do to the model, in which order its sessions speak, which rules it puts to
                  the test. This is the default.
  --fails         the smallest stream on which the candidate behind -- fails as it does on the trace;
                  of --rule RULE, if that is given.
  --breaks RULE   the smallest stream that breaks a rule for producers (produce/…), or shows an
                  anomaly (orphan-result, late-result, …).

Before anything is written names, texts, arguments, results and ids are replaced by neutral ones of
the same shape: what was equal stays equal, what was different stays different, and what the stream
was kept for still holds. --keep PATH lets a field stay as it is (text, name, error, args.city,
result.items[].id, metadata.*). The recording is searched for secrets, which are told by kind and
place; a fixture in which one is found is not written.

A fixture says in words what happens in it, where it comes from, which rules it puts to the test and
what the model makes of it. quock run --fixtures DIR runs it. It is named by what it shows; one that
is there already, or that quock carries, is not written again.

Exit codes: 0 fixtures were written, or all are known already; 2 there is nothing to distill (no
record, another dialect, a candidate that does not fail, a rule that is not broken); 3 the candidate
does not always fail alike, a failure hangs on words, or a secret was found in what would be
written; 130 interrupted. In no case is part of a fixture left.`

func (c console) distill() *cobra.Command {
	f := &distillFlags{}
	cmd := &cobra.Command{
		Use:   "distill [flags] TRACE... [-- COMMAND [ARGS]]",
		Short: "Turn recorded streams into small, anonymous fixtures",
		Long:  distillLong,
		Example: `  quock distill --into fixtures trace.jsonl
  quock distill --into fixtures --fails trace.jsonl.gz -- node my-reducer.mjs
  quock distill --into fixtures --breaks produce/closed recordings
  quock distill --report fixtures trace.jsonl`,
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			traces, command, err := f.split(args)
			if err != nil {
				return misuse(cmd, err)
			}
			p := newPulse(c.bareErr)
			out := &reportWriter{to: c.out, pulse: p}
			own := c
			own.out, own.err = out, &reportWriter{to: c.err, pulse: p}
			d := &distillery{console: own, flags: f, command: command, pulse: p}
			err = d.run(cmd.Context(), traces)
			p.clear()
			if failed := out.failed(); err == nil && failed != nil {
				return failed
			}
			return err
		},
	}
	f.add(cmd)
	return cmd
}

func (f *distillFlags) add(cmd *cobra.Command) {
	f.candidateFlags.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.covers, "covers", false, "keep everything that the trace shows (the default)")
	flags.BoolVar(&f.fails, "fails", false, "keep what the candidate fails on")
	flags.StringVar(&f.breaks, "breaks", "", "keep what breaks this `rule` for producers, or shows this kind of anomaly")
	flags.StringVar(&f.rule, "rule", "", "with --fails: hold a failure of this `rule`")
	flags.BoolVar(&f.thorough, "thorough", false, "with --fails: look after every record at all of a large trace (slow), not only at what is new in it")
	flags.BoolVar(&f.report, "report", false, "write nothing, but list what the traces and fixtures given show together")
	flags.StringVar(&f.into, "into", ".quock/distilled", "the `folder` for fixtures")
	flags.StringArrayVar(&f.keep, "keep", nil, "the `path` of a field whose values stay as they are; any number of times")
	flags.StringVar(&f.Dialect, "dialect", "", "the traces' `dialect`, bare or with a variant, instead of finding it by content")
	flags.BoolVar(&f.all, "all", false, "everything below a folder, whatever a .last-live-trace there points to")
	flags.IntVar(&f.runs, "runs", shrink.DefaultRuns, "how many runs one reduction may take")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many work at once; the result is the same for any number")
	flags.DurationVar(&f.budget, "time", 0, "stop reducing after this `duration`, with the smallest streams so far")
	flags.IntVar(&f.Limits.Line, "max-record", wire.DefaultLine, "the longest line of a trace, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", mostDistilled, "how many `records` of a trace are read")
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "how many `bytes` of a trace are read, unpacked")
}

// mostDistilled is how many records of a trace are read unless the command line
// says otherwise.
const mostDistilled = 50_000_000

// split parts the traces from the candidate's command, and refuses flags that do
// not go together.
func (f *distillFlags) split(args []string) (traces, command []string, err error) {
	traces = args
	if at := slices.Index(args, "--"); at >= 0 {
		traces, command = args[:at], args[at+1:]
	}
	purposes := 0
	for _, given := range []bool{f.covers, f.fails, f.breaks != "", f.report} {
		if given {
			purposes++
		}
	}
	switch {
	case purposes > 1:
		err = errors.New("give one of --covers, --fails, --breaks and --report")
	case len(traces) == 0:
		err = errors.New("no trace: give at least one before --")
	case f.fails && len(command) == 0:
		err = errors.New("no candidate: --fails needs its command at the end, behind --")
	case !f.fails && len(command) > 0:
		err = errors.New("a candidate's command is for --fails alone")
	case !f.fails && (f.rule != "" || f.thorough):
		err = errors.New("--rule and --thorough are for --fails alone")
	case f.jobs < 1 || f.runs < 1:
		err = errors.New("--jobs and --runs: give 1 or more")
	case f.Limits.Line < 1 || f.Limits.Depth < 1 || f.Records < 1 || f.Size < 1:
		err = errors.New("--max-record, --max-depth, --max-records and --max-size: give 1 or more")
	}
	return traces, command, err
}

// stop says when to end a reduction, nil for never.
func (f *distillFlags) stop(ctx context.Context) func() bool {
	began := time.Now()
	return func() bool { return ctx.Err() != nil || f.budget > 0 && time.Since(began) > f.budget }
}

// A distillery distills one trace behind the other.
type distillery struct {
	console
	flags   *distillFlags
	command []string
	shelf   *shelf.Shelf
	secrets *secret.Finder
	// codes are the exit codes of the traces, written counts the fixtures.
	codes   map[int]bool
	pulse   *pulse
	written int
}

// run distills every trace; the worst decides the exit code.
func (d *distillery) run(ctx context.Context, traces []string) error {
	if d.flags.report {
		return d.report(ctx, traces)
	}
	if err := d.open(); err != nil {
		return err
	}
	d.codes = map[int]bool{}
	for i, place := range findAll(traces, d.flags.all) {
		if i > 0 {
			fmt.Fprintln(d.out)
		}
		err := d.trace(ctx, place)
		d.codes[codeOf(err)] = true
		if err != nil {
			fmt.Fprintf(d.err, "quock: %s\n", err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	for _, code := range precedence {
		if d.codes[code] {
			return exit(code, nil)
		}
	}
	return nil
}

// open makes ready what every trace needs.
func (d *distillery) open() (err error) {
	if err := (anonym.Options{Keep: d.flags.keep}).Check(); err != nil {
		return exit(exitUsage, fmt.Errorf("--keep: %w", err))
	}
	if d.flags.breaks != "" {
		if err := runner.CheckBreakable(d.flags.breaks); err != nil {
			return exit(exitUsage, fmt.Errorf("--breaks: %w", err))
		}
	}
	carried, err := fixtures.DistilledAll()
	if err != nil {
		return err
	}
	if d.shelf, err = shelf.Open(d.flags.into, carried); err != nil {
		return exit(exitUsage, err)
	}
	for _, broken := range d.shelf.Broken() {
		fmt.Fprintf(d.err, "quock: passed over: %s\n", broken)
	}
	d.secrets, err = secret.New()
	return err
}
