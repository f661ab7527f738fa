package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
)

// readKnown reads the list of known failures, if one is asked for. With --rules
// not all cases of the entries of other rules are run.
func readKnown(f *runFlags, s runner.Selection) (*baseline.List, error) {
	if f.known == "" {
		return &baseline.List{}, nil
	}
	file, err := os.Open(f.known)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("known failures: %w", err))
	}
	defer file.Close()
	list, err := baseline.Parse(file)
	if err != nil {
		return nil, exit(exitUsage, fmt.Errorf("known failures %s: %w", f.known, err))
	}
	if s.Rules != nil {
		for i := range list.Entries {
			e := &list.Entries[i]
			e.Partial = !s.Rules.Match(e.Rule)
		}
	}
	return list, nil
}

func (j *judgement) printKnown(known *baseline.Outcome) error {
	if j.flags.known == "" {
		return nil
	}
	_, err := fmt.Fprintf(j.text, "\nknown failures: %d listed, %d not listed, %d stale entries\n", known.Listed, len(known.Unlisted), len(known.Stale))
	j.printCovered(known)
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

// printCovered says how much each entry covers that covers more than one failure.
func (j *judgement) printCovered(known *baseline.Outcome) {
	for i, n := range known.Covered {
		if n > 1 {
			fmt.Fprintf(j.text, "  %s: %s: covers %d failures\n", j.flags.known, j.known.Entries[i], n)
		}
	}
}

// knownLong says what a list of known failures looks like.
const knownLong = `With --known-failures what fails as listed is green: it is marked as known, and no failure in
JUnit. --write-known writes such a list. An entry is a line, its fields parted by blanks:

  case pattern              verdict  rule              issue  [last day]  [comment]
  attach/by-id.breaking.*   fail     attach/by-id      #12    2027-01-31  only the last result is kept
  generated/langgraph/**    crash    -                 #31
  [flaky]
  generated/agentc/**       fail     notify/lifecycle  #40

A star matches within a segment, two stars any segments. The rule is - where the verdict charges
none. Entries behind [flaky] may pass, others behind [failing]; # begins a comment. An entry is
stale, and the run ends with 1, where nothing fails as it says, or its last day is over.`

// absent refuses a file that is there, before it would be written.
func absent(name string) error {
	if name == "" {
		return nil
	}
	if _, err := os.Lstat(name); err == nil {
		return exit(exitUsage, fmt.Errorf("--write-known %s: the file is there, and is not overwritten", name))
	}
	return nil
}

// writeKnown lists all that fails, if that is asked for.
func (j *judgement) writeKnown() error {
	if j.flags.writeKnown == "" {
		return nil
	}
	file, err := os.OpenFile(j.flags.writeKnown, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("--write-known: %w", err))
	}
	return errors.Join(baseline.Write(file, j.log.Cases, j.log.Known), file.Close())
}
