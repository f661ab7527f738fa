// Package scenario invents what happens in a case: a tree of sessions, turns, model
// calls, texts and tool calls with the faults that are put on them; the script of
// steps that tells it in one dialect; and the order in which the steps are told.
//
// Goals: a scenario reads like a story, is plain data, and is all that a seed
// gives; a fault can be taken out and all else stays.
//
// Non-goals: what it means (package expected), events (package perform turns steps
// into them) and bytes (package wire). It imports packages spec and choice and
// nothing else of this module, and never speaks of an event.
package scenario
