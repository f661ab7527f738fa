// Package writing encodes events as records of LangGraph: tuples in the mode that has them,
// and the events of protocol v3, in the forms that its producers have. A form is a freedom
// of the format: Forms lists those of a variant.
//
// Goals: a record reads back as the events that it was written for, which the decoder of
// package reading confirms for each. Non-goals: to choose events, and forms that no
// producer writes.
package writing
