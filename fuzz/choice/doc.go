// Package choice is the one form in which generated cases are kept: the choices
// that their generator made, layer by layer, as bytes.
//
// Goals: every byte string is a case (a choice that is too great is taken modulo
// what there is to choose from, and behind the last byte each choice is its
// simplest); what was drawn at random is written down as it is drawn, so that it
// can be made again, changed in part and shrunk; spans say which bytes made which
// part of the case, so that a part can be cut out without moving the others.
//
// Non-goals: what a choice means (the packages that draw say that), and streams
// that nobody generated (package shrink reduces those).
package choice
