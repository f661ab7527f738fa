// Package check holds one check for each rule. A check says which part of a
// transcript the rule is about, whether a case touches that part, and which
// differences are there.
//
// Goals: one file per family, one function per rule, named after it. A check
// never passes if what it looks at is absent. The produce rules judge a
// recorded stream by its own transcript.
//
// Non-goals: wire formats, running candidates, and deciding what the right
// transcript is (package model).
package check
