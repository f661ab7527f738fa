package judge

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/cli/runlog"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// mergeLogs reports the logs of a run's shards as one run.
func (c commands) mergeLogs(f *runFlags, into string, names []string) error {
	log, err := c.readLogs(names)
	if err != nil {
		return err
	}
	j := &judgement{commands: c, flags: f, log: *log, plan: &plan.Plan{}, limits: candidate.NewLimits(0, 0), text: c.Out}
	j.kept = options.ReplaysFor(f.replayDir, log.Header.Candidate.Name)
	var selection plan.Selection
	if log.Header.Rules != "" {
		p, err := pattern.Parse(log.Header.Rules)
		if err != nil {
			return console.Exit(console.Usage, fmt.Errorf("log %s: its rules: %w", names[0], err))
		}
		selection.Rules = &p
	}
	if j.known, err = readKnown(f, selection); err != nil {
		return err
	}
	if j.earlier, err = readEarlier(f); err != nil {
		return err
	}
	if err := j.refused(); err != nil {
		return console.Exit(console.Usage, err)
	}
	if into != "" {
		if err := writeLog(into, log); err != nil {
			return err
		}
	}
	outcome := j.held()
	return j.end(&outcome)
}

// readLogs reads the logs of the shards of a run as one.
func (c commands) readLogs(names []string) (*report.Log, error) {
	var logs []*report.Log
	for _, name := range names {
		log, err := runlog.Read(name)
		if err != nil {
			return nil, err
		}
		if log.Footer == nil {
			fmt.Fprintf(c.Out, "log %s was cut off: its run did not come to its end\n", words.Line(name))
		}
		logs = append(logs, log)
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = words.Line(name)
	}
	log, err := report.Merge(shown, logs)
	if err != nil {
		return nil, console.Exit(console.Usage, err)
	}
	return log, nil
}

// writeLog writes a log as one run would have written it, but for the lines of cases
// that were not attributed yet.
func writeLog(name string, log *report.Log) error {
	var text bytes.Buffer
	w := report.NewWriter(&text)
	err := w.Header(log.Header)
	for i := range log.Cases {
		err = errors.Join(err, w.Case(log.Cases[i]))
	}
	if log.Footer != nil {
		err = errors.Join(err, w.Footer(*log.Footer))
	}
	if err == nil {
		err = disk.Write(name, text.Bytes(), disk.Options{})
	}
	return err
}
