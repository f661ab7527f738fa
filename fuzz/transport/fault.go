package transport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/choice"
)

// A Fault is a kind of fault in the bytes.
type Fault string

// The faults. All but End, Half and Replay insert an invalid record; the framing
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

// A faultKind is what is known of a kind of fault.
type faultKind struct {
	kind Fault
	// rule is the one that it covers.
	rule string
	// optional: a reader need not report it. It may replace invalid UTF-8, as
	// browsers do; it may have no limit of depth; a record of no dialect is no error.
	optional bool
	// words describe it.
	words func(d Damage) string
	// text is the invalid record that it inserts, and size draws how large that is.
	// A reader that accepts the record learns nothing from it, because no dialect
	// has such kinds. Nil where it inserts none.
	text func(size int) string
	size func(src *choice.Source) int
}

// faultKinds are the kinds of fault; those that insert a record with the simplest
// first.
var faultKinds = []faultKind{
	{kind: End, rule: BadRule, words: func(d Damage) string {
		return fmt.Sprintf("the input breaks off at byte %d of record %d", d.At, d.Record+1)
	}},
	{kind: Half, rule: BadRule, words: func(d Damage) string {
		return fmt.Sprintf("record %d is cut short, then repeated whole", d.Record+1)
	}},
	{kind: Replay, rule: ReplayRule, words: func(d Damage) string {
		return fmt.Sprintf("the last %d records are repeated before record %d", d.At, d.Record+1)
	}},
	{kind: Open, rule: BadRule, words: before("unfinished JSON"), text: always(`{"type":"quock.a","a":[1,2`)},
	{kind: Words, rule: BadRule, words: before("a line of log text"), text: always("{WARN pipe is full")},
	{kind: Brace, rule: BadRule, words: before("a lone brace"), text: always("{")},
	{kind: Wrong, rule: BadRule, words: before("JSON with an invalid number"), text: always(`{"type":"quock.a","a":01}`)},
	{kind: Two, rule: BadRule, words: before("two records in one line"), text: always(`{"type":"quock.a"}{"type":"quock.b"}`)},
	{kind: NotUTF8, rule: BadRule, optional: true, words: before("invalid UTF-8"), text: always("{\"type\":\"quock.\xc3\x28\"}")},
	{kind: NUL, rule: BadRule, words: before("NUL bytes"), text: always("{\x00\x01\x00}")},
	{kind: Foreign, rule: MemberRule, optional: true, words: before("a line of a structured log"), text: always(`{"level":"info","msg":"listening","port":8080}`)},
	{
		kind: Giant, rule: LimitRule, words: before("very long unfinished JSON"), size: drawLong,
		text: func(size int) string { return `{"type":"` + strings.Repeat("~", size) },
	},
	{
		kind: Abyss, rule: LimitRule, optional: true, words: before("too deeply nested JSON"),
		size: func(*choice.Source) int { return abyssSize },
		text: func(size int) string {
			return `{"` + name + `":` + strings.Repeat("[", size) + strings.Repeat("]", size) + "}"
		},
	},
}

// inserted are the kinds that insert a record.
var inserted = slices.DeleteFunc(slices.Clone(faultKinds), func(k faultKind) bool { return k.text == nil })

// of returns what is known of a fault; false for one that is unknown.
func (h Fault) of() (*faultKind, bool) {
	at := slices.IndexFunc(faultKinds, func(k faultKind) bool { return k.kind == h })
	if at < 0 {
		return nil, false
	}
	return &faultKinds[at], true
}

func always(text string) func(int) string { return func(int) string { return text } }

func before(what string) func(Damage) string {
	return func(d Damage) string { return fmt.Sprintf("%s before record %d", what, d.Record+1) }
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
