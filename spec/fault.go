package spec

// A Fault is an injected fault: a second batch, a reused slot, an open child.
// It names the one rule that must hold nevertheless.
type Fault struct {
	// ID is the fault's number in its case, from 1.
	ID int `json:"id"`
	// Name is the kind of fault ("second-batch"). Rule must hold despite it.
	Name string `json:"name"`
	Rule string `json:"rule"`
	// Session, Message and Call are the ids that the fault touches, as far as
	// they apply.
	Session Ref    `json:"session,omitzero"`
	Message string `json:"message,omitempty"`
	Call    string `json:"call,omitempty"`
	// Needs lists the faults that this one depends on.
	Needs []int `json:"needs,omitempty"`
}
