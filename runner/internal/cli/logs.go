package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

func (c console) diff() *cobra.Command {
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
		Args:    arguments(cobra.ExactArgs(2)),
		RunE:    func(_ *cobra.Command, args []string) error { return c.diffLogs(args[0], args[1]) },
	}
}

func (c console) diffLogs(from, to string) error {
	before, err := readLog(from)
	if err != nil {
		return err
	}
	after, err := readLog(to)
	if err != nil {
		return err
	}
	if otherCandidate(&before.Header, &after.Header) {
		return exit(exitUsage, fmt.Errorf("%s is a log of %s and %s of %s: compare two versions of one candidate", from, named(&before.Header), to, named(&after.Header)))
	}
	compared := report.Compare(before, after)
	if err := compared.Write(c.out); err != nil {
		return err
	}
	switch {
	case compared.Worse():
		fmt.Fprintf(c.out, "\nexit 1: the later log has what the earlier one has not\n")
		return &exitError{code: exitFailed, printed: true}
	case len(compared.Unasked) > 0:
		return exit(exitIncomplete, fmt.Errorf("whether %s of %s is new cannot be said: %s does not have the cases", words.Counted(len(compared.Unasked), "finding"), to, from))
	case before.Footer == nil:
		return exit(exitIncomplete, fmt.Errorf("log %s was cut off: its run did not come to its end", from))
	case after.Footer == nil:
		return exit(exitIncomplete, fmt.Errorf("log %s was cut off: its run did not come to its end", to))
	}
	return nil
}

// readLog reads a log of a run. A log of another version is refused.
func readLog(name string) (*report.Log, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("log: %w", err))
	}
	defer file.Close()
	log, err := report.Read(file)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("log %s: %w; write it again with: quock run --log %[1]s …", name, err))
	}
	return log, nil
}

func (c console) baseline() *cobra.Command {
	update, add := "", false
	cmd := &cobra.Command{
		Use:   "baseline LOG",
		Short: "Make a list of known failures from a log",
		Long: `Print a list of all failures in a log that "quock run --log" wrote, for run --known-failures: it
accepts the deviations by which failures are attributed, and has an entry for each failure that none
explains. With it the same run exits 0.

With --update, the list in a file is changed instead: lines that are stale, because nothing in the
log fails as they say, or shows what they accept, are dropped. Comments and issues stay. What is not
listed is added with --add only.`,
		Example: `  quock baseline run.jsonl > known-failures.txt
  quock baseline run.jsonl --update known-failures.txt`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if add && update == "" {
				return misuse(cmd, errors.New("--add adds to the file of --update: give both"))
			}
			return c.writeBaseline(args[0], update, add)
		},
	}
	cmd.Flags().StringVar(&update, "update", "", "drop from the list in this `file` what is stale")
	cmd.Flags().BoolVar(&add, "add", false, "with --update, also add what is not listed")
	return cmd
}

func (c console) writeBaseline(from, update string, add bool) error {
	log, err := readLog(from)
	if err != nil {
		return err
	}
	if log.Footer == nil || log.Footer.Stopped != "" {
		return exit(exitIncomplete, fmt.Errorf("log %s is of a run that did not come to its end: a list made from it would lack failures", from))
	}
	if log.Header.Shard != "" {
		return exit(exitUsage, fmt.Errorf("log %s is of shard %s: merge the logs of all shards first, with: quock merge LOG… --into run.jsonl", from, log.Header.Shard))
	}
	if update == "" {
		return baseline.Write(c.out, log)
	}
	old, err := os.ReadFile(update)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("--update: %w", err))
	}
	if name, of := words.Line(log.Header.Candidate.Name), baseline.Candidate(string(old)); of != "" && of != name {
		return exit(exitUsage, fmt.Errorf("--update %s: the list is of %s, and log %s of %s: give a log of the same candidate", words.Line(update), words.Line(of), from, name))
	}
	list, err := baseline.Parse(bytes.NewReader(old))
	if err != nil {
		return exit(exitUsage, fmt.Errorf("--update %s: %w", update, err))
	}
	if rules := log.Header.Rules; rules != "" {
		p, err := pattern.Parse(rules)
		if err != nil {
			return exit(exitUsage, fmt.Errorf("log %s: its rules: %w", from, err))
		}
		list.Restrict(&p)
	}
	var text strings.Builder
	changed, err := list.Update(&text, string(old), log, add)
	if err != nil {
		return err
	}
	if err := disk.Write(update, []byte(text.String()), disk.Options{}); err != nil {
		return fmt.Errorf("writing %s: %w", update, err)
	}
	fmt.Fprintf(c.out, "%s: %s dropped, %d added, %d not listed\n", words.Line(update), words.Counted(changed.Dropped, "entry"), changed.Added, changed.Left)
	return nil
}
