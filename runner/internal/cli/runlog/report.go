package runlog

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/page"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// mostLog is the most bytes of a log that a report is made of. It is held in memory.
const mostLog = 1 << 30

func (c commands) report() *cobra.Command {
	html, replays, known := "", "", ""
	cmd := &cobra.Command{
		Use:   "report [flags] LOG...",
		Short: "Show the log of a run again, as text or as a page",
		Long: `Show logs that "quock run --log" wrote. One log is the report of its run, as run printed it; with
--html it is a page: the diagnosis, the findings, each with its smallest stream as lanes, a slider over
its records and the expected transcript beside the seen one, and the rules. Several logs are a board,
with --html only: candidates by rules, the versions of one candidate in order, and what changed from one
to the next.

With --known-failures the report says which failures a list has.

The page is one file. It needs no network and sends nothing, and its text is there without a script.

Exit codes: 0 the report was written, whatever it says; 2 a log cannot be read, or has another version.`,
		Example: `  quock report run.jsonl --html report.html
  quock report 1.0.jsonl 1.1.jsonl --html board.html`,
		Args: console.Arguments(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 && known != "" {
				return console.Misuse(cmd, errors.New("--known-failures is for one log"))
			}
			if len(args) > 1 && html == "" {
				return console.Misuse(cmd, errors.New("several logs are a board: give --html FILE"))
			}
			return c.reportLogs(args, html, replays, known)
		},
	}
	options.AddHTML(cmd.Flags(), &html, "write the report")
	cmd.Flags().StringVar(&known, "known-failures", "", "show which failures the list in this `file` has, and which are new")
	options.AddReplayDir(cmd.Flags(), &replays, "replay files")
	return cmd
}

func (c commands) reportLogs(names []string, html, replays, known string) error {
	var logs []*report.Log
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Size() > mostLog {
			return console.Exit(console.Usage, fmt.Errorf("log %s has %d bytes: a report is made of at most %d; run fewer cases, or shards", name, info.Size(), mostLog))
		}
		log, err := Read(name)
		if err != nil {
			return err
		}
		logs = append(logs, log)
	}
	if len(logs) > 1 {
		return c.WritePage(html, func(to io.Writer) error { return page.Board(to, logs) })
	}
	log := logs[0]
	text := report.Text{Folder: options.ReplaysFor(replays, log.Header.Candidate.Name).Folder}
	list, err := baseline.ReadFile(known)
	if err != nil {
		return console.Exit(console.Usage, err)
	}
	list.RestrictTo(log)
	outcome := list.Judge(log, time.Now())
	log.Known = outcome.Issue
	end, why := outcome.Exit(log)
	headline := Headline(int(end), why, report.HeadlineOf(log))
	if html != "" {
		return c.WritePage(html, func(to io.Writer) error { return page.Report(to, log, headline, text) })
	}
	fmt.Fprintln(c.Out, words.Line(headline))
	return text.Write(c.Out, log)
}
