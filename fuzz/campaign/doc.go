// Package campaign searches for failures of a candidate over many cases. It
// generates cases, learns from the coverage of each, and keeps the smallest
// stream for each way in which the candidate fails.
//
// Goals: the same seed and number of cases give the same corpus, findings, log
// and checkpoint, byte by byte, for any number of parallel candidates and
// interruptions. Coverage is measured on the streams (package coverage), so the
// candidate needs no instrumentation. Arms (ways to make cases) are chosen by what they yield. One
// stream gives one finding. Stored files that were truncated, changed or
// written by another version are detected.
//
// Non-goals: processes, clocks, files and the stored form of a finding (the
// runner passes them in as values); reduction (package shrink); deciding what
// is right (package model).
//
// # How it works
//
// Cases have numbers. The engine tries them in rounds. It plans all cases of a round from the
// state at the round's beginning and cuts them into units. A Doer does a unit with a
// candidate; it needs the unit's bytes and the texts that the unit names by their hashes, and
// nothing else, so Workers may do units in any order, anywhere, any number of times. The engine
// folds the results in the order of the units: the coverage, the yield of the arm, and whether
// a failure is worth reducing. What is to blame for a failure, its reduction and the
// diagnosis need the candidate as well and are units of further steps of the round.
//
// After some rounds, and at the end, the candidate is diagnosed: the
// campaign then goes on behind the deviations that it knows, and counts the cases that
// these explain. An unfinished round leaves nothing but its findings; the same round
// will find them again.
//
// The size of a round depends on the number of cases before it alone, so that the folder is the
// same for any number of workers.
package campaign
