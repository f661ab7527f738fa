package spec

import (
	"encoding/json"
	"strings"
)

// Frames count records that frame what is said: behind the start of a message,
// behind that of a text, at its end beside the one that Features.TextSlots implies,
// and behind the arguments of a call.
type Frames struct {
	Message int `json:"message,omitempty"`
	Begin   int `json:"begin,omitempty"`
	End     int `json:"end,omitempty"`
	Call    int `json:"call,omitempty"`
}

// A ToolSample is an example call: arguments, a result and an error result, as
// JSON; and the result of one that was refused, if the wire says that of the tool.
type ToolSample struct {
	Name    string          `json:"name"`
	Args    string          `json:"args"`
	Result  json.RawMessage `json:"result"`
	Failure json.RawMessage `json:"failure"`
	Refusal json.RawMessage `json:"refusal,omitempty"`
	// Whole: the record of its end may be its first.
	Whole bool `json:"whole,omitempty"`
	// Shows are what it shows before its end: the first with its start, null for
	// nothing, each of the others in a record of its own.
	Shows []json.RawMessage `json:"shows,omitempty"`
}

// An AgentSample is an example call about a sub-session. AgentHere in its texts stands
// for the id of that.
type AgentSample struct {
	ToolSample
	// Does is what the call's end says of the sub-session.
	Does AgentDeed `json:"does"`
	// Status is how the sub-session ended.
	Status Status `json:"status,omitempty"`
	// Agent is the sub-session's, if its start names one.
	Agent string `json:"agent,omitempty"`
}

// AgentHere stands for the id of a sub-session in an AgentSample.
const AgentHere = "AGENT"

// An AgentDeed is what becomes of a sub-session.
type AgentDeed string

// The deeds.
const (
	AgentStarts AgentDeed = "starts"
	AgentEnds   AgentDeed = "ends"
	AgentGoesOn AgentDeed = "goes on" // after its end
)

// Children says how much a dialect shows of sub-sessions.
type Children string

// ChildrenSpeak: their own messages and calls. ChildrenSilent: only their
// existence and end. ChildrenNone: nothing.
const (
	ChildrenSpeak  Children = ""
	ChildrenSilent Children = "silent"
	ChildrenNone   Children = "none"
)

// Owner says who decides which message a call is part of.
type Owner string

// Named: the wire puts the call on its message. Derived: the consumer does, by
// the rules of family attach.
const (
	Named   Owner = "named"
	Derived Owner = "derived"
)

// Turns says how the edges of turns are known.
type Turns string

const (
	// TurnsMarked: turn.start and turn.end; a start is the edge of an open turn.
	TurnsMarked Turns = "marked"
	// TurnsOverlap: marked, and a turn's end may come after the next turn's
	// start; a start ends nothing.
	TurnsOverlap Turns = "overlap"
	// TurnsRun: no marks; each session is one turn.
	TurnsRun Turns = "run"
)

// Delegation is how a dialect delegates to agents.
type Delegation struct {
	// Tool is the tool's bare name, Aliases its other names. An alias may
	// contain one "*" for a server's name: one or more characters without "__"
	// ("mcp__*__task"). Everything else is matched exactly.
	Tool    string   `json:"tool,omitempty"`
	Aliases []string `json:"aliases,omitempty"`
	// Argument is the key in the arguments that names the agent.
	Argument string `json:"argument,omitempty"`
	// Description is the key that a sub-session's first prompt repeats, where
	// that is how a child is linked to its call.
	Description string `json:"description,omitempty"`
}

// Is reports whether name is the delegation tool. The procedure: without a
// declared tool, no; for the bare name, yes; else the aliases decide, in order.
func (d Delegation) Is(name string) bool {
	if d.Tool == "" || name == "" {
		return false
	}
	if name == d.Tool {
		return true
	}
	for _, alias := range d.Aliases {
		if matchAlias(alias, name) {
			return true
		}
	}
	return false
}

func matchAlias(alias, name string) bool {
	before, after, wild := strings.Cut(alias, "*")
	if !wild {
		return alias == name
	}
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	return !strings.Contains(name[len(before):len(name)-len(after)], "__")
}
