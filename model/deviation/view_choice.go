package deviation

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A choice is a row of a table of views that a program may have, if its
// handshake says so: it lacks the field.
type choice struct {
	field, name, sentence string
	show                  func(t *spec.Transcript)
}

func (c choice) deviation() Deviation {
	return Deviation{Kind: View, Name: c.name, Sentence: c.sentence, Choice: "lacks " + c.field, view: c.show, part: c.field}
}

// choices are the fields that a program may lack, as the transcript looks
// without them.
var choices = []choice{
	{"partial-calls", "calls-once-whole", "A call is shown once its arguments are complete.", hideCalls(partial)},
	{"partial-messages", "messages-once-ended", "A message is shown once it has ended.",
		hideMessages(func(m *spec.Message) bool { return !m.Complete && m.Role != "user" })},
	{"empty", "empty-messages-unshown", "A message without content is not shown.",
		hideMessages(func(m *spec.Message) bool { return len(m.Parts)+len(m.Calls) == 0 })},
	{"previews", "arguments-once-complete", "Arguments are shown once they are complete.", eachCall(func(c *spec.Call) {
		if c.ArgsOpen {
			c.Args = ""
		}
	})},
	{"argument-text", "arguments-compact", "Arguments are shown as compact JSON of their value, their keys in the order of the wire.", eachCall(func(c *spec.Call) {
		var b bytes.Buffer
		if json.Compact(&b, []byte(c.Args)) == nil {
			c.Args = b.String()
		}
	})},
	{"argument-text", "arguments-sorted", "Arguments are shown as compact JSON of their value, their keys sorted.", eachCall(func(c *spec.Call) {
		c.Args = sorted(c.Args)
	})},
	{"phases", "phases-unshown", "A call without a result is shown as one that is being prepared, whatever becomes of it.",
		eachCall(func(c *spec.Call) {
			standing(c, spec.Preparing, spec.Preparing, spec.Executing, spec.Waiting, spec.Abandoned, spec.Cancelled)
		})},
	{"abandoned", "abandoned-unshown", "A call that gets no result is shown as one that still runs.", func(t *spec.Transcript) {
		eachCall(func(c *spec.Call) { standing(c, spec.Executing, spec.Abandoned) })(t)
		eachSession(func(s *spec.Session) { s.Abandoned = nil })(t)
	}},
	{"denied", "denied-as-failed", "A call that was denied is shown as one that failed.", eachCall(func(c *spec.Call) {
		if c.Status == spec.Denied {
			c.Status, c.IsError = spec.Failed, true
		}
	})},
	{"cancelled", "cancelled-as-incomplete", "What the user cancelled is shown as what was not finished.", uncancel},
	{"orphans", "orphans-unshown", "A result whose call was never seen is not shown.", eachSession(func(s *spec.Session) { s.Orphans = nil })},
	{"unattributed", "unattributed-unshown", "Content that nothing claims is not shown.", eachSession(func(s *spec.Session) { s.Unattributed = nil })},
	{"complete", "complete-unshown", "Whether a message is complete is never shown.", eachMessage(func(m *spec.Message) { m.Complete = false })},
	{"ids", "ids-unshown", "The id of a message is not shown.", eachMessage(func(m *spec.Message) { m.ID = "" })},
	{"usage", "usage-unshown", "The usage of a message is not shown.", eachMessage(func(m *spec.Message) { m.Usage = nil })},
	{"stop-reasons", "stop-reasons-unshown", "Why a message stopped is not shown.", eachMessage(func(m *spec.Message) { m.StopReason = nil })},
}

// policies are the choices that change what the model reads.
var policies = []Deviation{
	{Kind: Decision, Name: "held-attach-at-end", Choice: "held-attach=end", part: "held-attach",
		Sentence: "A held call attaches to the next message when that ends.", policy: func(p *spec.Policies) { p.HeldAttach = "end" }},
	{Kind: Decision, Name: "arguments-by-marker", Choice: "arguments-complete=marker", part: "arguments-complete",
		Sentence: "Arguments without an end on the wire are complete with their message or result.",
		policy:   func(p *spec.Policies) { p.ArgumentsComplete = "marker" }},
}

// partial reports whether a call has incomplete arguments, and neither runs nor
// has a result.
func partial(c *spec.Call) bool {
	switch c.Status {
	case spec.Preparing, spec.Waiting, spec.Abandoned, spec.Cancelled:
		return c.ArgsOpen && len(c.Result) == 0
	}
	return false
}

// sorted returns the compact JSON of a value with sorted keys; text that is no
// JSON stays as it is.
func sorted(text string) string {
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil || d.More() {
		return text
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // what was decoded can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}

// standing gives a call of one of some statuses another one: that of its
// result, if one came late.
func standing(c *spec.Call, other spec.Status, of ...spec.Status) {
	for _, status := range of {
		if c.Status != status {
			continue
		}
		if c.Status = other; len(c.Result) > 0 {
			if c.Status = spec.Done; c.IsError {
				c.Status = spec.Failed
			}
		}
		return
	}
}

func uncancel(t *spec.Transcript) {
	if t.Outcome == spec.OutcomeCancelled {
		t.Outcome = spec.OutcomeIncomplete
	}
	eachTurn(func(u *spec.Turn) {
		if u.Status == spec.Cancelled {
			u.Status = spec.Incomplete
		}
	})(t)
	eachCall(func(c *spec.Call) {
		if c.Status == spec.Cancelled {
			c.Status = spec.Abandoned
		}
	})(t)
}
