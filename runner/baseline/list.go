package baseline

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/spec"
)

// Day is the format of an expiry. The entry is valid through that day.
const Day = "2006-01-02"

// An Entry is one line of a list.
type Entry struct {
	Line    int
	Pattern pattern.Pattern
	Verdict spec.Verdict
	// Rule is the charged rule; "" if the verdict charges none.
	Rule    string
	Issue   string
	Expiry  string // of form Day, "" for none
	Comment string
	// Flaky means that the cases may also pass.
	Flaky bool
	// Partial means that perhaps not all of the entry's cases run: the run selects some
	// rules, is a shard, or was ended.
	Partial bool
}

// String returns the entry with its line, for people.
func (e Entry) String() string {
	return fmt.Sprintf("line %d (%s %s %s)", e.Line, e.Pattern, e.Verdict, orDash(e.Rule))
}

// A List is a file of known failures.
type List struct {
	Entries []Entry
	Accepts []Accept
}

// Parse reads a list. Its errors name the line.
func Parse(from io.Reader) (*List, error) {
	list, flaky := &List{}, false
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case text == "[failing]" || text == "[flaky]":
			flaky = text == "[flaky]"
		case strings.Fields(text)[0] == acceptWord:
			if err := list.accept(n, strings.Fields(text), flaky); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		default:
			e, err := parseEntry(text)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			e.Line, e.Flaky = n, flaky
			list.Entries = append(list.Entries, e)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the list: %w", err)
	}
	return list, nil
}

func parseEntry(text string) (Entry, error) {
	f := strings.Fields(text)
	if len(f) < 4 {
		return Entry{}, fmt.Errorf("%d fields, but an entry has at least four: pattern, verdict, rule (or -), issue", len(f))
	}
	e := Entry{Issue: f[3]}
	if f[2] != "-" {
		e.Rule = f[2]
	}
	if err := e.read(f[0], f[1]); err != nil {
		return Entry{}, err
	}
	rest := f[4:]
	if len(rest) > 0 && looksLikeDay(rest[0]) {
		if _, err := time.Parse(Day, rest[0]); err != nil {
			return Entry{}, fmt.Errorf("expiry %q is not a day of the form 2027-01-31", rest[0])
		}
		e.Expiry, rest = rest[0], rest[1:]
	}
	e.Comment = strings.Join(rest, " ")
	return e, nil
}

func (e *Entry) read(path, verdict string) error {
	p, err := pattern.Parse(path)
	if err != nil {
		return err
	}
	e.Pattern = p
	if err := e.Verdict.UnmarshalText([]byte(verdict)); err != nil || !e.Verdict.Blames() {
		return fmt.Errorf("%q is no verdict that can be known: it is one of %s", verdict, blaming())
	}
	return nil
}

// looksLikeDay distinguishes an expiry from the first word of a comment.
func looksLikeDay(s string) bool {
	return len(s) == len(Day) && s[4] == '-' && s[7] == '-'
}

func blaming() string {
	var names []string
	for _, v := range spec.Verdicts() {
		if v.Blames() {
			names = append(names, v.String())
		}
	}
	return strings.Join(names, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
