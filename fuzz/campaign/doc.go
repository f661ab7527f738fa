// Package campaign searches long for what a candidate reads wrong: it makes
// cases, learns from each what was new in it, and keeps the smallest stream for
// every way in which the candidate fails.
//
// Goals: the same seed and number of cases give the same corpus, findings, log
// and checkpoint, byte by byte, for any number of candidates at work and however
// often the campaign was broken off; a case is new by what its stream makes the
// model do, so that a candidate is never looked into; ways of making cases are
// chosen by what they yield; one stream is one finding; what is kept can be told
// from what was cut short, changed or made by another version.
//
// Non-goals: processes, clocks, files and what a finding looks like on disk (the
// runner gives them as values), how a stream is made smaller (package shrink),
// and what is right (package model).
//
// # How it works
//
// Cases have numbers; a shard has every nth of them. They are tried in batches.
// All cases of a batch are planned from what was known at its beginning, so that
// they can be tried in any order; then each is taken in by its number: its
// coverage, what it says of the way it was made, and whether its failure is worth
// reducing. Nothing of a batch that was not finished is kept but its findings,
// which the same batch will find again.
package campaign
