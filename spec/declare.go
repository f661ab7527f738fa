package spec

import (
	"slices"
)

// Adapting is what an adapter declares about its output, where the rules of
// family adapt leave a choice.
type Adapting struct {
	// Children says what happens to sub-sessions if the output dialect cannot
	// represent them: "dropped" (the default), or "flattened": their messages
	// stand among those of the one session, and each session's messages keep
	// their order.
	Children string `json:"children,omitempty"`
	// Label says where the output names the speaking agent, in a dialect that
	// carries metadata and has no field for agents. It is the path of a string
	// in the metadata of each part and call, with keys joined by dots
	// ("langgraph.agent"). Without it agents are not compared there.
	Label string `json:"label,omitempty"`
	// Lacks are fields that the adapter does not have. They are not compared.
	Lacks Field `json:"lacks,omitzero"`
	// Modes are the stream modes that the adapter reads, nil for all of them.
	Modes []string `json:"modes,omitempty"`
}

// The values of Adapting.Children.
const (
	ChildrenDropped   = "dropped"
	ChildrenFlattened = "flattened"
)

// ChildrenValues lists the values of Adapting.Children, the default first.
func ChildrenValues() []string { return []string{ChildrenDropped, ChildrenFlattened} }

// Policies returns the declared values by their handshake names.
func (a Adapting) Policies() map[string]string {
	p := map[string]string{}
	if a.Children != "" {
		p["children"] = a.Children
	}
	if a.Label != "" {
		p["label"] = a.Label
	}
	return p
}

// StreamModes lists the LangGraph stream modes that a candidate may declare.
// Errors, heartbeats and the end of the stream belong to no mode; they always
// come.
func StreamModes() []string {
	return []string{
		"messages", "values", "updates", "custom", "tools", "tasks", "checkpoints", "debug", "metadata", "events", "feedback",
		"messages/metadata", "messages/partial", "messages/complete", ModeMessagesTuple,
	}
}

// ModeMessagesTuple is the API server's name for the mode messages.
const ModeMessagesTuple = "messages-tuple"

// StreamMode returns the mode with that name in the spelling of StreamModes;
// both names of messages give the same. It returns "" for an unknown name.
func StreamMode(name string) string {
	switch {
	case name == ModeMessagesTuple:
		return "messages"
	case slices.Contains(StreamModes(), name):
		return name
	}
	return ""
}
