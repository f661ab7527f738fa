package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
)

// readKnown reads the list of known failures, if one is asked for. With --rules
// the entries of other rules are left out, because their cases are not run.
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
		list.Entries = slices.DeleteFunc(list.Entries, func(e baseline.Entry) bool { return e.Rule != "" && !s.Rules.Match(e.Rule) })
	}
	return list, nil
}

func (j *judgement) printKnown(known baseline.Outcome) error {
	if j.flags.known == "" {
		return nil
	}
	_, err := fmt.Fprintf(j.text, "\nknown failures: %d listed, %d not listed, %d stale entries\n", known.Listed, len(known.Unlisted), len(known.Stale))
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
