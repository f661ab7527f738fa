// Package perform writes a scenario as a stream of events in one dialect: it
// draws the scenario, its order and what is noise, and turns each step into the
// form that the dialect's features allow, grouped by record as the codec
// encodes them.
//
// Goals: one performer for all dialects, led by features alone; a case is
// wholly given by its seed, dialect and level, and is the same bytes on every
// machine; each fault can be performed away while all else stays.
//
// Non-goals: what the stream means (package scenario expects it, package model
// derives it) and bytes (package wire).
package perform
