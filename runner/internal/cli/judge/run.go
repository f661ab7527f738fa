package judge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/cli/runlog"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/words"
)

func (c commands) run() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run [flags] -- COMMAND [ARGS]",
		Short: "Judge a candidate, with a verdict for each rule",
		Long: `Judge a candidate on distilled fixtures of its dialects, then on hand-written streams, then on
generated ones.

Each rule gets a verdict. quock reduces a failing case to the fewest faults that still make it fail,
and charges the rules of these faults; every other difference is a consequence. Failing cases leave
files that "quock replay" runs again, up to --replays for each rule. The same seed gives the same log,
for any number of jobs, except with --time or timeouts.

If quock itself fails, the candidate is not to blame: the run ends with 3, whatever else it found,
and the report names the file to send to quock's issue tracker.

` + knownLong + `

The output of an adapter (--in and --out) must mean the same as its input, in everything that both
dialects can represent. With --filter the adapter needs no protocol at all.`,
		Example: `  quock run -- node my-reducer.mjs
  quock run --dialect agentc --rules 'attach/*' --junit junit.xml -- python3 reducer.py
  quock run --write-known known.txt -- ./reducer
  quock run --known-failures known.txt --log run.jsonl -- ./reducer
  quock run --fixtures testdata/distilled -- ./reducer
  quock run --in langgraph --out aisdk --filter -- python3 adapter.py`,
		Args: options.CandidateArgs(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.AdapterFlags.Check(cmd); err != nil {
				return err
			}
			if f.Filter && !cmd.Flags().Changed("cases") {
				f.Cases = options.DefaultFilterCases
			}
			return c.runCandidate(cmd.Context(), f, args)
		},
	}
	f.CandidateFlags.Add(cmd)
	f.AdapterFlags.Add(cmd)
	f.ciFlags.add(cmd)
	f.addOwn(cmd.Flags())
	options.AddQuiet(cmd, &f.quiet)
	return cmd
}

// A judgement is one run from the command line.
type judgement struct {
	commands
	flags   *runFlags
	args    []string
	command candidate.Starter
	limits  *candidate.Limits
	corpus  *plan.Corpus
	known   *baseline.List
	earlier *earlier
	plan    *plan.Plan
	log     report.Log
	logTo   io.WriteCloser
	text    io.Writer
	watched *watched
	kept    *options.Replays
	// unwritten are the errors of files that could not be written.
	unwritten []error
}

// lose notes an error of writing a file; the run and its report go on.
func (j *judgement) lose(err error) {
	if err != nil {
		j.unwritten = append(j.unwritten, err)
	}
}

func (c commands) runCandidate(ctx context.Context, f *runFlags, args []string) (err error) {
	j := &judgement{commands: c, flags: f, args: args, limits: f.Limits(), text: c.Out}
	selection, err := f.selection()
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	if f.log == "-" && f.html == "-" {
		return console.Exit(console.Usage, errors.New("--log - and --html -: standard output takes one of them"))
	}
	if f.log == "-" || f.html == "-" {
		j.text = c.Err
	}
	if f.Seed == "random" {
		fmt.Fprintf(c.Err, "seed %d\n", selection.Seed) // a run that ends early can be repeated
	}
	if err := j.prepare(ctx, selection); err != nil {
		return err
	}
	if err := j.judge(ctx); err != nil {
		return errors.Join(err, j.logTo.Close())
	}
	j.lose(j.logTo.Close())
	outcome := j.held()
	return j.end(&outcome)
}

// end prints the reports, then what could not be written, and returns the run's
// exit code.
func (j *judgement) end(outcome *baseline.Outcome) error {
	j.lose(j.junit())
	end, why := outcome.Exit(&j.log)
	code := int(end)
	headline := runlog.Headline(code, why, report.HeadlineOf(&j.log))
	fmt.Fprintln(j.text, words.Line(headline))
	j.lose(j.page(headline))
	if err := j.views(outcome); err != nil {
		return err
	}
	j.lose(j.writeKnown())
	if keys := j.limits.Unknown(); len(keys) > 0 {
		fmt.Fprintf(j.text, "\nkeys in its answers that the contract does not have; they are ignored: %s\n", words.Line(unknownKeys(keys)))
	}
	j.lose(j.github(headline, why))
	j.lose(j.kept.Clean(j.text))
	for _, err := range j.unwritten {
		fmt.Fprintf(j.text, "\nnot written: %s\n", words.Line(err.Error()))
	}
	if code == console.Fine && len(j.unwritten) > 0 {
		code, why = console.Incomplete, j.unwritten[0].Error()
	}
	if _, err := fmt.Fprintf(j.text, "\nexit %d: %s\n", code, words.Line(why)); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return console.Printed(code)
}

