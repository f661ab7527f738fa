package lanes

import (
	"fmt"
	"strings"
)

// about describes an item.
func (i *item) about() string {
	words := i.lead()
	switch {
	case i.goesOn && i.pieces == 0 && i.starts > 0:
		return words
	case i.goesOn:
		words += " (goes on)"
	}
	if i.starts > 0 && i.starts != i.begin {
		words += fmt.Sprintf(", starts in line %d", i.starts)
	} else if i.starts > 0 {
		words += ", starts"
	}
	text := i.shown()
	if text == "" {
		return words
	}
	return words + ": " + text
}

// shown returns the beginning of the item's text.
func (i *item) shown() string {
	if i.run == calling && i.call != nil && !i.goesOn && len(i.call.Args) > 0 {
		return begin(string(i.call.Args[:min(len(i.call.Args), peek+4)]))
	}
	return i.text
}

// lead returns the words before the text of an item.
func (i *item) lead() string {
	switch i.run {
	case saying:
		return i.sayingLead()
	case calling:
		if i.goesOn && i.pieces == 0 && i.starts > 0 {
			return "starts " + name(i.call)
		}
		return "calls " + name(i.call) + i.inPieces("args ")
	case opening:
		return "opens message " + short(i.message, 24) + ", and nothing in it"
	case progress:
		return "progress of " + name(i.call) + times(i.pieces)
	case linking:
		return "was made by call " + name(i.call)
	case astray:
		return "fragment of nothing that is open" + times(i.pieces)
	case notes:
		return i.tally.String()
	case reports:
		words := "! " + i.detail + times(i.pieces)
		if i.rule != "" {
			words += ", breaks " + i.rule
		}
		return words
	case strange:
		return "? " + counted(i.pieces, "record") + " of unknown kind"
	case unread:
		return "! " + counted(i.pieces, "record") + " that cannot be read"
	case crowd:
		return "many more sessions: " + i.tally.String()
	case limits, restating, logs, waits, orphans:
		return strings.Join(i.words, "; ") + times(i.pieces)
	}
	return strings.Join(i.words, "; ")
}

func (i *item) sayingLead() string {
	words := "says"
	if i.detail == "thought" {
		words = "thinks"
	}
	for _, speaker := range i.words {
		words = speaker + " " + words
	}
	return words + i.inPieces("")
}

// inPieces says in how many pieces a text came, if more than one.
func (i *item) inPieces(of string) string {
	if i.pieces < 2 {
		return ""
	}
	if of != "" {
		of = "," + " " + of + "in"
	}
	return fmt.Sprintf("%s %s, %s", of, counted(i.pieces, "piece"), size(i.bytes))
}

func times(n int) string {
	if n < 2 {
		return ""
	}
	return " ×" + number(n)
}

// String returns the counts of a tally: "3 system, 1 custom".
func (t *tally) String() string {
	all := make([]string, len(t.names))
	for i, n := range t.names {
		all[i] = counted(t.counts[n], n)
	}
	return strings.Join(all, ", ")
}
