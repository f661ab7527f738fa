package agui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// A shape says which values the schema lets a field have.
type shape byte

const (
	anything  shape = 'v'
	aText     shape = 's'
	aWhole    shape = 'i'
	aList     shape = 'l'
	anObject  shape = 'o'
	aFlag     shape = 'b'
	aContent  shape = 'c' // a text, or a list of parts
	anOutcome shape = 'u'
	aVersion  shape = 'V'
	aRole     shape = 'r' // one of those that a streamed message may have
	reasoning shape = 'R' // "reasoning"
	aTool     shape = 'T' // "tool"
)

// A field is one member of an event; needed says that the schema requires it.
type field struct {
	shape  shape
	needed bool
}

// common are the members that every event may have.
const common = "type:s! timestamp:i rawEvent:v metadata:o "

// A description is what the schema says of a type: its members, and which of them
// are required, by name.
type description struct {
	fields map[string]field
	needed []string
}

// schema has the members of each type beside the common ones, as "name:shape", with
// "!" behind those that are required; "@" stands for the tag. Retired types are
// not in it.
var schema = describe(map[string]string{
	"RUN_STARTED":               "threadId:s! runId:s! protocolVersion:V parentRunId:s input:o",
	"RUN_FINISHED":              "threadId:s! runId:s! result:v outcome:u usage:l",
	"RUN_ERROR":                 "message:s! code:s usage:l",
	"STEP_STARTED":              "@ stepName:s!",
	"STEP_FINISHED":             "@ stepName:s!",
	"TEXT_MESSAGE_START":        "@ messageId:s! role:r name:s",
	"TEXT_MESSAGE_CONTENT":      "@ messageId:s! delta:s!",
	"TEXT_MESSAGE_END":          "@ messageId:s!",
	"TEXT_MESSAGE_CHUNK":        "@ messageId:s role:r delta:s name:s",
	"TOOL_CALL_START":           "@ toolCallId:s! toolCallName:s! parentMessageId:s",
	"TOOL_CALL_ARGS":            "@ toolCallId:s! delta:s!",
	"TOOL_CALL_END":             "@ toolCallId:s!",
	"TOOL_CALL_CHUNK":           "@ toolCallId:s toolCallName:s parentMessageId:s delta:s",
	"TOOL_CALL_RESULT":          "@ messageId:s! toolCallId:s! content:c! role:T",
	"STATE_SNAPSHOT":            "@ snapshot:v!",
	"STATE_DELTA":               "@ delta:l!",
	"MESSAGES_SNAPSHOT":         "messages:l!",
	"ACTIVITY_SNAPSHOT":         "@ messageId:s! activityType:s! content:o! replace:b",
	"ACTIVITY_DELTA":            "@ messageId:s! activityType:s! patch:l!",
	"RAW":                       "@ event:v! source:s",
	"CUSTOM":                    "@ name:s! value:v!",
	"REASONING_START":           "@ messageId:s!",
	"REASONING_END":             "@ messageId:s!",
	"REASONING_MESSAGE_START":   "@ messageId:s! role:R!",
	"REASONING_MESSAGE_CONTENT": "@ messageId:s! delta:s!",
	"REASONING_MESSAGE_END":     "@ messageId:s!",
	"REASONING_MESSAGE_CHUNK":   "@ messageId:s delta:s",
	"REASONING_ENCRYPTED_VALUE": "@ subtype:s! entityId:s! encryptedValue:s! encryptedValueType:s",
	"SUBAGENT_STARTED":          "@! name:s! description:s parentSubagentRunId:s parentToolCallId:s parentMessageId:s",
	"SUBAGENT_FINISHED":         "@! result:v outcome:u",
	"SUBAGENT_ERROR":            "@! message:s! code:s",
})

func describe(types map[string]string) map[string]description {
	all := make(map[string]description, len(types))
	for kind, words := range types {
		d := description{fields: map[string]field{}}
		for word := range strings.FieldsSeq(common + strings.ReplaceAll(words, "@", "subagentRunId:s")) {
			name, f, _ := strings.Cut(word, ":")
			d.fields[name] = field{shape(f[0]), strings.HasSuffix(f, "!")}
			if d.fields[name].needed {
				d.needed = append(d.needed, name)
			}
		}
		all[kind] = d
	}
	return all
}

