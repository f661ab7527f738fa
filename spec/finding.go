package spec

// KeepsState is the habit that a finding names instead of a rule where a stream is
// read otherwise behind other runs.
const KeepsState = "state kept between runs"

// A Finding says that a candidate broke a rule on a stream, with what it takes
// to see it again.
type Finding struct {
	// Rule is the id of the rule that is charged.
	Rule    string  `json:"rule"`
	Verdict Verdict `json:"verdict"`
	// Habit is what the candidate does whatever the stream is, so that no rule is
	// charged: KeepsState; "" for none.
	Habit string `json:"habit,omitempty"`
	// Relation is the metamorphic relation that does not hold; "" where an
	// expectation was not met.
	Relation string `json:"relation,omitempty"`
	// Case names the case, Dialect the dialect and variant that it was sent in.
	Case    string `json:"case"`
	Dialect string `json:"dialect"`
	// Seed is the seed of a generated case, 0 for a written one.
	Seed uint64 `json:"seed,omitempty"`
	// Position is the record after which the first difference shows, counted
	// from 1: 0 is before the first, -1 after the end of input.
	Position int `json:"position"`
	// Differences are those that the rule is charged with; Consequences those
	// that follow from them and count nowhere.
	Differences  []Difference `json:"differences,omitempty"`
	Consequences []Difference `json:"consequences,omitempty"`
	// Hazards is the smallest set known that still fails.
	Hazards []Hazard `json:"hazards,omitempty"`
	// Replay is the token, or file name, that runs the case again.
	Replay string `json:"replay,omitempty"`
	// Detail is what a verdict other than Fail has to say.
	Detail string `json:"detail,omitempty"`
}
