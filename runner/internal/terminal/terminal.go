// Package terminal is what the command knows of the terminal that it writes to:
// whether there is one, how wide it is, whether colours are wanted, and a line that
// shows progress and is rewritten.
//
// Goals: one answer to each of these questions; elsewhere than on a terminal
// nothing is rewritten.
//
// Non-goals: what is drawn (package lanes), and which text is safe to print
// (package words).
package terminal

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// of returns the terminal that is written to, if it is one.
func of(to io.Writer) (int, bool) {
	file, ok := to.(*os.File)
	if !ok {
		return 0, false
	}
	fd := int(file.Fd())
	return fd, term.IsTerminal(fd)
}

// Columns is the width to draw with, in columns: the terminal's, else what COLUMNS
// says, else 100.
func Columns(to io.Writer) int { return columns(to, 100) }

// TextColumns is Columns for text: 80 where nothing says otherwise.
func TextColumns(to io.Writer) int { return columns(to, 80) }

func columns(to io.Writer, otherwise int) int {
	if fd, ok := of(to); ok {
		if width, _, err := term.GetSize(fd); err == nil && width > 0 {
			return width
		}
	}
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	return otherwise
}

// Colored reports whether to draw in colour: when is "always", "never" or "auto",
// which is on a terminal that has colours, unless NO_COLOR is set.
func Colored(to io.Writer, when string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	_, ok := of(to)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Interactive reports whether an input is a terminal, so that somebody can be asked.
func Interactive(in io.Reader) bool {
	file, ok := in.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
