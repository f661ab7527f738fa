package judge

import (
	"errors"
	"fmt"
	"io"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// junit writes the JUnit report, if --junit is given.
func (j *judgement) junit() error {
	if j.flags.junit == "" {
		return nil
	}
	to, err := console.Create(j.flags.junit, j.Out)
	if err != nil {
		return err
	}
	return errors.Join(report.JUnit{Folder: j.kept.Folder, Took: j.took()}.Write(to, &j.log), to.Close())
}

// page writes the report as a page, if --html is given.
func (j *judgement) page(headline string) error {
	if j.flags.html == "" {
		return nil
	}
	return j.WritePage(j.flags.html, func(to io.Writer) error {
		return page.Report(to, &j.log, headline, report.Text{Folder: j.kept.Folder})
	})
}

// views prints the text report of the log.
func (j *judgement) views(known *baseline.Outcome) error {
	for _, dialect := range j.plan.Unclaimed {
		fmt.Fprintf(j.text, "not claimed: %s does not read %s\n", words.Line(words.Clip(j.log.Header.Candidate.Name, console.MostNamed)), dialect)
	}
	for _, dialect := range j.plan.Unknown {
		fmt.Fprintf(j.text, "not run: the candidate reads %s, which quock dialects does not list\n", words.Line(words.Clip(dialect, console.MostNamed)))
	}
	if err := (report.Text{Folder: j.kept.Folder}).Write(j.text, &j.log); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	j.printSince(known)
	return j.printKnown(known)
}
