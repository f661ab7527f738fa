// Package localise finds at which decisions of the reference a program departs,
// where no known deviation explains what it answers.
//
// It asks which decision, answered otherwise in just one part of a stream, would
// change just what the program answers otherwise: predicate switching. The
// alternatives follow from the type of each decision (package deviation).
//
// Goals: a pure function of observed cases. It is deterministic, and bounded by
// a number of steps instead of a clock. It looks at failing cases, at the first
// departure of each, and at the decisions that were taken there.
//
// Non-goals: running programs; known deviations (package fit); what a program
// does behind its first departure on a case.
package localise
