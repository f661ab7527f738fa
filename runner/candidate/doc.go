// Package candidate runs implementations under test: child processes that
// speak the probe protocol in lines, filters that know nothing of it and are
// started once for each stream, and Go values in this process, behind one type
// with three starters.
//
// Goals: a candidate can crash, hang, flood, print garbage, answer out of turn,
// lie about its id or leave children behind, and each ends in a named verdict
// for the one case in flight, with nothing of it left behind; its stderr is
// kept for the reader and decides nothing; asking is little slower than the
// pipe.
//
// Non-goals: judging transcripts (package runner), the messages themselves
// (package probe), sandboxing. A child may do to the machine what its user may
// do. Process groups are a Unix notion, so is this package.
package candidate
