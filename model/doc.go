// Package model is the reference model: a step function from state and event
// to state, the end of input, and the transcript that the state renders to.
//
// Goals: total on every stream, generated or recorded; one pass; the same
// events give the same transcript; each decision that a rule makes is one
// small function in Semantics, so that a wrong model replaces one.
//
// Non-goals: wire formats (the model never sees one), judging candidates
// (package check), and being the only oracle: what a scenario is expected to
// give is computed elsewhere, without this package.
//
// A State is changed only by its own Step and End, and shares nothing.
package model
