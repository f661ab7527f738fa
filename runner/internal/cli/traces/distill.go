package traces

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/terminal"
)

// distillFlags are the flags of distill, as they were given.
type distillFlags struct {
	options.CandidateFlags
	options.ReadingFlags
	covers, fails, report, all, thorough bool
	breaks, rule, into                   string
	keep                                 []string
	runs, jobs                           int
	budget                               time.Duration
}

const distillLong = `Turn recorded streams into small, anonymous fixtures.

A TRACE is what quock check takes: a file, compressed or not, a folder of recordings, or - for
standard input. quock reads it in one pass and bounded memory. One flag chooses what to keep:

  --covers        the smallest streams that together show every behaviour of the trace: what its
                  events do to the model, the order of its sessions, the rules that it tests. This is
                  the default.
  --fails         the smallest stream on which the candidate (its command follows --) fails as it
                  does on the trace; with --rule RULE, a failure of that rule.
  --breaks RULE   the smallest stream that breaks a rule for producers (produce/…), or shows an
                  anomaly (orphan-result, late-result, …).

Before anything is written, names, texts, arguments, results and ids are replaced by neutral values
of the same shape. Equal values stay equal, different values stay different, and the stream still
shows what it was kept for. --keep PATH leaves a field as it is (text, name, error, args.city,
result.items[].id, metadata.*). The recording is searched for secrets; they are reported by kind and
place. A fixture that contains a secret is not written.

A fixture describes what happens in it, its origin, the rules that it tests and what the model reads
in it. quock run --fixtures DIR runs it. Its name says what it shows. A fixture that the folder or
quock itself already has is not written again.

Exit codes: 0 fixtures were written, or all exist already; 2 there is nothing to distill (no record,
another dialect, a candidate that does not fail, a rule that is not broken); 3 the candidate is
flaky, a failure depends on replaced words, or a secret was found in what would be written; 130
interrupted. No fixture is ever left half-written.`

func (c commands) distill() *cobra.Command {
	f := &distillFlags{}
	cmd := &cobra.Command{
		Use:   "distill [flags] TRACE... [-- COMMAND [ARGS]]",
		Short: "Turn recorded streams into small, anonymous fixtures",
		Long:  distillLong,
		Example: `  quock distill --into fixtures trace.jsonl
  quock distill --into fixtures --fails trace.jsonl.gz -- node my-reducer.mjs
  quock distill --into fixtures --breaks produce/closed recordings
  quock distill --report fixtures trace.jsonl`,
		Args: console.Arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			traces, command, err := f.split(args)
			if err != nil {
				return console.Misuse(cmd, err)
			}
			line := terminal.NewLine(c.BareErr)
			out := &terminal.Above{To: c.Out, Line: line}
			own := c
			own.Out, own.Err = out, &terminal.Above{To: c.Err, Line: line}
			d := &distillery{commands: own, flags: f, command: command, line: line}
			err = d.run(cmd.Context(), traces)
			line.Show("")
			if err == nil && out.Err != nil {
				return console.Unreported(out.Err)
			}
			return err
		},
	}
	f.add(cmd)
	return cmd
}

