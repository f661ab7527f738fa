package spec

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
