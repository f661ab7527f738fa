package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// shrinkFlags are the flags of shrink.
type shrinkFlags struct {
	againFlags
	out, dir   string
	runs, jobs int
	budget     time.Duration
}

func (c console) shrink() *cobra.Command {
	f := &shrinkFlags{}
	cmd := &cobra.Command{
		Use:   "shrink [flags] FILE -- COMMAND [ARGS]",
		Short: "Make a failing stream as small as it can be",
		Long: `Make a failing stream as small as it can be, while the candidate still breaks the same rule in the
same way.

` + againLong + `

First whole records are removed; the others keep their bytes. Then, if the stream still fails after
it is encoded again, its events are reduced and simplified. The result is a replay file that describes
what happens in it and which parts do not matter. If other rules fail on the way, each leaves a file
of its own. The result is the same for any number of jobs, except with --time.

Exit codes: 1 the candidate fails and the stream was made as small as possible; 2 the candidate does
not fail; 3 it is flaky, or could not be judged.`,
		Example: `  quock shrink .quock/my-reducer/attach-accumulate-5f2c91aa.txtar -- node my-reducer.mjs
  quock shrink --out smallest.txtar recording.jsonl -- node my-reducer.mjs`,
		Args:              candidateArgs(1),
		ValidArgsFunction: completeCases,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command, err := fileAndCommand(cmd, args)
			if err != nil {
				return err
			}
			if f.jobs < 1 || f.runs < 1 {
				return misuse(cmd, errors.New("--jobs and --runs: give 1 or more"))
			}
			if err := f.readingFlags.check(); err != nil {
				return misuse(cmd, err)
			}
			return c.shrinkFile(cmd.Context(), f, name, command)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the finding to this `file` (default: a name made from its content, in --replay-dir)")
	addReplayDir(flags, &f.dir, "findings")
	flags.IntVar(&f.runs, "runs", shrink.DefaultRuns, "the most runs of the candidate")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many candidates work at once")
	flags.DurationVar(&f.budget, "time", 0, "stop after this `duration` with the smallest stream so far")
	return cmd
}

func (c console) shrinkFile(ctx context.Context, f *shrinkFlags, name string, args []string) error {
	whole, err := input.Read(ctx, c.in, name, f.Options)
	if err != nil {
		return exit(exitUsage, err)
	}
	met, err := meet(ctx, whole, &f.againFlags, args)
	if err != nil {
		return err
	}
	printCase(c.out, whole)
	done, err := runner.Shrink(ctx, met.plan, met.starter, met.limits, whole.Case, f.options(whole.Rules))
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted, errors.New("interrupted before the stream was as small as it can be"))
	case err != nil:
		return err
	case done.Again != nil:
		return c.flaky(done)
	case done.Case == nil:
		return c.unshrunk(done.Whole)
	}
	f.dir = keptFor(f.dir, met.name).folder
	return c.shrunk(f, done)
}

func (f *shrinkFlags) options(rules []string) runner.ShrinkOptions {
	o := runner.ShrinkOptions{Rules: rules, Jobs: f.jobs, Runs: f.runs}
	if f.budget > 0 {
		began := time.Now()
		o.Stop = func() bool { return time.Since(began) > f.budget }
	}
	return o
}

// unshrunk returns why there is nothing to make smaller.
func (c console) unshrunk(t *ask.Trial) error {
	if t.Verdict == spec.Pass {
		return exit(exitUsage, errors.New("the candidate does not fail on it: there is nothing to make smaller"))
	}
	if err := c.printTrial(t); codeOf(err) == exitUsage {
		return err
	}
	return exit(exitIncomplete, fmt.Errorf("the candidate could not be judged on it: %s", t.Verdict))
}

// flaky prints both results of a flaky candidate.
func (c console) flaky(done *runner.Shrinking) error {
	for i, t := range []*ask.Trial{done.Whole, done.Again} {
		fmt.Fprintf(c.out, "\nthe %s time: ", []string{"first", "next"}[i])
		_ = c.printTrial(t) // the exit code is that of a flaky candidate
	}
	return exit(exitIncomplete, errors.New("the candidate is flaky: the same stream had another result the second time, and was not made smaller"))
}

// shrunk prints and writes the reduced stream.
func (c console) shrunk(f *shrinkFlags, done *runner.Shrinking) error {
	name, err := f.save(done.Replay, f.out)
	if err != nil {
		return err
	}
	n := &done.Shrunk
	fmt.Fprintf(c.out, "held: %s %s\n", done.Held.Rule, words.Line(done.Held.Kind))
	fmt.Fprintf(c.out, "reduced: %d records (%d events) to %d (%d) in %d runs\n", n.Records, n.Events, len(done.Case.Records), len(done.Case.Stream.Events), n.Runs)
	if n.Stopped {
		fmt.Fprintln(c.out, "the budget ended the reduction before it was done; see the flags --runs and --time")
	}
	if done.Anew != "" {
		fmt.Fprintf(c.out, "only whole records were removed: %s\n", done.Anew)
	}
	fmt.Fprintf(c.out, "\n%s\n", done.Story)
	sentences(c.out, "breaks ", []string{done.Finding.Rule})
	c.readsAs(done.ReadsAs)
	fmt.Fprintf(c.out, "finding: %s\n", words.Line(name))
	for _, other := range done.Others {
		name, err := f.save(other, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "also found: %s\n", words.Line(name))
	}
	return exit(exitFailed, nil)
}

// save writes a finding to the named file, or to the folder, and returns its path.
func (f *shrinkFlags) save(r replay.Archive, name string) (string, error) {
	dir := f.dir
	if name != "" {
		if strings.HasSuffix(name, string(os.PathSeparator)) {
			return "", exit(exitUsage, fmt.Errorf("--out %s: name a file", name))
		}
		dir, r.Name = filepath.Dir(name), filepath.Base(name)
	}
	saved, err := replay.SaveIn(dir)(r)
	return filepath.Join(dir, saved), err
}
