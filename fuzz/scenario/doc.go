// Package scenario is what happens in a case: a tree of sessions, turns, model
// calls, texts and tool calls, with the faults that are put on them.
//
// Goals: a scenario reads like a story, is plain data, and is all that a seed
// gives; a fault can be taken out and all else stays.
//
// Non-goals: inventing it (package generator), the steps in which it happens
// (package script), what it means (package expected), events (package perform) and
// bytes (package wire). It imports packages spec and fault and nothing else of this
// module, and never speaks of an event.
package scenario
