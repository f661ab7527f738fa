// Package script writes the steps in which a scenario happens in one dialect, and
// the order of the steps. Steps are in groups, with the groups that come first.
//
// Goals: a step that a fault adds or takes away is there under that fault, so that
// one order serves with and without it; a step says which nodes it is about and
// nothing of their contents.
//
// Non-goals: events (package perform turns steps into them), and what the steps mean
// (package expected).
package script
