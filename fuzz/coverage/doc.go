// Package coverage says what a stream shows, event by event: what each event is,
// but for its names and texts (Symbol), what it finds (follow.Found, and of it the Stage), and how its
// session is related to the one that spoke before (SessionRelation).
//
// A campaign counts what its cases show, to choose the next ones (package
// campaign). A distillation keeps the few small streams that show what a large one
// shows (package behaviour). Each makes cells of its own from what is Shown; what a step
// is stands here, once.
//
// Goals: the same steps for the same structure, whatever the words, the spelling
// of ids and the bytes; one pass over any stream in bounded memory, without an
// allocation an event.
//
// Non-goals: what is right (package model); how often something happens; which
// streams are worth keeping.
package coverage
