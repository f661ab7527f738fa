// Package reading decodes the two wires of Claude Code: the frames of its stream and the
// records of its session files. Package claudecode says what the dialect is.
//
// Both decoders are here, because blocks, messages and results are the same in both wires
// and are read by the same functions.
//
// Goals: each frame is attributed to its scope, turn and block as the wire says; one of
// unknown type is surfaced whole. Non-goals: to write records (package writing), and to
// say what a stream means (package model).
package reading