func (f *distillFlags) add(cmd *cobra.Command) {
	f.CandidateFlags.Add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.covers, "covers", false, "keep every behaviour that the trace shows (the default)")
	flags.BoolVar(&f.fails, "fails", false, "keep what the candidate fails on")
	flags.StringVar(&f.breaks, "breaks", "", "keep what breaks this `rule` for producers, or shows this kind of anomaly")
	flags.StringVar(&f.rule, "rule", "", "with --fails: keep a failure of this `rule`")
	flags.BoolVar(&f.thorough, "thorough", false, "with --fails: ask the candidate after every record of a large trace (slow), not only after new behaviours")
	flags.BoolVar(&f.report, "report", false, "write nothing; list the behaviours that the given traces and fixtures show together")
	flags.StringVar(&f.into, "into", ".quock/distilled", "the `folder` for fixtures")
	flags.StringArrayVar(&f.keep, "keep", nil, "leave the values of the field with this `path` as they are; may be repeated")
	f.ReadingFlags.Add(flags, "max-record", mostDistilled)
	flags.BoolVar(&f.all, "all", false, "read everything below a folder; do not follow a .last-live-trace in it")
	flags.IntVar(&f.runs, "runs", shrink.DefaultRuns, "the most runs of one reduction")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many jobs run at once; the result is the same for any number")
	flags.DurationVar(&f.budget, "time", 0, "stop reducing after this `duration`, with the smallest streams so far")
	console.Bound(flags, 1, "runs", "jobs")
	console.Bound(flags, 0, "time")
}

// mostDistilled is the default of --max-records.
const mostDistilled = 50_000_000

// split separates the traces from the candidate's command, and refuses flags that
// do not go together.
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
		err = errors.New("no candidate: --fails needs its command at the end, after --")
	case !f.fails && len(command) > 0:
		err = errors.New("a candidate's command is for --fails alone")
	case !f.fails && (f.rule != "" || f.thorough):
		err = errors.New("--rule and --thorough are for --fails alone")
	}
	return traces, command, err
}

// stop returns what ends a reduction; nil means never.
func (f *distillFlags) stop(ctx context.Context) func() bool {
	began := time.Now()
	return func() bool { return ctx.Err() != nil || f.budget > 0 && time.Since(began) > f.budget }
}

// A distillery distills one trace after the other.
type distillery struct {
	commands
	flags   *distillFlags
	command []string
	store   *fixturestore.Store
	secrets *secret.Finder
	// codes are the exit codes of the traces.
	codes map[int]bool
	// line shows what is done, reading how far the trace was read.
	line    *terminal.Line
	reading *terminal.CountedReader
}

// headroom is memory that nobody touches, so that it costs nothing. A reduction
// keeps a few megabytes and throws away gigabytes. The collector waits until the
// heap has doubled; with this it runs once in 64 MB instead of once in 4.
var headroom = sync.OnceValue(func() []byte { return make([]byte, 64<<20) })

// run distills every trace. The worst one decides the exit code.
func (d *distillery) run(ctx context.Context, traces []string) error {
	headroom()
	if d.flags.report {
		return d.report(ctx, traces)
	}
	if err := d.open(); err != nil {
		return err
	}
	d.codes = map[int]bool{}
	for i, place := range input.Find(traces, d.flags.all) {
		if i > 0 {
			fmt.Fprintln(d.Out)
		}
		err := d.trace(ctx, place)
		d.codes[console.CodeOf(err)] = true
		if err != nil {
			fmt.Fprintf(d.Err, "quock: %s\n", err)
		}
		if console.CodeOf(err) == console.Interrupted {
			break
		}
	}
	for _, code := range console.Precedence {
		if d.codes[code] {
			return console.Exit(code, nil)
		}
	}
	return nil
}

// open prepares what every trace needs.
func (d *distillery) open() (err error) {
	if err := (anonym.Options{Keep: d.flags.keep}).Check(); err != nil {
		return console.Exit(console.Usage, fmt.Errorf("--keep: %w", err))
	}
	if d.flags.breaks != "" {
		if err := distill.CheckBreakable(d.flags.breaks); err != nil {
			return console.Exit(console.Usage, fmt.Errorf("--breaks: %w", err))
		}
	}
	carried, err := fixtures.DistilledAll()
	if err != nil {
		return err
	}
	if d.store, err = fixturestore.Open(d.flags.into, carried); err != nil {
		return console.Exit(console.Usage, err)
	}
	for _, broken := range d.store.Broken() {
		fmt.Fprintf(d.Err, "quock: passed over: %s\n", broken)
	}
	d.secrets, err = secret.New()
	return err
}
