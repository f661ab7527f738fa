package again

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
	"github.com/quock-dev/quock/runner/internal/cli/completion"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// shrinkFlags are the flags of shrink.
type shrinkFlags struct {
	Flags
	out, dir   string
	runs, jobs int
	budget     time.Duration
}

func (c commands) shrink() *cobra.Command {
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
		Args:              options.CandidateArgs(1),
		ValidArgsFunction: completion.Cases,
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command, err := fileAndCommand(cmd, args)
			if err != nil {
				return err
			}
			return c.shrinkFile(cmd.Context(), f, name, command)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the finding to this `file` (default: a name made from its content, in --replay-dir)")
	options.AddReplayDir(flags, &f.dir, "findings")
	flags.IntVar(&f.runs, "runs", shrink.DefaultRuns, "the most runs of the candidate")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many candidates work at once")
	flags.DurationVar(&f.budget, "time", 0, "stop after this `duration` with the smallest stream so far")
	console.Bound(flags, 1, "runs", "jobs")
	console.Bound(flags, 0, "time")
	return cmd
}

func (c commands) shrinkFile(ctx context.Context, f *shrinkFlags, name string, args []string) error {
	whole, err := input.Read(ctx, c.In, name, f.Options)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	met, err := Meet(ctx, whole, &f.Flags, args)
	if err != nil {
		return err
	}
	printCase(c.Out, whole)
	done, err := runner.Shrink(ctx, met.Plan, met.Starter, met.Limits, whole.Case, f.options(whole.Rules))
	switch {
	case ctx.Err() != nil:
		return console.Exit(console.Interrupted, errors.New("interrupted before the stream was as small as it can be"))
	case err != nil:
		return err
	case done.Again != nil:
		return c.flaky(done)
	case done.Case == nil:
		return c.unshrunk(done.Whole)
	}
	f.dir = options.ReplaysFor(f.dir, met.name).Folder
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
func (c commands) unshrunk(t *ask.Trial) error {
	if t.Verdict == spec.Pass {
		return console.Exit(console.Usage, errors.New("the candidate does not fail on it: there is nothing to make smaller"))
	}
	if err := c.printTrial(t); console.CodeOf(err) == console.Usage {
		return err
	}
	return console.Exit(console.Incomplete, fmt.Errorf("the candidate could not be judged on it: %s", t.Verdict))
}

// flaky prints both results of a flaky candidate.
func (c commands) flaky(done *runner.Shrinking) error {
	for i, t := range []*ask.Trial{done.Whole, done.Again} {
		fmt.Fprintf(c.Out, "\nthe %s time: ", []string{"first", "next"}[i])
		_ = c.printTrial(t) // the exit code is that of a flaky candidate
	}
	return console.Exit(console.Incomplete, errors.New("the candidate is flaky: the same stream had another result the second time, and was not made smaller"))
}

// shrunk prints and writes the reduced stream.
func (c commands) shrunk(f *shrinkFlags, done *runner.Shrinking) error {
	name, err := f.save(done.Replay, f.out)
	if err != nil {
		return err
	}
	n := &done.Shrunk
	fmt.Fprintf(c.Out, "held: %s %s\n", done.Held.Rule, words.Line(done.Held.Kind))
	fmt.Fprintf(c.Out, "reduced: %d records (%d events) to %d (%d) in %d runs\n", n.Records, n.Events, len(done.Case.Records), len(done.Case.Stream.Events), n.Runs)
	if n.Stopped {
		fmt.Fprintln(c.Out, "the budget ended the reduction before it was done; see the flags --runs and --time")
	}
	if done.Anew != "" {
		fmt.Fprintf(c.Out, "only whole records were removed: %s\n", done.Anew)
	}
	fmt.Fprintf(c.Out, "\n%s\n", done.Story)
	Sentences(c.Out, "breaks ", []string{done.Finding.Rule})
	readsAs(c.Out, done.ReadsAs)
	fmt.Fprintf(c.Out, "finding: %s\n", words.Line(name))
	for _, other := range done.Others {
		name, err := f.save(other, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Out, "also found: %s\n", words.Line(name))
	}
	return console.Exit(console.Failed, nil)
}

// save writes a finding to the named file, or to the folder, and returns its path.
func (f *shrinkFlags) save(r replay.Archive, name string) (string, error) {
	dir := f.dir
	if name != "" {
		if strings.HasSuffix(name, string(os.PathSeparator)) {
			return "", console.Exit(console.Usage, fmt.Errorf("--out %s: name a file", name))
		}
		dir, r.Name = filepath.Dir(name), filepath.Base(name)
	}
	saved, err := replay.SaveIn(dir)(r)
	return filepath.Join(dir, saved), err
}
