package pages_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A block is one part of a page that a test acts on.
type block struct {
	// Line is the line of the page on which the block's text begins.
	Line int
	// File is the name of the file whose text is Text; "" for commands.
	File, Text string
	Commands   []command
	// Exit is the code with which each command ends.
	Exit int
	// Needs are programs without which the block is skipped.
	Needs []string
	// NotRun is the reason why nothing of the block is run.
	NotRun string
}

// A command is what a user types, and what is printed then.
type command struct {
	Line  int
	Shell string
	// Output are the printed lines, with "…" for what may differ. It is nil if the
	// page says nothing of the output.
	Output []string
}

var comment = regexp.MustCompile(`^<!-- (exit|needs|not run:|file|setup:) (.+?) -->$`)

// read returns the blocks of a page in order. Its errors name the line.
func read(page string) ([]block, error) {
	var all []block
	next := block{}
	lines := strings.Split(page, "\n")
	for n := 0; n < len(lines); n++ {
		if m := comment.FindStringSubmatch(lines[n]); m != nil {
			if m[1] == "setup:" {
				all = append(all, block{Line: n + 1, Commands: []command{{Line: n + 1, Shell: m[2]}}})
			} else if err := next.note(m[1], m[2]); err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			continue
		}
		kind, fenced := strings.CutPrefix(strings.TrimSpace(lines[n]), "```")
		if !fenced {
			continue
		}
		end := n + 1
		for end < len(lines) && strings.TrimSpace(lines[end]) != "```" {
			end++
		}
		if end == len(lines) {
			return nil, fmt.Errorf("line %d: a block without its end", n+1)
		}
		next.fill(kind, n+2, lines[n+1:end])
		if next.File != "" || len(next.Commands) > 0 {
			all = append(all, next)
		}
		next, n = block{}, end
	}
	return all, nil
}

func (b *block) note(key, value string) (err error) {
	switch key {
	case "exit":
		b.Exit, err = strconv.Atoi(value)
	case "needs":
		b.Needs = append(b.Needs, strings.Fields(value)...)
	case "not run:":
		b.NotRun = value
	case "file":
		b.File = value
	}
	return err
}

func (b *block) fill(kind string, first int, lines []string) {
	b.Line = first
	switch {
	case b.File != "":
		b.Text = strings.Join(lines, "\n") + "\n"
	case kind == "sh":
		b.Commands = typed(first, lines)
	case kind == "console":
		b.Commands = shown(first, lines)
	}
}

// typed are the commands of an sh block.
func typed(first int, lines []string) []command {
	var all []command
	goesOn := false
	for i, l := range lines {
		switch {
		case goesOn:
			all[len(all)-1].Shell += "\n" + l
		case strings.TrimSpace(l) != "" && !strings.HasPrefix(l, "#"):
			all = append(all, command{Line: first + i, Shell: l})
		}
		goesOn = strings.HasSuffix(l, `\`)
	}
	return all
}

// shown are the commands of a console block with their output.
func shown(first int, lines []string) []command {
	var all []command
	for i, l := range lines {
		if shell, is := strings.CutPrefix(l, "$ "); is {
			all = append(all, command{Line: first + i, Shell: shell, Output: []string{}})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			last.Output = append(last.Output, l)
		}
	}
	return all
}

// matches reports whether lines that were printed are those of a page. If not, it
// names the first line of the page that none of them is.
func matches(page []string, printed []string) (missing string, ok bool) {
	at := 0
	anywhere := false
	for _, want := range page {
		if want == "…" {
			anywhere = true
			continue
		}
		like := line(want)
		found := at
		for anywhere && found < len(printed) && !like.MatchString(printed[found]) {
			found++
		}
		if found >= len(printed) || !like.MatchString(printed[found]) {
			return want, false
		}
		at, anywhere = found+1, false
	}
	if at < len(printed) && !anywhere {
		return "the end of the output", false
	}
	return "", true
}

// line matches one line of a page, in which "…" stands for any text. Spaces at
// its end do not count.
func line(l string) *regexp.Regexp {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(l, " ")), "…", ".*")
	return regexp.MustCompile("^" + quoted + ` *$`)
}
