package spec

// A Hazard is something that a case does on purpose, bearing the one rule that
// says what must hold all the same: a second batch, a reused slot, a child left
// open.
type Hazard struct {
	// ID is the hazard's number in its case, from 1.
	ID int `json:"id"`
	// Name says what is done ("second-batch"), Rule what must hold then.
	Name string `json:"name"`
	Rule string `json:"rule"`
	// Session, Message and Call say what the hazard touches, as ids of the
	// stream, as far as they apply.
	Session Ref    `json:"session,omitzero"`
	Message string `json:"message,omitempty"`
	Call    string `json:"call,omitempty"`
	// Needs are the hazards without which this one cannot be.
	Needs []int `json:"needs,omitempty"`
}
