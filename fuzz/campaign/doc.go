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
// Cases have numbers; a shard has every nth of them. The engine tries cases in
// batches. It plans all cases of a batch from the state at the batch's
// beginning, so they can be tried in any order. Then it absorbs the outcomes by
// case number: the coverage, the yield of the arm, and whether the failure is
// worth reducing. After some batches, and at the end, the reader diagnoses the
// candidate: the campaign then goes on behind the deviations that it knows, and
// counts the cases that these explain. An unfinished batch leaves nothing but its findings; the same
// batch will find them again.
package campaign
