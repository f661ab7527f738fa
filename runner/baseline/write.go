package baseline

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// Unfiled is the issue that Write gives a failure without one.
const Unfiled = report.Unfiled

// Write writes a list that makes a run of the same cases green. It accepts the
// deviations by which cases of the log are attributed, and has an entry for each
// failure that no deviation explains. What log.Known lists keeps its issue. Each shard
// of a run has a diagnosis of its own, so all failures of a shard have entries.
func Write(to io.Writer, log *report.Log) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%s%s\n", ofCandidate, words.Line(log.Header.Candidate.Name))
	fmt.Fprintf(w, "# accept  deviation  issue  [until last day, such as 2027-01-31]  [comment]\n")
	fmt.Fprintf(w, "# pattern  verdict  rule  issue  [last day]  [comment]\n")
	fmt.Fprintf(w, "# Give each line its issue in place of %q. Case names are patterns: * matches within a\n", Unfiled)
	fmt.Fprintf(w, "# segment, ** any segments. A line that nothing shows any more makes a run red.\n[failing]\n")
	var all []Failure
	for i := range log.Cases {
		all = append(all, Failures(&log.Cases[i])...)
	}
	(&List{}).write(w, all, log, log.Known)
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing known failures: %w", err)
	}
	return nil
}

// ofCandidate begins the comment that says whose failures a list has.
const ofCandidate = "# known failures of "

// Candidate returns the name of the candidate that a list was written for, as Write
// notes it; "" if the text does not say.
func Candidate(text string) string {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, ofCandidate); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// write writes lines for failures, and returns how many. Deviations that explain some
// of them are accepted, if they go with those that the list accepts.
func (l *List) write(w io.Writer, all []Failure, log *report.Log, known report.Known) (lines int) {
	list, sharded := &List{Accepts: slices.Clone(l.Accepts)}, log.Header.Shard != "" || log.Header.Shards > 0
	for _, f := range all {
		if sharded || f.Deviation == "" || list.accepts(f.Deviation) {
			continue
		}
		issue := cmp.Or(known.Issue(f.Case, f.Verdict, f.Rule, f.Deviation), Unfiled)
		if list.accept(0, []string{acceptWord, f.Deviation, issue}, false) == nil {
			lines++
			fmt.Fprintf(w, "%s %s %s\n", acceptWord, f.Deviation, issue)
		}
	}
	for _, f := range all {
		if list.accepts(f.Deviation) {
			continue
		}
		lines++
		issue := cmp.Or(known.Issue(f.Case, f.Verdict, f.Rule, f.Deviation), Unfiled)
		f.Case = exactly.Replace(f.Case)
		fmt.Fprintf(w, "%s %s\n", f, issue)
	}
	return lines
}

// accepts reports whether the list accepts the deviation of a name.
func (l *List) accepts(name string) bool {
	return slices.ContainsFunc(l.Accepted(), func(d deviation.Deviation) bool { return d.Name == name })
}

// exactly turns a name into a pattern that matches only this name. A blank, which
// would separate fields, becomes "?".
var exactly = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, " ", "?", "\t", "?")
