package judge

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
)

// ciFlags are the flags of run for CI.
type ciFlags struct {
	shard, since, corpus string
	retries              int
}

func (f *ciFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", "", "run only shard `i/n` of the cases; \"quock merge\" merges the logs of all n")
	flags.StringVar(&f.since, "since", "", "fail only for what is new since the run of this log, a `file` that run --log wrote")
	flags.IntVar(&f.retries, "retries", 0, "ask a failing case again up to this many times, alone in a fresh process; if it passes once, it is flaky, which is reported and does not fail the run")
	flags.StringVar(&f.corpus, "expect-corpus", "", "run nothing if the corpus is not the one with this `number`, which the report's first line shows")
	console.Bound(flags, 0, "retries")
}

// selects makes the selection that of a shard, and refuses what cannot be.
func (f *ciFlags) selects(s *plan.Selection) (err error) {
	if f.shard != "" {
		s.Shard, s.Shards, err = parseShard(f.shard)
	}
	return err
}

// selection reads the flags that select the cases of a run, with its shard.
func (f *runFlags) selection() (plan.Selection, error) {
	s, err := f.CaseFlags.Selection()
	if err != nil {
		return s, err
	}
	return s, f.ciFlags.selects(&s)
}

// parseShard reads the flag --shard.
func parseShard(text string) (shard, shards int, err error) {
	if shard, shards, err = report.ParseShard(text); err != nil {
		return 0, 0, fmt.Errorf("--shard: %w", err)
	}
	return shard, shards, nil
}

// held holds the log against the list of known failures and the earlier run.
func (j *judgement) held() baseline.Outcome {
	j.known.RestrictTo(&j.log)
	outcome := j.known.Judge(&j.log, time.Now())
	j.compare(&outcome)
	j.log.Known = outcome.Issue
	return outcome
}
