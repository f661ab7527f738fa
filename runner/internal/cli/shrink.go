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
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// shrinkFlags are the flags of shrink, as they were given.
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

` + materialLong + `

Whole records are left out first, and those that are left keep their bytes; then, where the stream
still fails when it is written anew, its events are reduced and simplified. What is left becomes a
replay file that says in words what happens in it, and what in it does not matter. Other rules that
are broken on the way leave files of their own. The result is the same for any number of jobs;
--time is outside that promise.

It ends with 1 when it has made the stream smaller, because the candidate fails; with 2 if the
candidate does not fail; with 3 if it does not always fail alike, or could not be judged.`,
		Example: `  quock shrink .quock/attach-accumulate-5f2c91aa.txtar -- node my-reducer.mjs
  quock shrink --out smallest.txtar recording.jsonl -- node my-reducer.mjs`,
		Args: candidateArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command, err := fileAndCommand(cmd, args)
			if err != nil {
				return err
			}
			if f.jobs < 1 || f.runs < 1 {
				return misuse(cmd, errors.New("--jobs and --runs: give 1 or more"))
			}
			return c.shrinkFile(cmd.Context(), f, name, command)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the finding to this `file` (default: a name made of its text, in --replay-dir)")
	flags.StringVar(&f.dir, "replay-dir", ".quock", "the `folder` for findings")
	flags.IntVar(&f.runs, "runs", shrink.DefaultRuns, "how many times the candidate is run at most")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "how many candidates work at once")
	flags.DurationVar(&f.budget, "time", 0, "stop after this `duration` with the smallest stream so far")
	return cmd
}

func (c console) shrinkFile(ctx context.Context, f *shrinkFlags, name string, args []string) error {
	whole, err := c.material(ctx, name, &f.againFlags)
	if err != nil {
		return exit(exitUsage, err)
	}
	met, err := whole.meet(ctx, &f.againFlags, args)
	if err != nil {
		return err
	}
	whole.print(c.out)
	done, err := runner.Shrink(ctx, met.plan, met.starter, met.limits, whole.Case, f.options(whole.rules))
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted, errors.New("interrupted before the stream was as small as it can be"))
	case err != nil:
		return err
	case done.Again != nil:
		return c.wavers(done)
	case done.Case == nil:
		return c.unshrunk(done.Whole)
	}
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

// unshrunk says why there is nothing to make smaller.
func (c console) unshrunk(t *runner.Trial) error {
	if t.Verdict == spec.Pass {
		return exit(exitUsage, errors.New("the candidate does not fail on it: there is nothing to make smaller"))
	}
	if err := c.printTrial(t); codeOf(err) == exitUsage {
		return err
	}
	return exit(exitIncomplete, fmt.Errorf("the candidate could not be judged on it: %s", t.Verdict))
}

// wavers tells both outcomes of a candidate that does not answer alike.
func (c console) wavers(done *runner.Shrinking) error {
	for i, t := range []*runner.Trial{done.Whole, done.Again} {
		fmt.Fprintf(c.out, "\nthe %s time: ", []string{"first", "next"}[i])
		_ = c.printTrial(t) // the exit code is that of wavering
	}
	return exit(exitIncomplete, errors.New("put to the candidate again the same stream ends otherwise: it is not made smaller"))
}

// shrunk prints and writes what is left.
func (c console) shrunk(f *shrinkFlags, done *runner.Shrinking) error {
	name, err := f.save(done.Replay, f.out)
	if err != nil {
		return err
	}
	n := &done.Shrunk
	fmt.Fprintf(c.out, "held: %s %s\n", done.Held.Rule, words.Line(done.Held.Kind))
	fmt.Fprintf(c.out, "reduced: %d records (%d events) to %d (%d) in %d runs\n", n.Records, n.Events, len(done.Case.Records), len(done.Case.Stream.Events), n.Runs)
	if n.Stopped {
		fmt.Fprintln(c.out, "the budget ended that before it was done; see the flags --runs and --time")
	}
	if done.Anew != "" {
		fmt.Fprintf(c.out, "only whole records were left out: %s\n", done.Anew)
	}
	fmt.Fprintf(c.out, "\n%s\n", done.Story)
	sentences(c.out, "breaks ", []string{done.Finding.Rule})
	fmt.Fprintf(c.out, "finding: %s\n", words.Line(name))
	for _, other := range done.Others {
		name, err := f.save(other, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "met on the way: %s\n", words.Line(name))
	}
	return exit(exitFailed, nil)
}

// save writes a finding to a file of its own, or to the folder, and returns its
// path.
func (f *shrinkFlags) save(r runner.Replay, name string) (string, error) {
	dir := f.dir
	if name != "" {
		if strings.HasSuffix(name, string(os.PathSeparator)) {
			return "", exit(exitUsage, fmt.Errorf("--out %s: name a file", name))
		}
		dir, r.Name = filepath.Dir(name), filepath.Base(name)
	}
	saved, err := runner.SaveIn(dir)(r)
	return filepath.Join(dir, saved), err
}
