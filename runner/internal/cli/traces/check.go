package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/document"
	"github.com/quock-dev/quock/runner/internal/github"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

// checkFlags are the flags of check.
type checkFlags struct {
	options.ReadingFlags
	all, brief, why bool
	// lines is the most lines of sessions to show; 0 means all.
	lines int
	// readers says which ways to read the stream otherwise are shown: "some" or
	// "all"; "" for none.
	readers string
	// format is the form of the document: one of formats.
	format string
	// latest is the agent whose newest session is the trace; "" for none.
	latest string
	// sameAs is another record of the run, to compare the trace with; "" for none.
	sameAs string
	// html is the file of the page; "" for none.
	html string
	// found collects the traces, if not nil.
	found *document.Document
	// json prints them as data.
	json bool
}

const checkLong = `Show what a recorded stream means and which rules its producer breaks.

A TRACE is a file, a folder, or - for standard input. Files compressed with gzip or zstd are
unpacked. A folder with a stdout.jsonl is a recording. In it, meta.json says how the program was
called and exit.json how it ended; stderr.log is shown if something went wrong. A folder with a
.last-live-trace, or that file itself, means the trace that it points to. Any other folder means every
recording below it, and every file named *.jsonl, *.ndjson, *.json or *.sse; the files of one run (a
session of Claude Code or Codex with those of its agents) are one trace. --latest claude or codex is the session
that this agent wrote last, in your own folder; nothing else is read there.

One trace is shown in full: the verdict, then its sessions as a tree, each sub-agent below the call
that made it. Then follow, each with its line, the open calls, the anomalies, the broken rules and the
records that are not understood. Lines fit the terminal, or 80 columns (COLUMNS) elsewhere, and long
ids are shown without their middle; --format json and --readers --json have them whole. Several traces are shown as one line each, with the number that passed. pass and FAIL
are verdicts; none means that there is no trace, or that it is not understood; part means that
reading broke off.

The dialect is detected from the content. A known format that quock does not read yet is named. If
the dialect does not have the kind of more than a tenth of the records, there is no verdict. A
terminal event decides how a run ended, whatever the exit code. Without one, the recording's exit code
says how the run broke off.

--readers shows, in place of the sessions, which known mistakes (quock deviations) would read the
trace otherwise, from which line on, and what a user would see: first what is peculiar to such a
stream, last what an ordinary one shows, too. --readers=all shows all of them. With --json the same is
one JSON document a trace, each in a line: trace, dialect, verdict (pass, fail or none), outcome,
reasons and remarks; the deviations that read it otherwise, of those tried, and how many of their ways
are ordinary; records, events, cut, and after how many records of how many were compared (compared,
meaning); and of the ways, of which more are left out: known (name, sentence, rules, choice, public),
record, line, event, text, differences and later (says, count, right, shown), passes, ordinary.

With --format, all traces are one document, in which each has its verdict, dialect and findings with
rule, level, sentence, file and line. json is quock's own form, sarif SARIF 2.1.0 for code scanning;
github are the annotations of a GitHub workflow, which text writes as well, to standard error, where
GITHUB_ACTIONS is true. A trace that is not understood is in the document.

--same-as B compares two records of one run, such as the session file and the output of one program, in
all that both can say. How the run ended is not compared. 0: they agree; 1: they differ, and each
difference is printed with its line in both; 2: one of them cannot be read.

Exit codes, the first that applies: 130 interrupted; 2 a trace is missing, empty, binary, of an
unknown dialect, not understood or not readable; 1 a run failed or was cancelled (any run of the
trace), the last run waits or is incomplete (a model's response that leaves its calls to a client may
wait, where the stream holds no requests), part of the trace could not be read, or the producer
breaks a MUST that its format demands (any other breach is a note); 3 reading broke off (a limit, a
disk error); 0 none of these.`

