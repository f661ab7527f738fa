// Package native is where Go's own fuzzing engine works on cases: its tests hold
// the targets over choice bytes, and the benchmark that holds those against a
// target over raw lines.
//
// Goals: whatever bytes the engine makes, they are a case that construction and
// model read alike, that its own choices and its token make again, and in which
// no check and no relation finds a difference; what the engine finds wrong is a
// file under testdata/fuzz that every test run reads again.
//
// Non-goals: campaigns against a candidate (package campaign), and decoders of
// lines, which have targets of their own beside them.
package native
