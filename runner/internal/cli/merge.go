package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/hunt"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

func (c console) merge() *cobra.Command {
	into, f := "", &runFlags{}
	cmd := &cobra.Command{
		Use:   "merge LOG...|DIR... [--into FILE|DIR]",
		Short: "Merge the shards of a run or of a campaign",
		Long: `Merge the shards of a run or of a campaign, in any order.

Of a run: the logs that "quock run --shard --log" wrote. The report, the list of known failures, JUnit
and the exit code are those of all cases together; --into writes the merged log, for "quock diff" and
"quock baseline". If the log of a shard is missing or was cut off, the exit code is 3, or 1 with
failures. A single log of a whole run is reported once more. Logs that differ in version, seed, corpus,
level, dialects, rules or candidate are refused. Each shard attributes its own failures, and has its
own diagnosis: deviations are added up.

Of a campaign: the folders that "quock fuzz --shard" left: their logs, coverage, corpus and findings,
each stream once. Shards that differ in version, seed, dialect, level or candidate are refused. A
merged campaign can be merged again, but not resumed. Exit codes: 1 there are findings; 0 there are
none.`,
		Example: `  quock merge run-1.jsonl run-2.jsonl --into run.jsonl --known-failures known-failures.txt
  quock merge .quock/fuzz-agentc-1-1of2 .quock/fuzz-agentc-1-2of2 --into merged`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return misuse(cmd, errors.New("nothing to merge: give logs, or folders of campaigns"))
			case into == "" && !areLogs(args):
				return misuse(cmd, errors.New("no folder to merge into: give one with --into"))
			case !areLogs(args) && f.known+f.junit+f.html+f.since != "":
				return misuse(cmd, errors.New("--known-failures, --junit, --html and --since are for logs"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if areLogs(args) {
				return c.mergeLogs(f, into, args)
			}
			return c.mergeFolders(into, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&into, "into", "", "the `file` to write the merged log to, or the folder to merge campaigns into, new or empty")
	flags.StringVar(&f.known, "known-failures", "", "compare the failures with the list in this `file`")
	flags.StringVar(&f.junit, "junit", "", "write JUnit XML to this `file`")
	flags.StringVar(&f.html, "html", "", "also write the report"+htmlHelp)
	flags.StringVar(&f.since, "since", "", "fail only for what is new since the run of this log, a `file`")
	addReplayDir(flags, &f.replayDir, "replay files, as the runs wrote them")
	return cmd
}

func (c console) mergeFolders(into string, from []string) error {
	report, err := hunt.Merge(into, from)
	if err != nil {
		return exitOfHunt(err)
	}
	codec, variant, err := dialects.Lookup(report.Params.Dialect)
	if err != nil {
		return fmt.Errorf("the merged campaign: %w", err)
	}
	features := codec.Features(variant)
	fmt.Fprintf(c.out, "seed %d, dialect %s, level %s, %d of %d shards\nfolder %s\n",
		report.Params.Seed, report.Params.Dialect, report.Params.Level, len(report.Merged), report.Params.Shards, words.Line(into))
	v := huntView{console: c, report: report, findings: hunt.Findings(into)}
	v.print(&features, "")
	return exit(codeOfReport(report), nil)
}
