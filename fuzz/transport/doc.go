// Package transport is the outermost layer of a generated case: how the text of
// a stream is framed, and where its bytes are cut, on their way to a candidate
// that takes them raw.
//
// A Plan is a plain value that says what is done. Its harmless parts must make no
// difference: line ends, a byte order mark, comments, empty and split data, long
// and deep members, separators of Unicode, a last line end that is missing, and
// any cut of the bytes. Its hostile part, Damage, breaks the stream: bad lines,
// ends within a record, tails that come again.
//
// Goals: every sequence of choices is a plan, and the simplest choices are the
// plain one; a plan can be applied to any stream, what speaks of records or lines
// that are not there does nothing; each part can be taken away by itself; a plan
// is read and written as JSON and told in a line.
//
// Non-goals: reading streams (package wire of spec does that; a framing is given
// here as a value, and records as the bytes that it writes), and judging what a
// candidate makes of one (package runner).
package transport
