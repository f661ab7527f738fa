// Package contract cuts the text of the contract (probe.md) to what one reader
// needs: one dialect, and some topics.
//
// A line of probe.md that is not for everybody has a mark,
// <!-- for: WORD WORD -->, and is kept where all its words hold. A word is a need as
// rules have it (spec.Features.Meets), a dialect with or without its variant, or
// one of Topics; "a|b" is either; "reference" never holds. A line is a sentence, a
// row of a table or a heading. The mark of a heading is for its whole section, a mark
// alone on its line for the block below it, up to the next blank line.
//
// Goals: there is one contract; what a guide or a skeleton says stands in it.
//
// Non-goals: what the words of the contract mean (package model).
package contract
