package traces

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/options"
	"github.com/quock-dev/quock/runner/internal/document"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/trace"
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
	console.Bound(flags, 0, "lines")
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
	}
	return nil
}

// checkLong is the help of check.
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
