// Package scaffold writes a first candidate: a file that passes smoke as it stands, its
// helper, and what CI needs.
//
// The branches of a candidate, one for each type of record, carry the contract's
// sentences (package contract). The code in them is data: dialects/*.toml has for each
// dialect what the plain case needs, in each language; templates/ has the rest of the file.
//
// Goals: who has written nothing yet sees a whole, small candidate work; nothing that is
// there is overwritten, and nothing is left behind half written.
//
// Non-goals: a right reader. What a skeleton does not do is marked in it, and declared.
package scaffold
