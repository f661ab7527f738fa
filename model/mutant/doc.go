// Package mutant holds mutants: wrong models. Each is the honest model with one
// decision replaced by a plausible mistake, most of them from a public bug.
//
// Goals: every rule for reducers has a mutant that breaks it. A suite that lets
// a mutant pass is blind there. Each mutant counts how often its decision was
// asked and how often it departed, so that a survivor shows whether the cases
// or the checks are too weak.
//
// Non-goals: combinations of faults; wrong decoders (they never see a model);
// candidates in a process of their own.
package mutant
