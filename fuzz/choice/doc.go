// Package choice stores generated cases as choice sequences: the choices of the
// generator, one byte string per layer.
//
// Goals: every byte string is a case (a choice out of range is taken modulo the
// number of options, and after the last byte each choice is the simplest).
// Random choices are recorded as they are drawn, so that a case can be
// repeated, changed in part and shrunk. Spans say which bytes made which part
// of the case, so that a part can be cut out without moving the others.
//
// Non-goals: the meaning of a choice (the packages that draw define it), and
// streams that were not generated (package shrink reduces those).
package choice
