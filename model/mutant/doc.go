// Package mutant holds wrong models: each is the honest model with one decision
// replaced, in the way of a plausible reader, most of them of a public bug.
//
// Goals: every rule that a reducer can be held to has a wrong model that breaks
// it, so that a suite which lets one pass is known to be blind there; each says
// how often its decision was asked and how often it departed, so that a survivor
// tells whether the cases or the checks are to blame.
//
// Non-goals: combinations of faults; wrong decoders, which never see a model;
// candidates in a process of their own.
package mutant
