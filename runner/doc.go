// Package runner tests a candidate against the specification. It runs the cases of a
// plan, judges the answers and charges failures to rules.
//
// Goals: each rule gets a verdict that its reader can act on and repeat. The same
// seed gives the same log, for any number of jobs. A failure of quock itself is never
// charged to a candidate, and a crash of the candidate never to another case.
//
// Non-goals: deciding what is right (spec, model, golden) or what is asked (plan),
// generating streams (fuzz), printing (report). Only runner and the packages below it
// use processes, clocks and goroutines, and write files.
package runner
