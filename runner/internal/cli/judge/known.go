package judge

import (
	"errors"
	"fmt"
	"os"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/words"
)

// readKnown reads the list of known failures, if one is given. With --rules, a run
// does not run every case of the entries of other rules.
func readKnown(f *runFlags, s plan.Selection) (*baseline.List, error) {
	list, err := baseline.ReadFile(f.known)
	if err != nil {
		return nil, console.Exit(console.Usage, err)
	}
	list.Restrict(s.Rules)
	return list, nil
}

func (j *judgement) printKnown(known *baseline.Outcome) error {
	if j.flags.known == "" {
		return nil
	}
	_, err := fmt.Fprintf(j.text, "\nknown failures: %d listed, %d not listed, %d stale entries\n", known.Listed, len(known.Unlisted), len(known.Stale))
	j.printCovered(known)
	for i, n := range known.Explained {
		fmt.Fprintf(j.text, "  %s: %s: explains %s\n", words.Line(j.flags.known), j.known.Accepts[i], words.Counted(n, "failure"))
	}
	for _, complaint := range known.Stale {
		fmt.Fprintf(j.text, "  %s: %s\n", j.flags.known, complaint)
	}
	for i, f := range known.Unlisted {
		if i == 10 {
			fmt.Fprintf(j.text, "  … and %d more that are not listed\n", len(known.Unlisted)-i)
			break
		}
		fmt.Fprintf(j.text, "  not listed: %s\n", f)
	}
	return err
}

// printCovered prints each entry that covers more than one failure, and how many.
func (j *judgement) printCovered(known *baseline.Outcome) {
	for i, n := range known.Covered {
		if n > 1 {
			fmt.Fprintf(j.text, "  %s: %s: covers %d failures\n", j.flags.known, j.known.Entries[i], n)
		}
	}
}

// knownLong documents the list of known failures.
const knownLong = `With --known-failures a listed failure does not fail the run: the report marks it as known, and JUnit
as skipped. --write-known writes such a list, and "quock baseline" makes one from a log. An entry is a line; blanks separate its fields:

  case pattern              verdict  rule              issue  [last day]  [comment]
  attach/by-id.breaking.*   fail     attach/by-id      #12    2027-01-31  only the last result is kept
  generated/langgraph/**    crash    -                 #31
  accept finished-only #12 until 2027-01-31 till the rewrite
  [flaky]
  generated/agentc/**       fail     notify/lifecycle  #40

"accept" and the name of a deviation ("quock deviations" lists them) make that deviation part of the
reference of this run: what it explains is known, and everything else is judged against the reference
with it. One star matches within a segment, two stars match any segments. The rule is - if no rule is charged.
Entries after [flaky] may pass; entries after [failing] may not. # begins a comment. A line is stale
if nothing fails as it says, if no case shows the deviation that it accepts (unless --rules or
--dialect select a part of the cases), or if its last day is over. A stale line ends the run with 1.`

// unwritten refuses to overwrite a file, but for a list without entries, as quock init
// writes it.
func unwritten(name string) error {
	if name == "" {
		return nil
	}
	if _, err := os.Lstat(name); err != nil {
		return nil
	}
	if list, err := baseline.ReadFile(name); err != nil || len(list.Entries) > 0 {
		return console.Exit(console.Usage, fmt.Errorf("--write-known %s: the file is there, and quock does not overwrite it", name))
	}
	return nil
}

// writeKnown writes the list of all failures, if --write-known is given.
func (j *judgement) writeKnown() error {
	if j.flags.writeKnown == "" {
		return nil
	}
	if err := unwritten(j.flags.writeKnown); err != nil {
		return err
	}
	file, err := os.OpenFile(j.flags.writeKnown, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return console.Exit(console.Usage, fmt.Errorf("--write-known: %w", err))
	}
	if err := errors.Join(baseline.Write(file, &j.log), file.Close()); err != nil {
		return err
	}
	n := 0
	for i := range j.log.Cases {
		n += len(baseline.Failures(&j.log.Cases[i]))
	}
	_, err = fmt.Fprintf(j.text, "\n%s: %s listed; they are green with --known-failures %[1]s\n", words.Line(j.flags.writeKnown), words.Counted(n, "failure"))
	return err
}
