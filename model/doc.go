// Package model is the reference model: a step function from state and event to
// state, the end of input, and the transcript of a state.
//
// Goals: it accepts every stream, generated or recorded, in one pass. The same
// events give the same transcript. Each decision that a rule makes is one small
// function in Semantics, so that a mutant can replace it.
//
// Non-goals: wire formats (the model never sees one); judging candidates
// (package check); being the only oracle (package scenario computes the
// expectation of a generated case without this package).
//
// Only its own Step and End change a State. States share nothing.
package model
