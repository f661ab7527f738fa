// Package wrong takes decisions of the model otherwise than the reference does.
//
// Goals: the wrong models, a table for each family of rules; what programs were met with,
// which is several decisions at once; and the ways that follow from the type of a decision
// alone. Each change counts its departures. It is all data and functions of the model:
// package deviation makes the registry of it.
//
// Non-goals: names for what is no decision, composing, searching.
package wrong
