// Package check holds one check a rule: which part of a transcript the rule
// speaks of, whether a case touches it, and the differences that stand there.
//
// Goals: a family is a file, a rule is a function of the rule's name; a check
// never passes where what it looks at is not there; the produce rules judge a
// recorded stream by its own transcript.
//
// Non-goals: wire formats, running candidates, and deciding what the right
// transcript is (package model).
package check
