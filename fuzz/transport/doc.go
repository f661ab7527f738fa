// Package transport is the outermost layer of a generated case. It decides how
// the text of a stream is framed, and where its bytes are cut into chunks, for
// candidates that read raw bytes.
//
// A Plan is a value that describes all of this. Its harmless parts must make no
// difference: line ends, a byte order mark, comments, empty and split data,
// long and deep members, Unicode separators, a missing last line end, and any
// cut of the bytes. Its hostile part, Damage, injects faults: bad lines, ends
// within a record, replayed tails.
//
// Goals: every choice sequence is a plan, and the simplest choices are the
// plain one. A plan can be applied to any stream; parts about missing records
// or lines have no effect. Each part can be removed by itself. A plan is stored
// as JSON and described in one line.
//
// Non-goals: reading streams (package wire of spec does that; here a framing is
// a value, and records are the bytes that it writes), and judging a candidate's
// output (package runner).
package transport
