package runlog

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

func (c commands) diff() *cobra.Command {
	return &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Compare the logs of two runs of a candidate",
		Long: `Compare two logs that "quock run --log" wrote, of two versions of one candidate: which deviations
and findings are gone, new and still there, and which cases changed between pass and fail. Compare
runs with the same flags and seed; if their cases differ, the report says so.

Exit codes: 0 nothing is new; 1 a deviation or finding is new, or a case that passed fails; 2 a log
cannot be read, has another version, or is another candidate's; 3 nothing is new, but a log was cut
off, or a finding shows only in cases that the earlier run does not have.`,
		Example: "  quock diff before.jsonl after.jsonl",
		Args:    console.Arguments(cobra.ExactArgs(2)),
		RunE:    func(_ *cobra.Command, args []string) error { return c.diffLogs(args[0], args[1]) },
	}
}

func (c commands) diffLogs(from, to string) error {
	before, err := Read(from)
	if err != nil {
		return err
	}
	after, err := Read(to)
	if err != nil {
		return err
	}
	if OtherCandidate(&before.Header, &after.Header) {
		return console.Exit(console.Usage, fmt.Errorf("%s is a log of %s and %s of %s: compare two versions of one candidate", from, Named(&before.Header), to, Named(&after.Header)))
	}
	compared := report.Compare(before, after)
	if err := compared.Write(c.Out); err != nil {
		return err
	}
	switch {
	case compared.Worse():
		fmt.Fprintf(c.Out, "\nexit 1: the later log has what the earlier one has not\n")
		return console.Printed(console.Failed)
	case len(compared.Unasked) > 0:
		return console.Exit(console.Incomplete, fmt.Errorf("whether %s of %s is new cannot be said: %s does not have the cases", words.Counted(len(compared.Unasked), "finding"), to, from))
	case before.Footer == nil:
		return console.Exit(console.Incomplete, fmt.Errorf("log %s was cut off: its run did not come to its end", from))
	case after.Footer == nil:
		return console.Exit(console.Incomplete, fmt.Errorf("log %s was cut off: its run did not come to its end", to))
	}
	return nil
}
