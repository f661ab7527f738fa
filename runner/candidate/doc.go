// Package candidate runs implementations under test. It has one type and three
// starters: for child processes that speak the probe protocol in lines, for filters
// that do not know the protocol and run once for each stream, and for Go values in
// this process.
//
// Goals: a candidate can crash, hang, flood, print garbage, answer out of turn, lie
// about its id or leave children behind. Each ends in a named verdict for the one
// case in flight, and no process is left. stderr is kept for people and decides
// nothing. A request is little slower than the pipe.
//
// Non-goals: judging transcripts (package runner), the messages themselves (package
// probe), sandboxing. A child may do everything that its user may do. This package
// needs process groups, so it runs on Unix only.
package candidate
