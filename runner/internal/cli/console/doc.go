// Package console is what all commands share: their input and output, how one ends with a
// code and a sentence, and how a command line is refused.
//
// Goals: no foreign byte reaches a terminal as a command of it; an error is one sentence,
// and a command line that cannot be meant gets an example that can. Non-goals: flags
// (package options), and anything about a candidate.
package console
