// Package behaviour names what a stream shows: by the names a large recording is
// held against the few small streams that are kept of it.
//
// There are three families. A step is an event in the state in which it finds
// what it is about: a call, a message, its session's turn, its session ("a running
// call: call.done failed"). An order is that a session speaks right behind
// another, by how the two are related ("order: speaking right behind a sibling").
// A rule is exercised where some wrong model of it is left with
// another transcript at the stream's end.
//
// Goals: the same names for the same structure, whatever the words, the spelling
// of ids and the bytes; one pass over any stream in bounded memory, without an
// allocation an event, at a small part of what decoding takes; few enough names
// that a small stream can show all that a recording shows, and enough that it
// says something to show them.
//
// Non-goals: how often something happens; what is right (package model); which
// streams are worth keeping (package cover).
//
// # What is no behaviour
//
// Notes and usage reports change nothing that is open, and are no steps. An
// event's step does not say in which session it happens, what else is open there,
// or how many have spoken: with any of these a stream that shows all that a
// recording of a hundred records shows is itself half as long. What such things
// are worth is told by the rules: siblings that use one slot exercise
// fragment/scoped-key. Nor are the rules about notes, figures, and how a text is
// cut: relations put these to the test on any stream.
//
// # What is forgotten
//
// A Tracker knows a bounded number of sessions, messages and calls (package follow,
// Bound); what is met again after it was forgotten is new.
package behaviour
