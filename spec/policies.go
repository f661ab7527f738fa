package spec

import "slices"

// Policies are the named choices that the rules leave to a candidate. Its
// handshake declares them.
type Policies struct {
	// HeldAttach: a held call attaches to the next message when that opens
	// ("open", the default) or when it ends ("end").
	HeldAttach string `json:"held-attach,omitempty"`
	// ArgumentsComplete: where the wire marks no end of arguments, they are
	// complete once they are one JSON object or array ("value", the default) or
	// only at the message's end or the result ("marker").
	ArgumentsComplete string `json:"arguments-complete,omitempty"`
	// HistoryForm is the provider's form of a store's history: "anthropic", the
	// default, or "openai".
	HistoryForm string `json:"history-form,omitempty"`
	// LogCap is the number of latest entries that a store keeps of each run's
	// tool log, or "none" (the default) for all.
	LogCap string `json:"log-cap,omitempty"`
	// StoreAt: a store keeps a message from its first fragment ("fragment", the
	// default) or once it is finished ("message"); "record" is as "fragment", but
	// a result is kept with its own record (Features.ResultRecords).
	StoreAt string `json:"store-at,omitempty"`
	// Reload: a reload drops the memory of the store that writes, which goes on
	// from what it loaded ("writer", the default), or opens a second one beside it
	// ("reader").
	Reload string `json:"reload,omitempty"`
	// Bodies: a sub-session is kept from what streams ("stream", the default), or
	// from the record that embeds it when it is completed ("record").
	Bodies string `json:"bodies,omitempty"`
	// EmptyData: a reader of Server-Sent Events ignores an event with empty
	// data ("nothing", the default), or takes it for a bad record ("record").
	EmptyData string `json:"empty-data,omitempty"`
	// Workers: graph nodes that speak, and workers that run beside each other, are
	// speakers in the session of their graph ("speakers", the default), or sessions of
	// their own ("sessions").
	Workers string `json:"workers,omitempty"`
}

// Reading returns the choices that can change a transcript.
func (p Policies) Reading() Policies {
	p.HistoryForm, p.StoreAt, p.Reload, p.Bodies, p.EmptyData, p.Workers = "", "", "", "", "", ""
	return p
}

// PolicyValues lists every policy with its values, the default first.
func PolicyValues() map[string][]string {
	return map[string][]string{
		"held-attach":        {"open", "end"},
		"arguments-complete": {"value", "marker"},
		"history-form":       {"anthropic", "openai"},
		"log-cap":            {"none", "2", "8", "32", "128"},
		"store-at":           {"fragment", "message", "record"},
		"reload":             {"writer", "reader"},
		"bodies":             {"stream", "record"},
		"empty-data":         {"nothing", "record"},
		"workers":            {"speakers", "sessions"},
	}
}

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
