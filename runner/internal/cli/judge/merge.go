package judge

import (
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
)

func (c commands) merge() *cobra.Command {
	into, f := "", &runFlags{}
	cmd := &cobra.Command{
		Use:   "merge LOG... [--into FILE]",
		Short: "Merge the shards of a run",
		Long: `Merge the shards of a run, in any order.

The logs are those that "quock run --shard --log" wrote. The report, the list of known failures, JUnit
and the exit code are those of all cases together; --into writes the merged log, for "quock diff" and
"quock baseline". If the log of a shard is missing or was cut off, the exit code is 3, or 1 with
failures. A single log of a whole run is reported once more. Logs that differ in version, seed, corpus,
level, dialects, rules or candidate are refused. Each shard attributes its own failures, and has its
own diagnosis: deviations are added up.

The folders of campaigns are not merged: several machines work on one with "quock fuzz --nats".`,
		Example: `  quock merge run-1.jsonl run-2.jsonl --into run.jsonl --known-failures known-failures.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return console.Misuse(cmd, errors.New("nothing to merge: give logs"))
			case slices.ContainsFunc(args, isFolder):
				return console.Misuse(cmd, errors.New("the folders of campaigns are not merged any more: let several machines work on one with --nats"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.mergeLogs(f, into, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&into, "into", "", "the `file` to write the merged log to")
	flags.StringVar(&f.known, "known-failures", "", "compare the failures with the list in this `file`")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to this `file`")
	options.AddHTML(flags, &f.html, "also write the report")
	flags.StringVar(&f.since, "since", "", "fail only for what is new since the run of this log, a `file`")
	options.AddReplayDir(flags, &f.replayDir, "replay files, as the runs wrote them")
	return cmd
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