// validate holds the event against the schema of its type (T1). What the decoder
// refused already is not said again.
func (p *pass) validate() {
	d, described := schema[p.kind]
	if !described || p.refused {
		return
	}
	for key, v := range p.text.Members() {
		f, known := d.fields[key]
		switch {
		case !known:
			p.warn("T4", fmt.Sprintf("%s: property %s is not described", p.kind, strconv.Quote(key)))
		case v.Kind() == 'n' && f.shape != anything && f.needed, !v.None() && !p.fits(f.shape, key, v):
			p.violate(true, "T1", p.kind+": "+key+" has a value that the schema rejects")
		case v.Kind() == 'n' && !f.needed:
			p.warn("T5", p.kind+": "+key+" is null")
		}
	}
	for _, name := range d.needed {
		if p.text.Get(name) == "" {
			p.violate(true, "T1", p.kind+": "+name+" is missing")
		}
	}
}

// fits reports whether a value is of a shape.
func (p *pass) fits(s shape, key string, v scan.Value) bool {
	text, isText := v.Text()
	switch s {
	case aText:
		return isText
	case aWhole:
		_, whole := v.Int()
		return whole
	case aList:
		return v.Kind() == '['
	case anObject:
		return v.Kind() == '{'
	case aFlag:
		_, flag := v.Bool()
		return flag
	case aContent:
		return isText || v.Kind() == '['
	case reasoning:
		return text == "reasoning"
	case aTool:
		return text == "tool"
	case anOutcome:
		return p.outcomeFits(v)
	case aVersion:
		return p.versionFits(text, isText)
	case aRole:
		if isText && !slices.Contains(roles, text) {
			p.warn("T4", p.kind+": "+key+" is none that a streamed message may have")
		}
		return isText
	}
	return true
}

// roles are those of a streamed message.
var roles = []string{"assistant", "user", "system", "developer"}

// outcomes are the ends of a run and of an invocation that the schema has.
var outcomes = map[string][]string{"RUN_FINISHED": {"success", "interrupt", "cancelled"}, "SUBAGENT_FINISHED": {"success", "suspended"}}

// outcomeFits warns of an outcome that the schema does not have; one that it
// rejects was refused before.
func (p *pass) outcomeFits(v scan.Value) bool {
	if kind, _ := v.Get("type").Text(); !slices.Contains(outcomes[p.kind], kind) {
		p.warn("T4", p.kind+": outcome "+strconv.Quote(kind)+" is not described, and stripped it means success")
	}
	return true
}

// judgeOutcome refuses an outcome that is none: no object with a type, or without
// what its type needs. One of an unknown type is stripped.
func (p *pass) judgeOutcome() {
	kind, typed := p.outcome.Get("type").Text()
	switch {
	case p.outcome.None():
	case !typed:
		p.Mismatch("outcome")
	case kind == "interrupt":
		p.judgeInterrupts(p.outcome.Get("interrupts"))
	case kind == "success":
		p.judgeTexts("outcome.pendingToolCallIds", p.outcome.Get("pendingToolCallIds"))
	case kind == "suspended":
		p.judgeTexts("outcome.interruptIds", p.outcome.Get("interruptIds"))
	}
}

func (p *pass) judgeInterrupts(list scan.Value) {
	n := 0
	for v := range list.Elements() {
		n++
		if _, ok := v.Get("id").Text(); !ok {
			p.Mismatch("outcome.interrupts.id")
		}
	}
	if n == 0 {
		p.Mismatch("outcome.interrupts")
	}
}

func (p *pass) judgeTexts(key string, list scan.Value) {
	for v := range p.List(key, list).Elements() {
		if v.Kind() != '"' {
			p.Mismatch(key)
		}
	}
}

// newest is the newest version of the specification that this codec was held
// against.
var newest = [2]int{1, 1}

// versionFits warns of a version that is newer than newest, or none.
func (p *pass) versionFits(text string, isText bool) bool {
	major, minor, _ := strings.Cut(text, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	switch {
	case !isText:
	case errA != nil || errB != nil:
		p.warn("N1", "protocol version "+strconv.Quote(text)+" is none that the specification publishes")
	case a > newest[0] || a == newest[0] && b > newest[1]:
		p.warn("N1", "protocol version "+text+" is newer than 1.1, as which the stream is read")
	}
	return isText
}
