package transport

import "strings"

// A Fault is a kind of fault in the bytes.
type Fault string

// The harms. All but End, Half and Replay insert an invalid record; the framing
// stays valid.
const (
	End    Fault = "end"    // the input breaks off
	Half   Fault = "half"   // a record is cut short and ended, and then comes whole
	Replay Fault = "replay" // the last records come again, as after a reconnect

	Words   Fault = "words"   // a line of log text
	Brace   Fault = "brace"   // a lone brace
	Open    Fault = "open"    // JSON that does not end
	Wrong   Fault = "wrong"   // JSON with an invalid number
	Two     Fault = "two"     // two records in place of one
	NotUTF8 Fault = "utf8"    // invalid UTF-8
	NUL     Fault = "nul"     // NUL bytes
	Giant   Fault = "giant"   // very long JSON that does not end
	Abyss   Fault = "abyss"   // arrays nested deeper than any limit
	Foreign Fault = "foreign" // a JSON line of a structured log, of no dialect
)

// bads are the harms that insert a record, the simplest first.
var bads = []Fault{Open, Words, Brace, Wrong, Two, NotUTF8, NUL, Foreign, Giant, Abyss}

// reported reports whether a reader must report the harm. Exceptions are a
// record of no dialect; invalid UTF-8, which a reader may replace, as browsers
// do; and deep nesting, because a reader may have no limit.
func (h Fault) reported() bool { return h != Foreign && h != NotUTF8 && h != Abyss }

// bad returns the text of the inserted record. A reader that accepts it learns
// nothing from it, because no dialect has such kinds.
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

// badLines returns the lines of an invalid record in the framing.
func (t Text) badLines(text string) []string {
	switch t.Framing {
	case SSE:
		return []string{"data: " + text, ""}
	case Coded:
		return []string{"0:" + text}
	}
	return []string{text}
}
