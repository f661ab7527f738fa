package runlog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec/words"
)

func (c commands) baseline() *cobra.Command {
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
		Args: console.Arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if add && update == "" {
				return console.Misuse(cmd, errors.New("--add adds to the file of --update: give both"))
			}
			return c.writeBaseline(args[0], update, add)
		},
	}
	cmd.Flags().StringVar(&update, "update", "", "drop from the list in this `file` what is stale")
	cmd.Flags().BoolVar(&add, "add", false, "with --update, also add what is not listed")
	return cmd
}

func (c commands) writeBaseline(from, update string, add bool) error {
	log, err := Read(from)
	if err != nil {
		return err
	}
	if log.Footer == nil || log.Footer.Stopped != "" {
		return console.Exit(console.Incomplete, fmt.Errorf("log %s is of a run that did not come to its end: a list made from it would lack failures", from))
	}
	if log.Header.Shard != "" {
		return console.Exit(console.Usage, fmt.Errorf("log %s is of shard %s: merge the logs of all shards first, with: quock merge LOG… --into run.jsonl", from, log.Header.Shard))
	}
	if update == "" {
		return baseline.Write(c.Out, log)
	}
	old, err := os.ReadFile(update)
	if err != nil {
		return console.Exit(console.Usage, fmt.Errorf("--update: %w", err))
	}
	if name, of := words.Line(log.Header.Candidate.Name), baseline.Candidate(string(old)); of != "" && of != name {
		return console.Exit(console.Usage, fmt.Errorf("--update %s: the list is of %s, and log %s of %s: give a log of the same candidate", words.Line(update), words.Line(of), from, name))
	}
	list, err := baseline.Parse(bytes.NewReader(old))
	if err != nil {
		return console.Exit(console.Usage, fmt.Errorf("--update %s: %w", update, err))
	}
	if rules := log.Header.Rules; rules != "" {
		p, err := pattern.Parse(rules)
		if err != nil {
			return console.Exit(console.Usage, fmt.Errorf("log %s: its rules: %w", from, err))
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
	fmt.Fprintf(c.Out, "%s: %s dropped, %d added, %d not listed\n", words.Line(update), words.Counted(changed.Dropped, "entry"), changed.Added, changed.Left)
	return nil
}
