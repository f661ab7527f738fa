// Package fault is the table of faults that a scenario injects on purpose: the name
// of each, the rules that it covers, the lowest level that has it, and the dialects
// that can show it.
//
// Goals: a fault is one line, and everybody who asks about it reads that line.
//
// Non-goals: where in a scenario a fault is put (package generator), what the steps
// are then (package script), and what the transcript is then (package expected).
// Damage to events and to bytes has a table each of its own (packages damage and
// transport). They share no entry with this one: damage is done to any stream, its
// rule follows from the event that it hits, and some of its names are those of a
// fault here (replay). Where damage does what a fault here does, it names the fault.
package fault
