// Package contract cuts the text of the contract (probe.md) to what one reader
// needs: one dialect, one role.
//
// A line of probe.md that is not for everybody has a mark,
// <!-- for: WORD WORD -->, and is kept where all its words hold. A word is a need as
// rules have it (spec.Features.Meets), a dialect with or without its variant, a
// role, or an intake; "a|b" is either. A line is a sentence, a row of a table or a
// heading. The mark of a heading is for its whole section.
//
// Goals: there is one contract; what a guide or a skeleton says stands in it.
//
// Non-goals: what the words of the contract mean (package model).
package contract