func (c commands) check() *cobra.Command {
	f := checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] TRACE...",
		Short: "Show what a recorded stream means and which rules its producer breaks",
		Long:  checkLong,
		Example: `  quock check trace.jsonl
  quock check recordings/codex/20260102-030405-a1b2
  quock check --brief recordings
  quock check --html trace.html trace.jsonl
  quock check --latest claude
  quock check --latest claude --same-as stdout.jsonl
  quock check --readers trace.jsonl
  quock check --format sarif recordings > quock.sarif
  quock check --readers --json trace.jsonl
  quock check --dialect langgraph:python stream.sse.gz`,
		Args: console.Arguments(func(cmd *cobra.Command, args []string) error {
			if f.latest != "" {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.MinimumNArgs(1)(cmd, args)
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.valid(); err != nil {
				return console.Misuse(cmd, err)
			}
			if f.latest != "" {
				newest, err := input.Latest(f.latest)
				if err != nil {
					return console.Misuse(cmd, err)
				}
				args = []string{newest}
			}
			places := input.Find(args, f.all)
			if f.html != "" && len(places) != 1 {
				return console.Misuse(cmd, fmt.Errorf("--html shows one trace, and these are %d", len(places)))
			}
			if f.sameAs != "" {
				return c.checkSame(cmd.Context(), places, f)
			}
			if !cmd.Flags().Changed("brief") {
				f.brief = len(places) > 1 && f.readers == ""
			}
			if f.format != "text" {
				return c.checkDocument(cmd.Context(), places, f)
			}
			if github.Running() {
				f.found = &document.Document{}
			}
			return c.annotate(f.found, c.checkWrapped(cmd.Context(), places, f))
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// add gives the command its flags.
func (f *checkFlags) add(flags *pflag.FlagSet) {
	f.ReadingFlags.Add(flags, "max-line", trace.DefaultRecords)
	flags.StringVar(&f.format, "format", "text", "the `form` of what is printed: text, json, github (annotations) or sarif")
	options.AddHTML(flags, &f.html, "also write the verdict and the lanes of one trace")
	flags.BoolVar(&f.brief, "brief", false, "print one line for each trace; the default for several traces")
	flags.StringVar(&f.readers, "readers", "", "show which known mistakes read the stream otherwise: `some` (the default) or all")
	flags.Lookup("readers").NoOptDefVal = "some"
	flags.BoolVar(&f.json, "json", false, "print what --readers shows as JSON")
	flags.StringVar(&f.latest, "latest", "", "the newest session of an `agent` of yours: "+strings.Join(input.Agents(), " or "))
	flags.StringVar(&f.sameAs, "same-as", "", "another `record` of the run, to compare the trace with")
	flags.BoolVar(&f.all, "all", false, "read everything below a folder; do not follow a .last-live-trace in it")
	flags.BoolVar(&f.why, "why", false, "also print the evidence for and against each dialect")
	flags.IntVar(&f.lines, "lines", 10_000, "the most `lines` to show of a trace's sessions; 0 shows all")
}

// valid refuses flags that do not go together.
func (f *checkFlags) valid() error {
	switch {
	case f.readers != "" && f.readers != "some" && f.readers != "all":
		return fmt.Errorf("--readers %s: give some or all", f.readers)
	case f.format != "" && !slices.Contains(formats, f.format):
		return fmt.Errorf("--format %s: give one of %s", f.format, strings.Join(formats, ", "))
	case f.format != "" && f.format != "text" && (f.readers != "" || f.why || f.brief):
		return fmt.Errorf("--format %s has its own form: leave --readers, --why and --brief out", f.format)
	case f.sameAs != "" && (f.readers != "" || f.why || f.brief || f.json || f.format != "text"):
		return errors.New("--same-as compares: leave --readers, --why, --brief, --json and --format out")
	case f.json && f.readers == "":
		return errors.New("--json goes with --readers; --format json is for the verdicts")
	case f.json && (f.why || f.brief):
		return errors.New("--json: leave --why and --brief out")
	case f.html != "" && (f.readers != "" || f.brief || f.sameAs != "" || f.format != "" && f.format != "text"):
		return errors.New("--html shows one trace in full: leave --readers, --brief, --same-as and --format out")
	case f.html == "-":
		return errors.New("--html -: standard output has the text; name a file")
	case f.lines < 0:
		return fmt.Errorf("--lines %d: give 0 or more", f.lines)
	}
	return f.ReadingFlags.Check()
}

// checkWrapped checks all traces. What is printed for people fits the terminal, except
// for the single lines of --brief.
func (c commands) checkWrapped(ctx context.Context, places []trace.Place, f checkFlags) error {
	if f.brief || f.json {
		return c.checkAll(ctx, places, f)
	}
	wrapper := terminal.NewWrapper(c.Out, terminal.TextColumns(c.BareOut))
	c.Out = wrapper
	err := c.checkAll(ctx, places, f)
	if failed := wrapper.Flush(); err == nil && failed != nil {
		return console.Unreported(failed)
	}
	return err
}

// checkAll checks one trace after the other. The worst one decides the exit code.
func (c commands) checkAll(ctx context.Context, places []trace.Place, f checkFlags) error {
	if len(places) == 1 && !f.brief {
		return c.checkOne(ctx, places[0], f)
	}
	codes := map[int]int{}
	for i, place := range places {
		if i > 0 && !f.brief && !f.json {
			fmt.Fprintln(c.Out)
		}
		if !f.brief && !f.json {
			fmt.Fprintf(c.Out, "== %s\n", words.Line(place.Name))
		}
		err := c.checkOne(ctx, place, f)
		code := console.CodeOf(err)
		codes[code]++
		if err != nil && err.Error() != "" {
			fmt.Fprintf(c.remarks(f), "%-4s  %s\n", marks[code], strings.TrimPrefix(err.Error(), "trace "))
		}
		if code == console.Interrupted {
			break
		}
	}
	return c.summary(c.remarks(f), codes, len(places))
}

// remarks is where lines go that are no report: standard error beside JSON.
func (c commands) remarks(f checkFlags) io.Writer {
	if f.json {
		return c.Err
	}
	return c.Out
}

// marks are the words for traces without a verdict, by exit code.
var marks = map[int]string{console.Usage: "none", console.Incomplete: "part", console.Interrupted: "stop"}

// summary prints how many traces ended in each way, and returns the exit code.
func (c commands) summary(to io.Writer, codes map[int]int, n int) error {
	text := fmt.Sprintf("%d of %d passed", codes[console.Fine], n)
	for _, kind := range []struct {
		code int
		what string
	}{{console.Failed, "failed"}, {console.Usage, "could not be read"}, {console.Incomplete, "broke off"}, {console.Interrupted, "interrupted"}} {
		if codes[kind.code] > 0 {
			text += fmt.Sprintf(", %d %s", codes[kind.code], kind.what)
		}
	}
	fmt.Fprintln(to, text)
	if code := worst(codes); code != console.Fine {
		return console.Printed(code)
	}
	return nil
}

// checkOne reads and prints one trace.
func (c commands) checkOne(ctx context.Context, place trace.Place, f checkFlags) (ended error) {
	var reading *trace.Reading
	if f.found != nil {
		defer func() { add(f.found, place, reading, ended) }()
	}
	file, err := c.open(ctx, place, &f)
	if err != nil {
		return unread(place, err)
	}
	defer file.Close()
	reading, err = readTrace(ctx, file, &f)
	if printed := c.print(reading, place, f, err); printed != nil {
		return fmt.Errorf("writing the report: %w", printed)
	}
	if f.html != "" && reading.Records > 0 && !trace.None(err) && ctx.Err() == nil {
		if err := c.checkPage(ctx, file, place, reading, err, &f); err != nil {
			return err
		}
	}
	if f.readers != "" && reading.Records > 0 && !trace.None(err) && ctx.Err() == nil {
		if err := c.printReaders(input.Until(ctx, file), place.Name, reading, f); err != nil && ctx.Err() == nil {
			return console.Exit(console.Incomplete, fmt.Errorf("trace %s: %w", words.Line(place.Name), err))
		}
	}
	return judged(ctx, place, reading, err, f.brief)
}

// open opens the stream of a trace, and reads the recorder's other files.
func (c commands) open(ctx context.Context, place trace.Place, f *checkFlags) (*os.File, error) {
	if place.Err != nil {
		return nil, place.Err
	}
	file, err := input.OpenCase(ctx, c.In, place, &f.Options)
	if err == nil && place.Dir != "" {
		f.Recording = trace.LoadRecording(place.Dir)
	}
	return file, err
}

func readTrace(ctx context.Context, file *os.File, f *checkFlags) (*trace.Reading, error) {
	reading, err := trace.Read(input.Until(ctx, file), f.Options)
	if errors.Is(err, trace.ErrEmpty) && reading.Recording.Ended() {
		err = nil // the stream is empty, but the process can be reported
	}
	return reading, err
}

// judged returns how the check of one trace ends; err is the error of reading it.
func judged(ctx context.Context, place trace.Place, reading *trace.Reading, err error, brief bool) error {
	switch {
	case ctx.Err() != nil:
		return console.Exit(console.Interrupted, fmt.Errorf("trace %s: interrupted behind record %d", place.Name, reading.Records))
	case trace.None(err):
		return unread(place, err)
	case err != nil:
		return console.Exit(console.Incomplete, fmt.Errorf("trace %s: %w", place.Name, err))
	}
	switch verdict := reading.Verdict(); {
	case verdict.None && brief:
		return console.Printed(console.Usage)
	case verdict.None:
		return console.Exit(console.Usage, fmt.Errorf("trace %s: there is no verdict: %s", words.Line(place.Name), verdict.Reasons[0]))
	case !verdict.Passed:
		return console.Exit(console.Failed, nil)
	}
	return nil
}

func unread(place trace.Place, err error) error {
	return console.Exit(console.Usage, fmt.Errorf("trace %s: %w", words.Line(place.Name), err))
}

// print prints the reading, if there is one. It prints the evidence for the dialect
// behind it if that was asked for, or alone if no dialect was recognised.
func (c commands) print(r *trace.Reading, place trace.Place, f checkFlags, err error) error {
	printed := c.printReading(r, place, f, err)
	if printed != nil || !f.why && (!errors.Is(err, trace.ErrDialect) || f.brief || len(r.Why) == 0) {
		return printed
	}
	if err != nil {
		return r.PrintWhy(c.Err)
	}
	if !f.brief {
		fmt.Fprintln(c.Out)
	}
	return r.PrintWhy(c.Out)
}

func (c commands) printReading(r *trace.Reading, place trace.Place, f checkFlags, err error) error {
	switch {
	case err != nil && (r.Records == 0 || f.brief), f.json:
		return nil
	case f.brief:
		return r.PrintBrief(c.Out, place.Name)
	case f.readers != "":
		return r.PrintHead(c.Out)
	}
	err = r.Print(c.Out, f.lines)
	if err == nil && len(place.Parts) > 0 {
		fmt.Fprintln(c.Out)
		c.printParts(place)
	}
	return err
}

// printParts prints the files of a place that is put together from several.
func (c commands) printParts(place trace.Place) {
	if len(place.Parts) == 0 {
		return
	}
	fmt.Fprintln(c.Out, "its files, by the line at which each begins:")
	for _, b := range place.Beginnings() {
		fmt.Fprintf(c.Out, "  %d  %s\n", b.Line, words.Line(b.File))
	}
}
