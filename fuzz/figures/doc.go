// Package figures is the table of what fuzzer and distiller promise: each figure with its
// baseline, its aim and what a run of the benchmarks reached.
//
// Goals: every figure is a number that a benchmark reported by name and unit,
// the median where it ran several times; the table says on what machine, marks
// what missed its aim, and names what was not run.
//
// Non-goals: running benchmarks (the bench target of the Makefile does), and
// judging: a missed aim is printed and fails nothing.
package figures
