// Package zoo is the bug catalogue: a list of public bugs. For each it has the
// rule that catches the bug with a proof, or the reason why no rule here can.
//
// The catalogue is data, ledger.tsv beside the code. It has the id of each bug
// in the list that it was taken from (Z until 2025, Y of 2026, X what references of
// formats name besides), and the public thread. The descriptions and reasons are
// written in words of this project.
//
// A proof is something wrong with the bug's mechanism, and a stream on which it
// fails:
//
//	mutant M on C     a mutant (model/deviation) that fails the written case C in what
//	                  the rule's check looks at, and reads C's clean twin right
//	base M on C       the same, but the mistake is so basic that it shows on the twin too
//	candidate B on C  a broken candidate (fixtures/candidates/broken); a run on C and
//	                  its twin blames it for the rule, and passes the honest one
//	store S on C      the same for a wrong store (fixtures/candidates/store/bug, or wrong)
//	adapter A on C    the same for a wrong adapter (wrong)
//	trace on C        the stream of C itself, which breaks the rule for producers, while
//	                  that of its twin does not
//	framer F          a reader of bytes (wrong) that reads a plain text right, and fails on
//	                  another form of it, of which package wire makes the same records
//	writer W          a writer of bytes (wrong) whose output breaks the rule
//
// Goals: every bug of the list has an entry. A program counts the share of
// caught bugs, from proofs that run. A bug whose mechanism no stream can show
// is listed as out of scope; no rule is stretched to cover it.
//
// Non-goals: the bugs' own code or texts; finding new bugs; rules for
// rendering, timers and providers' limits. The caller passes in a function that
// runs candidates, because that needs processes and clocks.
package zoo
