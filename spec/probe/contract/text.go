package contract

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// PlainText sets Markdown as plain text of the given width, as far as the contract uses
// Markdown: headings, paragraphs, lists, tables and code. Code is not wrapped.
func PlainText(markdown string, width int) string {
	var b strings.Builder
	for i, block := range strings.Split(strings.TrimSpace(markdown), "\n\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(setBlock(block, width))
	}
	return b.String()
}

func setBlock(block string, width int) string {
	switch {
	case headingLevel(block) > 0:
		title := strings.TrimLeft(block, "# ")
		rule := map[int]string{1: "=", 2: "-"}[headingLevel(block)]
		if rule == "" {
			return title + "\n"
		}
		return title + "\n" + strings.Repeat(rule, utf8.RuneCountInString(title)) + "\n"
	case strings.HasPrefix(block, "```"):
		lines := strings.Split(block, "\n")
		return "  " + strings.Join(lines[1:len(lines)-1], "\n  ") + "\n"
	case strings.HasPrefix(block, "|"):
		return setTable(tableRows(block), width)
	}
	return setLines(block, width)
}

// setTable gives each row a paragraph of its own: what it is about, then what is said
// of it. A row about nothing goes on with the one above.
func setTable(rows [][]string, width int) string {
	var texts []string
	for _, cells := range rows[1:] {
		text := rowText(rows[0], cells)
		if cells[0] == "" && len(texts) > 0 {
			texts[len(texts)-1] += ". " + text
		} else {
			texts = append(texts, text)
		}
	}
	var b strings.Builder
	for _, text := range texts {
		b.WriteString(wrap(text, "", "  ", width))
	}
	return b.String()
}

func rowText(head, cells []string) string {
	last := len(cells) - 1
	label, text := cells[0], cells[last]
	if label == "" {
		return text
	}
	switch {
	case last == 2 && cells[1] != "":
		label += " (" + cells[1] + ")"
	case last > 2:
		for i := 1; i < last; i++ {
			label += fmt.Sprintf("; %s %s", head[i], cells[i])
		}
		text = head[last] + " " + text
	}
	return label + ": " + text
}

var listItem = regexp.MustCompile(`^(- |\d\. )`)

// setLines sets a paragraph or a list; a line that begins no item goes on with the one
// above.
func setLines(block string, width int) string {
	var items []string
	for i, line := range strings.Split(block, "\n") {
		if i == 0 || listItem.MatchString(line) {
			items = append(items, line)
		} else {
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
	}
	var b strings.Builder
	for _, item := range items {
		rest := strings.Repeat(" ", len(listItem.FindString(item)))
		b.WriteString(wrap(plain(item), "", rest, width))
	}
	return b.String()
}

// wrap breaks a text into lines; the first begins with first, the others with rest. A
// word that is longer than a line has one of its own.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	line, used := first, false
	for _, word := range strings.Fields(text) {
		if used && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(line + "\n")
			line, used = rest, false
		}
		if used {
			line += " "
		}
		line, used = line+word, true
	}
	return b.String() + line + "\n"
}
