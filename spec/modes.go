package spec

import "slices"

// StreamModes lists LangGraph's stream modes that a candidate may say it reads.
// Errors, heartbeats and the end of the stream have none: they come whatever was
// asked for.
func StreamModes() []string {
	return []string{
		"messages", "values", "updates", "custom", "tools", "tasks", "checkpoints", "debug", "metadata", "events", "feedback",
		"messages/metadata", "messages/partial", "messages/complete", ModeMessagesTuple,
	}
}

// ModeMessagesTuple is the name of the mode messages where a client asks the API
// server for it.
const ModeMessagesTuple = "messages-tuple"

// StreamMode is the mode of that name as StreamModes has it, the two names of
// messages as one; "" for what is no mode.
func StreamMode(name string) string {
	switch {
	case name == ModeMessagesTuple:
		return "messages"
	case slices.Contains(StreamModes(), name):
		return name
	}
	return ""
}
