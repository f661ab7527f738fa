package baseline

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/report"
)

// Restrict marks the entries of rules that do not match: a run of some rules does not
// run every case of these. A nil pattern restricts nothing.
func (l *List) Restrict(rules *pattern.Pattern) {
	for i := range l.Entries {
		e := &l.Entries[i]
		e.Partial = rules != nil && !rules.Match(e.Rule)
	}
}

// RestrictTo marks all entries as partial if the log is not that of all cases: of a
// shard, or of a run that was ended. A pattern may match a case that is not there.
func (l *List) RestrictTo(log *report.Log) {
	f := log.Footer
	if log.Header.Shard == "" && f != nil && (f.Stopped == "" || f.Stopped == report.Restarts) {
		return
	}
	for i := range l.Entries {
		l.Entries[i].Partial = true
	}
}

// An Updated list says what Update changed.
type Updated struct {
	// Dropped lines are no longer there, Added ones are new. Left is how many failures
	// are not listed.
	Dropped, Added, Left int
}

// Update writes a list's text without the entries that nothing in a run fails as they
// say, and without the lines that accept what shows nowhere, and keeps every other line
// as it is. An expired entry stays: somebody has to look at it. What is not listed is
// added if add is set. The text is the one that the list was parsed from.
func (l *List) Update(to io.Writer, text string, log *report.Log, add bool) (Updated, error) {
	out, seen := l.match(log.Cases, time.Time{})
	dead, u := map[int]bool{}, Updated{Left: len(out.Unlisted)}
	for i, e := range l.Entries {
		if e.dead(&seen[i]) {
			dead[e.Line] = true
			u.Dropped++
		}
	}
	for i := range l.Accepts {
		if a := &l.Accepts[i]; a.dead(log) {
			dead[a.Line] = true
			u.Dropped++
		}
	}
	w, n := bufio.NewWriter(to), 0
	for line := range strings.Lines(text) {
		if n++; !dead[n] {
			fmt.Fprint(w, line)
		}
	}
	if add && u.Left > 0 {
		if text != "" && !strings.HasSuffix(text, "\n") {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, "[failing]")
		u.Added = l.write(w, out.Unlisted, log, nil)
		out.Unlisted = slices.DeleteFunc(out.Unlisted, func(f Failure) bool { return !l.accepts(f.Deviation) })
		u.Left = len(out.Unlisted) // of lines that have expired
	}
	if err := w.Flush(); err != nil {
		return u, fmt.Errorf("writing known failures: %w", err)
	}
	return u, nil
}

// dead reports whether nothing fails as the entry says, in a run that would have shown
// it.
func (e Entry) dead(s *entryMatch) bool {
	return !e.Partial && (s.matched == 0 || !e.Flaky && s.asRecorded == 0 && s.unrun == 0)
}
