package words

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Event says what an event does: "the root session opens message m1". Pieces of one
// text may follow the event; they are described together with it. A text is quoted and
// cut short. The sentence is one line, but nothing in it is made safe: names and
// texts are the stream's.
func Event(events []spec.Event) string {
	e := &events[0]
	words := saying(e, pieces(events))
	if e.Parent.OK {
		words += ", a child of " + Session(e.Parent.ID)
		if e.ParentCall.OK {
			words += " by call " + e.ParentCall.ID
		}
	}
	switch {
	case e.Ambiguous:
		words += ", which could be of several sessions"
	case e.NoSession:
		words += ", though no session is named"
	}
	if e.Restated {
		words += ", perhaps again"
	}
	return words
}

// Session names a session.
func Session(id string) string {
	if id == "" {
		return "the root session"
	}
	return "session " + id
}

// longestText is how many characters of a text a sentence has.
const longestText = 48

// pieces are the pieces of a text together, and how many they are.
func pieces(events []spec.Event) string {
	var text strings.Builder
	for i := range events {
		text.WriteString(events[i].Text)
	}
	words := quoted(text.String())
	if len(events) > 1 {
		words += fmt.Sprintf(" in %d pieces", len(events))
	}
	return words
}

// quoted is a text as it can stand in a line, cut short. What has double quotes
// in it, as JSON has, is quoted with single ones.
func quoted(text string) string {
	runes, more := []rune(text), ""
	if len(runes) > longestText {
		runes, more = runes[:longestText], "…"
	}
	if short := string(runes); strings.Contains(short, `"`) && !strings.ContainsAny(short, "'\n") {
		return "'" + short + "'" + more
	}
	return fmt.Sprintf("%q", string(runes)) + more
}

// descriptions say what an event of a kind does; text is that of its pieces.
var descriptions = map[spec.Kind]func(e *spec.Event, text string) string{
	spec.SessionOpen: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " opens" + having(", running ", e.Agent)
	},
	spec.SessionClose: func(e *spec.Event, _ string) string { return Session(e.Session) + " closes" + ending(e) },
	spec.TurnStart:    func(e *spec.Event, _ string) string { return Session(e.Session) + " starts " + turn(e.Turn, "a turn") },
	spec.TurnEnd: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " ends " + turn(e.Turn, "its turn") + ending(e)
	},
	spec.MessageOpen: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " opens " + roled(e.Role, e.Message) + having(", spoken by ", e.Agent)
	},
	spec.MessageClose: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " ends " + message(e.Message) + ending(e)
	},
	spec.Text: func(e *spec.Event, text string) string {
		verb := " says "
		if e.Form == spec.Thought {
			verb = " thinks "
		}
		return Session(e.Session) + verb + text + at(e)
	},
	spec.CallOpen: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " announces " + call(e) + at(e) + args(e)
	},
	spec.CallArgs: func(e *spec.Event, text string) string {
		return Session(e.Session) + " gives arguments of " + call(e) + at(e) + ": " + text
	},
	spec.ArgsEnd: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " has all arguments of " + call(e) + at(e)
	},
	spec.CallStart: func(e *spec.Event, _ string) string { return Session(e.Session) + " runs " + call(e) + args(e) },
	spec.CallProgress: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " goes on with " + call(e) + result(e)
	},
	spec.CallDone: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " is done with " + call(e) + args(e) + outcome(e)
	},
	spec.MessageFull: func(e *spec.Event, _ string) string { return Session(e.Session) + " sends whole " + snapshots(e) },
	spec.History: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " sends its history of " + Counted(len(e.Messages), "message")
	},
	spec.Retract: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " takes back " + strings.Join(append(e.Retracts, message(e.Message)), ", ")
	},
	spec.Wait: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " waits" + having(" for ", e.Wait) + having(", call ", e.Call)
	},
	spec.UsageReport: func(e *spec.Event, _ string) string { return Session(e.Session) + " reports usage" + ending(e) },
	spec.Error:       fault,
	spec.LimitReport: limit,
	spec.ToolLog: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " sends a tool log of " + Counted(len(e.Log), "entry") + having(", of call ", e.Call)
	},
	spec.NoteEvent: func(e *spec.Event, _ string) string {
		return Session(e.Session) + " sends a note" + having(": ", string(e.Note))
	},
	spec.UserTurn: func(*spec.Event, string) string { return "the user's turn starts" },
	spec.Cancel:   func(*spec.Event, string) string { return "the user cancels" },
}

func saying(e *spec.Event, text string) string {
	if say, known := descriptions[e.Kind]; known {
		return say(e, text)
	}
	return Session(e.Session) + ": " + e.Kind.String()
}

// having is a value led by words, "" without one.
func having(words, value string) string {
	if value == "" {
		return ""
	}
	return words + value
}

func message(id string) string {
	if id == "" {
		return "its message"
	}
	return "message " + id
}

func turn(id, otherwise string) string {
	if id == "" {
		return otherwise
	}
	return "turn " + id
}

// roled is a message with whose it is.
func roled(role, id string) string {
	switch {
	case role != "user":
		return message(id)
	case id == "":
		return "the user's message"
	}
	return "the user's message " + id
}

// at says where in which message something is.
func at(e *spec.Event) string { return having(" in message ", e.Message) + having(" at slot ", e.Slot) }

func call(e *spec.Event) string {
	words := "a call"
	if e.Call != "" {
		words = "call " + e.Call
	}
	return words + having(" of ", e.Name)
}

func args(e *spec.Event) string {
	if e.Args == "" {
		return ""
	}
	return " with " + quoted(e.Args)
}

func result(e *spec.Event) string {
	if len(e.Result) == 0 {
		return ""
	}
	return ": " + quoted(string(e.Result))
}

// outcome says how a call ended.
func outcome(e *spec.Event) string {
	ended := ""
	switch {
	case e.Status != "":
		ended = ", " + string(e.Status)
	case e.IsError:
		ended = ", failed"
	}
	return ended + result(e)
}

// ending says how something ended, and what it cost.
func ending(e *spec.Event) string {
	words := having(", ", string(e.Status)) + having(", because of ", e.StopReason)
	if e.Error != "" {
		words += ", with the error " + quoted(e.Error)
	}
	if e.Usage != nil {
		words += fmt.Sprintf(", %d tokens in and %d out", e.Usage.Input, e.Usage.Output)
	}
	return words
}

func fault(e *spec.Event, _ string) string {
	words := Session(e.Session)
	if e.Global {
		words = "the run"
	}
	words += " reports the error " + quoted(e.Error)
	if e.Fatal {
		words += ", which ends it"
	}
	return words
}

func limit(e *spec.Event, _ string) string {
	words := " is within its limit"
	if e.Limit != nil && e.Limit.Rejected {
		words = " is refused by a limit"
	}
	if e.Limit != nil {
		words += having(" of window ", e.Limit.Window)
	}
	return Session(e.Session) + words
}

// snapshots describe messages that came whole.
func snapshots(e *spec.Event) string {
	var all []string
	for i := range e.Messages {
		m := &e.Messages[i]
		words, led := roled(m.Role, m.Message), ": "
		for j := range m.Parts {
			words, led = words+led+part(&m.Parts[j]), ", "
		}
		all = append(all, words)
	}
	return strings.Join(all, "; ")
}

func part(p *spec.SnapshotPart) string {
	if p.Kind == spec.CallPart {
		return call(&spec.Event{Call: p.Call, Name: p.Name}) + args(&spec.Event{Args: p.Args})
	}
	return string(p.Kind) + " " + quoted(p.Text)
}
