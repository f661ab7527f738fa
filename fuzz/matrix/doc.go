// Package matrix puts wrong models to generated cases and tells how many it
// takes to kill each, and which rules' checks see that.
//
// A task is one wrong model under one seed: cases are made one after the other,
// in each shape of dialect in turns, until a check of the model's own rule sees
// what it does, or so many were tried. Three moments are told apart: the case on
// which the model's decision departed first, that on which a transcript first
// differed, which kills it, and those on which checks of its family and of its
// rule first saw that. So a survivor tells who is to blame: the generator, which
// never brought it to depart, or the checks.
//
// Goals: every rule can fail and every wrong model is caught, by machine; how the
// cases are made is a parameter, so that one way can be held against another; the
// same seeds give the same table on every machine, whatever does the work.
//
// Non-goals: time, which is the machine's; shrinking what was found; running
// candidates, which comes from outside as a value.
package matrix
