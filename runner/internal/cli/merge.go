package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/hunt"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/words"
)

func (c console) merge() *cobra.Command {
	into := ""
	cmd := &cobra.Command{
		Use:   "merge DIR... --into DIR",
		Short: "Merge the shards of a campaign",
		Long: `Merge the shards of a campaign that "quock fuzz --shard" left in several folders: their logs,
coverage, corpus and findings, each stream once. The order of the folders does not matter. Shards that
differ in version, seed, dialect, level or candidate are refused. A merged campaign can be merged
again, but not resumed.

Exit codes: 1 there are findings; 0 there are none.`,
		Example: "  quock merge .quock/fuzz-agentc-1-1of2 .quock/fuzz-agentc-1-2of2 --into merged",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return misuse(cmd, errors.New("no folder to merge"))
			case into == "":
				return misuse(cmd, errors.New("no folder to merge into: give one with --into"))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.mergeFolders(into, args) },
	}
	cmd.Flags().StringVar(&into, "into", "", "the `folder` to merge into, new or empty")
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
