package contract

import (
	"regexp"
	"slices"
	"strings"
)

// A RecordType is a row of the table that says what the records of a dialect mean.
type RecordType struct {
	// Field is the field that tells the records of the table apart: "type" of the
	// record or, where a record wraps its event in data, of that; "mode" of
	// langgraph's; "" where none does.
	Field string
	// Values are those of Field that the row is about. Several rows may be about one
	// value. None: When says it all, and "all others" is whatever has no row.
	Values []string
	// When says what else such a record has; "" if nothing.
	When string
	// Fields are the fields that it may have, where the table has them.
	Fields string
	// Means is what it says, in the contract's sentences. Like When it is Markdown with
	// nothing but code in backticks.
	Means string
}

// RecordTypes returns the rows of the tables that say what the records mean, as they
// stand in the contract.
func (a Audience) RecordTypes() []RecordType {
	a.Topics = append(slices.Clone(a.Topics), Topics()...)
	var all []RecordType
	for _, block := range a.cut() {
		rows := tableRows(block)
		if len(rows) == 0 || !strings.HasPrefix(rows[0][len(rows[0])-1], "means") {
			continue
		}
		for _, cells := range rows[1:] {
			if r := record(rows[0][0], cells); cells[0] != "" {
				all = append(all, r)
			} else { // the row goes on with the one above
				all[len(all)-1].Means += ". " + r.Means
			}
		}
	}
	return all
}

// record reads one row.
func record(head string, cells []string) RecordType {
	r := RecordType{Means: cells[len(cells)-1]}
	if len(cells) > 2 {
		r.Fields = cells[1]
	}
	if strings.HasPrefix(head, "`") {
		r.Field = strings.Trim(head, "`")
		r.Values, r.When = leadingValues(cells[0])
	} else {
		r.When = cells[0]
	}
	return r
}

var codeSpan = regexp.MustCompile("^`([^`]+)`(, )?")

// leadingValues cuts off the list of code spans that a text begins with.
func leadingValues(text string) (values []string, rest string) {
	for {
		found := codeSpan.FindStringSubmatch(text)
		if found == nil {
			return values, strings.TrimSpace(text)
		}
		values, text = append(values, found[1]), text[len(found[0]):]
	}
}

var cellBorder = regexp.MustCompile(`(^|[^\\])\|`)

// tableRows are the cells of a table, its header first; nil for any other block.
func tableRows(block string) [][]string {
	if !strings.HasPrefix(block, "|") {
		return nil
	}
	var rows [][]string
	for line := range strings.SplitSeq(block, "\n") {
		if strings.HasPrefix(line, "|---") {
			continue
		}
		line = cellBorder.ReplaceAllString(strings.TrimSpace(line), "$1\x00")
		cells := strings.Split(strings.Trim(line, "\x00"), "\x00")
		for i := range cells {
			cells[i] = plain(strings.ReplaceAll(strings.TrimSpace(cells[i]), `\|`, "|"))
		}
		rows = append(rows, cells)
	}
	return rows
}

// An opening star does not stand behind code: `field`* has a star of its own.
var emphasis = regexp.MustCompile(`(^|[\s(])\*{1,2}([^\s*][^*]*)\*{1,2}`)

// plain takes emphasis away.
func plain(text string) string { return emphasis.ReplaceAllString(text, "$1$2") }
