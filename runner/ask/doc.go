// Package ask puts one case to one candidate and compares the answer with what the case
// means: live, and for a store also what it loads again.
//
// Goals: a trial holds all that was observed, and says only what is equal and what is
// not. Each request has an id of its own. What an oracle says of a case is confirmed by
// a second one; where they disagree, the error says so and no candidate is blamed.
//
// Non-goals: which rules a failure breaks, smaller forms of a case, and runs of many
// cases (runner); which cases there are (plan).
package ask
