// Package scenario invents what happens in a case, and says what it means: a
// tree of sessions, turns, model calls, texts and tool calls with the faults
// that are put on them; the script of steps that tells it in one dialect; the
// order in which the steps are told; and the transcript to be expected at each
// position.
//
// Goals: a scenario reads like a story, is plain data, and is all that a seed
// gives; the expectation is read off it by queries over the positions of its
// steps (first, last, filter, least), so that it shares no mechanism with a
// model that folds events; a fault can be taken out and all else stays.
//
// Non-goals: events (package perform turns steps into them) and bytes (package
// wire). It imports packages spec and choice and nothing else of this module,
// and never speaks of an event.
package scenario
