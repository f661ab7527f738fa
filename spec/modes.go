package spec

import "slices"

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
