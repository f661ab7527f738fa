// Package replay writes and reads replay files: a failing case with all that is needed to
// run it again, and a description of it for people.
//
// Goals: the same case gives the same bytes. A file that was cut short, changed or
// written by another version is refused. A failure of quock itself leaves such a file, too:
// a bug report, which also holds the answer and what each oracle says.
//
// Non-goals: running the case again (runner.Try), making it small (runner.Shrink), deciding
// which rule is broken (attribute).
package replay
