// Package runner holds a candidate against the specification: it plans the
// cases, runs them, judges the answers and charges what fails to rules.
//
// Goals: a verdict a rule that its reader can act on and repeat; the same seed
// gives the same log, for any number of jobs; what is wrong with us is never
// charged to a candidate, and what a candidate does to itself never to another
// case.
//
// Non-goals: deciding what is right (spec, model, golden), inventing streams
// (fuzz), printing (report). Runner and what is below it are the only packages
// with processes, clocks, goroutines and files written.
package runner
