package runner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// widestWord is how much of a text a story shows.
const widestWord = 60

// inWords is a stream in words: a line an event, under its record's number, with
// what does not matter in it.
func inWords(s *spec.Stream, free []shrink.Mark) string {
	var b strings.Builder
	for i := range s.Events {
		e := &s.Events[i]
		fmt.Fprintf(&b, "%4d  %s", e.Record, said(e))
		var any []string
		for _, m := range free {
			if m.Event == i {
				any = append(any, m.Field)
			}
		}
		if len(any) > 0 {
			fmt.Fprintf(&b, "  (any %s)", strings.Join(any, ", "))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "      the input ends: %s\n", s.End)
	return b.String()
}

// doings are the kinds of events in words.
var doings = map[spec.Kind]string{
	spec.SessionOpen: "opens", spec.SessionClose: "closes", spec.TurnStart: "a turn starts", spec.TurnEnd: "its turn ends",
	spec.MessageOpen: "a message opens", spec.MessageClose: "a message closes", spec.Text: "says", spec.CallOpen: "announces a call",
	spec.CallArgs: "gives arguments", spec.ArgsEnd: "ends the arguments", spec.CallStart: "a call starts", spec.CallProgress: "a call goes on",
	spec.CallDone: "a call is done", spec.MessageFull: "tells a message whole", spec.History: "tells its history",
	spec.Retract: "takes back", spec.Wait: "waits", spec.UsageReport: "reports usage", spec.Error: "reports an error", spec.ToolLog: "tells a tool log",
	spec.LimitReport: "reports a limit", spec.NoteEvent: "a note", spec.UserTurn: "the user's turn", spec.Cancel: "cancelled",
}

// said is an event in words.
func said(e *spec.Event) string {
	who := fmt.Sprintf("session %q", e.Session)
	if e.Global {
		who = "all"
	}
	doing := doings[e.Kind]
	if doing == "" {
		doing = e.Kind.String()
	}
	return who + ": " + doing + details(e)
}

// details are the fields that are set, by their names.
func details(e *spec.Event) string {
	text, err := json.Marshal(e)
	if err != nil {
		return ", which cannot be told: " + err.Error()
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return ""
	}
	var names []string
	for name := range fields {
		if name != "kind" && name != "session" && name != "global" {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return place(a) - place(b) })
	var out strings.Builder
	for _, name := range names {
		fmt.Fprintf(&out, ", %s %s", strings.ReplaceAll(name, "_", " "), short(string(fields[name])))
	}
	return out.String()
}

// order is that of an event's fields in a story.
var order = []string{
	"id", "turn", "message", "role", "agent", "call", "name", "slot", "form", "text", "args", "args_value", "result", "is_error",
	"parent", "parent_call", "status", "stop_reason", "error", "fatal", "usage", "limit", "metadata", "messages", "restated", "complete",
	"wait", "retracts", "log", "note", "raw", "no_session", "ambiguous",
}

func place(name string) int { return slices.Index(order, name) }

func short(text string) string {
	runes := []rune(text)
	if len(runes) <= widestWord {
		return text
	}
	return string(runes[:widestWord]) + "…"
}

// reduced tells how far a case was reduced.
func (s *Shrunk) reduced(c *Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "reduced from %d records (%d events) to %d (%d) in %d runs", s.Records, s.Events, len(c.Records), len(c.Stream.Events), s.Runs)
	if s.Stopped {
		b.WriteString("; the budget ended that before it was done")
	}
	return b.String()
}
