package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/document"
	"github.com/quock-dev/quock/runner/internal/github"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

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
		RunE: func(cmd *cobra.Command, args []string) error { return c.checkTraces(cmd, args, f) },
	}
	f.add(cmd.Flags())
	return cmd
}

// checkTraces checks the traces that the arguments name, in the way that the flags ask for.
func (c commands) checkTraces(cmd *cobra.Command, args []string, f checkFlags) error {
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
