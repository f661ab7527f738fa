// Package cli is the command quock. The packages below it have its subcommands, by what a
// user asks: judge (run, merge), again (replay, shrink), fuzzing (fuzz), runlog (report,
// diff, baseline), traces (check, show, distill, page), catalogue (rules, dialects,
// deviations, zoo, mutants, version) and authoring (init, guide, smoke). They share
// console, options and completion. This package puts them together and reads quock.toml.
//
// Goals: every failure is one clear sentence that names the position and the way
// out. It ends in an exit code of the list below. The report still contains
// everything that was judged before a failure.
//
//	0    everything selected ran and is as declared
//	1    non-conformance, or a stale list of known failures
//	2    bad usage, configuration or adapter protocol; a candidate that never
//	     starts or fails its handshake; nothing selected
//	3    incomplete, inconclusive, or our own failure
//	130  interrupted
//
// Where several apply: 130, 2, 1, 3, 0 in that order.
//
// Non-goals: anything that another program could want as a library.
package cli
