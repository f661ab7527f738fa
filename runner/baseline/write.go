package baseline

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/report"
)

// Unfiled is the issue that Write gives a failure without one.
const Unfiled = report.Unfiled

// Write writes a list with an entry for each failure of the cases. A run of the same
// cases with this list is green. A failure that known lists keeps its issue; known
// may be nil.
func Write(to io.Writer, cases []report.Case, known report.Known) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "# pattern  verdict  rule  issue  [last day, such as 2027-01-31]  [comment]\n")
	fmt.Fprintf(w, "# Give each entry its issue in place of %q. Case names are patterns: * matches within a\n", Unfiled)
	fmt.Fprintf(w, "# segment, ** any segments. An entry that nothing fails any more makes a run red.\n[failing]\n")
	for i := range cases {
		for _, f := range Failures(&cases[i]) {
			issue := cmp.Or(known.Issue(f.Case, f.Verdict, f.Rule), Unfiled)
			write(w, f, issue)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing known failures: %w", err)
	}
	return nil
}

// write writes the entry of a failure.
func write(w io.Writer, f Failure, issue string) {
	f.Case = exactly.Replace(f.Case)
	fmt.Fprintf(w, "%s %s\n", f, issue)
}

// exactly turns a name into a pattern that matches only this name. A blank, which
// would separate fields, becomes "?".
var exactly = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, " ", "?", "\t", "?")
