// Package fault is the table of faults that a scenario injects on purpose: the name
// of each, the rules that it covers, the lowest level that has it, and the dialects
// that can show it.
//
// Goals: a fault is one line, and everybody who asks about it reads that line.
//
// Non-goals: where in a scenario a fault is put (package generator), what the steps
// are then (package script), and what the transcript is then (package expected).
// Damage to events and to bytes has tables of its own (packages damage and
// transport): it is done to any stream, and its rules follow from what it hits.
package fault
