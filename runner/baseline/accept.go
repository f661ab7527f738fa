package baseline

import (
	"fmt"
	"strings"
	"time"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
)

// An Accept is a line that accepts a deviation.
type Accept struct {
	Line      int
	Deviation deviation.Deviation
	Issue     string
	Expiry    string // of form Day, "" for none
	Comment   string
}

// String returns the line's number and deviation, for people.
func (a Accept) String() string { return fmt.Sprintf("line %d (accept %s)", a.Line, a.Deviation.Name) }

// Accepted returns the accepted deviations. A run judges with them; they compose.
func (l *List) Accepted() (all []deviation.Deviation) {
	for _, a := range l.Accepts {
		all = append(all, a.Deviation)
	}
	return all
}

// Judged describes the accepted deviations in the header of a log.
func (l *List) Judged() (all []report.Accepted) {
	for _, a := range l.Accepts {
		all = append(all, report.Accepted{Deviation: a.Deviation.Name, Issue: a.Issue})
	}
	return all
}

const acceptWord = "accept"

// accept reads an accept line: "accept NAME ISSUE [until DAY] [comment]".
func (l *List) accept(line int, fields []string, flaky bool) error {
	switch {
	case len(fields) < 3:
		return fmt.Errorf("%d fields, but a line that accepts a deviation has at least three: accept, its name, issue", len(fields))
	case flaky:
		return fmt.Errorf("a deviation shows whenever its stream is read: put the line that accepts %s before [flaky]", fields[1])
	}
	a := Accept{Line: line, Issue: fields[2]}
	var err error
	if a.Deviation, err = acceptable(fields[1]); err != nil {
		return err
	}
	rest := fields[3:]
	if len(rest) > 0 && rest[0] == "until" {
		if len(rest) < 2 {
			return fmt.Errorf("until has no day: give one of the form 2027-01-31")
		}
		if _, err := time.Parse(Day, rest[1]); err != nil {
			return fmt.Errorf("until %q is not a day of the form 2027-01-31", rest[1])
		}
		a.Expiry, rest = rest[1], rest[2:]
	}
	a.Comment = strings.Join(rest, " ")
	for _, other := range l.Accepts {
		switch {
		case other.Deviation.Name == a.Deviation.Name:
			return fmt.Errorf("%s is accepted in line %d already", a.Deviation.Name, other.Line)
		case !a.Deviation.Composes(other.Deviation):
			return fmt.Errorf("%s and %s of line %d exclude each other: both change %s; keep the line that the diagnosis of a run names", a.Deviation.Name, other.Deviation.Name, other.Line, changed(&a.Deviation))
		}
	}
	l.Accepts = append(l.Accepts, a)
	return nil
}

// acceptable returns the deviation of a name.
func acceptable(name string) (deviation.Deviation, error) {
	d, ok := deviation.ByName(name)
	switch {
	case ok && d.Fits():
		return d, nil
	case ok:
		return d, fmt.Errorf("%s is a program and no change of the reference, so nothing can be judged with it: list the failing cases instead", name)
	}
	var names []string
	for _, d := range deviation.All() {
		if d.Fits() {
			names = append(names, d.Name)
		}
	}
	meant := ""
	if near := spec.Nearest(name, names); near != "" {
		meant = " (did you mean " + near + "?)"
	}
	return d, fmt.Errorf("no deviation is named %q%s: quock deviations lists them", name, meant)
}

// changed names what a deviation changes.
func changed(d *deviation.Deviation) string {
	if decision := d.Changes(); decision != "" {
		return "the decision " + decision
	}
	return "the same part of the transcript"
}

func (a *Accept) expired(today time.Time) bool {
	return a.Expiry != "" && today.Format(Day) > a.Expiry
}

// complaints returns what is wrong with the line: it has expired, or nothing shows the
// deviation.
func (a *Accept) complaints(log *report.Log, today time.Time) (found []string) {
	if a.expired(today) {
		found = append(found, fmt.Sprintf("%s: expired on %s; look at %s again, then remove the line or give it a new day", a, a.Expiry, a.Issue))
	}
	if a.dead(log) {
		found = append(found, fmt.Sprintf("%s: shows in no case of this run; remove the line and close %s", a, a.Issue))
	}
	return found
}

// dead reports whether the run judged with the deviation, put all cases that it could
// show in to the candidate, and saw it in none.
func (a *Accept) dead(log *report.Log) bool {
	h := &log.Header
	if h.Issue(a.Deviation.Name) == "" || h.Part() || log.Footer == nil || log.Footer.Stopped != "" {
		return false
	}
	return !log.Shows(a.Deviation.Name)
}
