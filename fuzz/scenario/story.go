package scenario

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
)

// Story describes the scenario: who is asked what, what each says and
// calls, what comes of it, sub-agents under the call that asked them. What faults
// took away is left out; how the streams of several mingle is not in it.
func (sc *Scenario) Story() string {
	n := narrator{sc: sc}
	n.line("The user's session%s.", called(sc.Sessions[0].ID))
	n.depth++
	for t := sc.Sessions[0].First; t != None; t = sc.Turns[t].Next {
		n.turn(t)
	}
	return n.text.String()
}

type narrator struct {
	sc    *Scenario
	text  strings.Builder
	depth int
}

func (n *narrator) line(format string, args ...any) {
	n.text.WriteString(strings.Repeat("  ", n.depth))
	fmt.Fprintf(&n.text, format+"\n", args...)
}

func called(id string) string {
	if id == "" {
		return ""
	}
	return " " + id
}

func (n *narrator) turn(t int) {
	turn := &n.sc.Turns[t]
	if !turn.Holds(n.sc.On()) {
		return
	}
	asked := ""
	if prompt := n.sc.Prompt(t); prompt != "" {
		asked = ", asked " + excerpt(prompt)
	}
	n.line("Turn %s%s:", turn.ID, asked)
	n.depth++
	for m := turn.Messages.From; m < turn.Messages.To; m++ {
		n.message(m)
	}
	n.depth--
	if turn.UserTurn {
		n.line("The user's turn.")
	}
}

func (n *narrator) message(m int) {
	msg := &n.sc.Messages[m]
	if !msg.Holds(n.sc.On()) {
		return
	}
	n.line("Message %s%s:", n.sc.MessageID(m), by(n.sc.Agent(m)))
	n.depth++
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if n.sc.Items[j].Holds(n.sc.On()) {
			n.item(j)
		}
	}
	n.depth--
}

func by(agent string) string {
	if agent == "" {
		return ""
	}
	return " by " + agent
}

func (n *narrator) item(j int) {
	switch it := &n.sc.Items[j]; {
	case it.Call != None:
		n.call(it.Call)
	case it.Kind == spec.ThoughtPart:
		n.line("thinks %s", excerpt(it.Text))
	default:
		n.line("says %s", excerpt(it.Text))
	}
}

func (n *narrator) call(c int) {
	call := &n.sc.Calls[c]
	args, _ := n.sc.CallArgs(c)
	n.line("calls %s (%s) with %s%s", n.sc.CallName(c), n.sc.CallID(c), excerpt(args), n.outcome(c))
	if call.Child == None {
		return
	}
	session := n.sc.Turns[call.Child].Session
	n.depth++
	n.line("Session%s%s:", called(n.sc.Sessions[session].ID), by(n.sc.SessionAgent(session)))
	n.depth++
	n.turn(call.Child)
	n.depth -= 2
}

// outcome says what comes of a call, and what goes wrong with it.
func (n *narrator) outcome(c int) string {
	call := &n.sc.Calls[c]
	end := ": " + excerpt(string(call.Result))
	if n.sc.CallFailed(c) {
		end = ": fails with " + excerpt(string(call.Result))
	}
	if n.sc.Happens(call.Fault.By) {
		end += " — " + strings.ReplaceAll(call.Fault.Kind.String(), "-", " ")
	}
	return end
}

// excerpt is the beginning of a text, in quotes.
func excerpt(text string) string {
	const most = 32
	if utf8.RuneCountInString(text) <= most {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q…", string([]rune(text)[:most]))
}
