package spec

// KeepsState is the habit of a finding where a stream is read differently after
// other runs. Such a finding names no rule.
const KeepsState = "state kept between runs"

// A Finding says that a candidate broke a rule on a stream, with what it takes
// to reproduce it.
type Finding struct {
	// Rule is the id of the rule that the finding is attributed to.
	Rule    string  `json:"rule"`
	Verdict Verdict `json:"verdict"`
	// Habit is a fault of the candidate that depends on no stream, so no rule
	// is blamed: KeepsState, or "" for none.
	Habit string `json:"habit,omitempty"`
	// Deviation is the name of the deviation that explains the answers of the
	// case, so that its rule is charged; "" if none does.
	Deviation string `json:"deviation,omitempty"`
	// Relation is the metamorphic relation that fails; "" if the finding comes
	// from an expectation.
	Relation string `json:"relation,omitempty"`
	// Case names the case. Dialect is the dialect and variant in which it was
	// sent.
	Case    string `json:"case"`
	Dialect string `json:"dialect"`
	// Seed is the seed of a generated case, 0 for a hand-written one.
	Seed uint64 `json:"seed,omitempty"`
	// Position is the record after which the first difference shows, counted
	// from 1: 0 is before the first, -1 after the end of input.
	Position int `json:"position"`
	// Differences are attributed to the rule. Consequences follow from them and
	// are not counted.
	Differences  []Difference `json:"differences,omitempty"`
	Consequences []Difference `json:"consequences,omitempty"`
	// Faults is the smallest known set that still fails.
	Faults []Fault `json:"hazards,omitempty"`
	// Replay is the token, or the file name, that reproduces the case.
	Replay string `json:"replay,omitempty"`
	// Detail explains a verdict other than Fail.
	Detail string `json:"detail,omitempty"`
}

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
