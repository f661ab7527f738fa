package baseline

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/report"
)

// Unfiled is the issue of an entry that was written for a failure without one.
const Unfiled = report.Unfiled

// Write writes a list of all that the cases do wrong, an entry a failure, so that
// a run of the same cases is green with it. A failure that known lists keeps its
// issue; nil knows none.
func Write(to io.Writer, cases []report.Case, known report.Known) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "# pattern  verdict  rule  issue  [last day, such as 2027-01-31]  [comment]\n")
	fmt.Fprintf(w, "# Give each entry its issue in place of %q. Case names are patterns: * matches within a\n", Unfiled)
	fmt.Fprintf(w, "# segment, ** any segments. An entry that nothing fails any more makes a run red.\n[failing]\n")
	for i := range cases {
		for _, f := range Failures(&cases[i]) {
			issue := cmp.Or(known.Issue(f.Case, f.Verdict, f.Rule), Unfiled)
			f.Case = exactly.Replace(f.Case)
			fmt.Fprintf(w, "%s %s\n", f, issue)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing known failures: %w", err)
	}
	return nil
}

// exactly makes a name the pattern that matches it alone; a blank, which parts the
// fields of an entry, is any character.
var exactly = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, " ", "?", "\t", "?")