// unknownKeys lists the first unknown keys in a line.
func unknownKeys(keys []probe.UnknownKey) string {
	const shown = 8
	var all []string
	for _, k := range keys[:min(shown, len(keys))] {
		all = append(all, k.String())
	}
	if more := len(keys) - shown; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, "; ")
}

// prepare reads the inputs, starts the candidate, and makes the plan.
func (j *judgement) prepare(ctx context.Context, s plan.Selection) (err error) {
	if j.known, err = readKnown(j.flags, s); err != nil {
		return err
	}
	if j.earlier, err = readEarlier(j.flags); err != nil {
		return err
	}
	if err := plan.CheckRules(s.Rules); err != nil {
		return err
	}
	if err := unwritten(j.flags.writeKnown); err != nil {
		return err
	}
	if j.corpus, err = plan.LoadCorpusIn(s.Dialects, j.flags.fixtures...); err != nil && len(j.flags.fixtures) > 0 {
		return console.Exit(console.Usage, err)
	} else if err != nil {
		return err
	}
	if j.command, err = j.flags.Starter(ctx, j.args, j.limits); err != nil {
		return err
	}
	first, err := j.command.Start(ctx, j.limits)
	if err != nil {
		return err
	}
	first.Kill()
	if j.plan, err = plan.New(s, j.corpus, &first.Hello); err != nil {
		return err
	}
	j.log.Header = report.Header{
		Log: report.Version, Harness: runner.Harness, Seed: s.Seed, Corpus: j.corpus.Hash,
		Dialects: j.plan.Formats, Level: s.Level.String(), Rules: j.flags.Rules, Shard: j.flags.ciFlags.shard,
		Cases: j.plan.Most(), Timed: j.flags.Budget > 0, Retries: j.flags.retries,
		Candidate: report.Candidate{
			Command: j.args, Name: first.Hello.Name, Version: first.Hello.Version,
			Role: string(first.Hello.Role), Dialects: first.Hello.Dialects,
			Observes: first.Observes, Policies: first.Policies,
		}.Bounded(),
	}
	j.kept = options.ReplaysFor(j.flags.replayDir, j.log.Header.Candidate.Name)
	j.log.Header.Omitted, j.log.Header.Accepted = j.plan.Omitted, j.known.Judged()
	adapts(j.plan, &j.log.Header.Candidate)
	if err := j.refused(); err != nil {
		return console.Exit(console.Usage, err)
	}
	j.logTo, err = console.Create(j.flags.log, j.Out)
	return err
}

// judge runs the plan and writes the log as it goes.
func (j *judgement) judge(ctx context.Context) error {
	j.watched = watch(j.commands, j.flags.quiet)
	defer j.watched.bar.End()
	to := io.Writer(j.logTo)
	if j.flags.log == "-" {
		to = j.watched.bar.Above(to)
	}
	log := &lossy{Writer: report.NewWriter(to), lose: j.lose}
	log.write(func() error { return log.Header(j.log.Header) })
	footer, err := runner.Run(ctx, j.plan, j.command, j.limits, runner.Options{
		Jobs: j.flags.Jobs, Budget: j.flags.Budget, Deaths: j.flags.deaths, Timeouts: j.flags.MaxTimeouts,
		Save: j.kept.Save, Replays: j.flags.replays, Retries: j.flags.retries, Progress: j.watched.see,
		Accepted: j.known.Accepted(),
		Judged: func(c report.Case) error {
			log.write(func() error { return log.Case(c) })
			return nil
		},
	}, func(c report.Case) error {
		j.log.Cases = append(j.log.Cases, c)
		log.write(func() error { return log.Case(c) })
		return nil
	})
	if err != nil {
		return err
	}
	j.log.Footer = &footer
	j.log.Sort()
	log.write(func() error { return log.Footer(footer) })
	return nil
}

// A lossy log stops at the first line that cannot be written; the run goes on.
type lossy struct {
	*report.Writer
	lose func(error)
	lost bool
}

func (l *lossy) write(line func() error) {
	if l.lost {
		return
	}
	if err := line(); err != nil {
		l.lost = true
		l.lose(err)
	}
}
