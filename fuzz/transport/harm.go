package transport

import "strings"

// A Harm is a kind of damage.
type Harm string

// The harms. All but End, Half and Replay are a record that is none, in the place
// of one: the framing is kept.
const (
	End    Harm = "end"    // the input breaks off
	Half   Harm = "half"   // a record is cut short, its line ends, and it comes again whole
	Replay Harm = "replay" // the latest records come again, as after a reconnect

	Words   Harm = "words"   // what a log says
	Brace   Harm = "brace"   // a lone brace
	Open    Harm = "open"    // JSON that does not end
	Wrong   Harm = "wrong"   // JSON with a number that is none
	Two     Harm = "two"     // two records in the place of one
	NotUTF8 Harm = "utf8"    // invalid UTF-8
	NUL     Harm = "nul"     // bytes of nothing
	Giant   Harm = "giant"   // JSON that does not end for very long
	Abyss   Harm = "abyss"   // arrays nested deeper than any limit
	Foreign Harm = "foreign" // a line of a structured log, of no dialect
)

// bads are the harms that are a record of their own, the simplest first.
var bads = []Harm{Open, Words, Brace, Wrong, Two, NotUTF8, NUL, Foreign, Giant, Abyss}

// reported reports whether a reader has to report it: not a record that is none
// of the dialect's, nor what a reader may understand that replaces what is no
// UTF-8, as browsers do, or that nests without a limit.
func (h Harm) reported() bool { return h != Foreign && h != NotUTF8 && h != Abyss }

// bad is the text in the place of a record. Whoever reads it in spite of all
// learns nothing from it: no dialect has such kinds.
func (d Damage) bad() (text string, ok bool) {
	switch d.Kind {
	case Words:
		return "{WARN pipe is full", true
	case Brace:
		return "{", true
	case Open:
		return `{"type":"quock.a","a":[1,2`, true
	case Wrong:
		return `{"type":"quock.a","a":01}`, true
	case Two:
		return `{"type":"quock.a"}{"type":"quock.b"}`, true
	case NotUTF8:
		return "{\"type\":\"quock.\xc3\x28\"}", true
	case NUL:
		return "{\x00\x01\x00}", true
	case Giant:
		return `{"type":"` + strings.Repeat("~", d.Size), true
	case Abyss:
		return `{"` + name + `":` + strings.Repeat("[", d.Size) + strings.Repeat("]", d.Size) + "}", true
	case Foreign:
		return `{"level":"info","msg":"listening","port":8080}`, true
	}
	return "", false
}

// badLines are the lines of a record that is none, in the framing.
func (t Text) badLines(text string) []string {
	switch t.Framing {
	case SSE:
		return []string{"data: " + text, ""}
	case Coded:
		return []string{"0:" + text}
	}
	return []string{text}
}
