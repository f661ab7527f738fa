// Package reading decodes the records of LangGraph: tuples in each of their shapes and
// modes, and the events of protocol v3. Package langgraph says what the dialect is.
//
// One decoder has both protocols, because a stream may go from one to the other: their
// messages, namespaces and states are the same, and a state of the one restates what
// streamed in the other.
//
// Goals: what a state repeats costs what is new in it; each shape that one engine gives is
// read, whatever the variant. Non-goals: to write records (package writing), and to say
// what a stream means (package model).
package reading
