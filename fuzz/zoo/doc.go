// Package zoo is the ledger of public bugs: for each, the rule that catches it
// and the proof that it does, or the reason why no rule here can.
//
// The ledger is data, ledger.tsv beside the code, and so are its facts: the id
// of the bug in the list that it was taken from, and the public thread. What
// happened, and why a bug is out of scope, is said in words of this project.
//
// A proof is something wrong that has the bug's mechanism, and a stream on which
// it fails:
//
//	mutant M on C     a wrong model (model/mutant) that fails the written case C in what
//	                  the rule's check looks at, and reads C's clean twin right
//	base M on C       the same, but for a mistake so plain that it shows on the twin, too
//	candidate B on C  a broken candidate (fixtures/candidates/broken) that a run on C and
//	                  its twin charges with the rule, where the honest one passes
//	store S on C      a store that is wrong likewise (fixtures/candidates/store/bug, or wrong)
//	adapter A on C    an adapter that is wrong likewise (wrong)
//	trace on C        the stream of C itself, which the rule for producers refuses, and that
//	                  of its twin not
//	framer F          a reader of bytes (wrong) that reads a plain text right, and another
//	                  form of the same text not, of which package wire makes the same records
//
// Goals: every bug of the list is answered for; the share that is caught is
// counted by machine, from proofs that run; a bug whose mechanism no stream can
// show is said to be out of scope instead of being stretched over by a rule.
//
// Non-goals: the bugs' own code or texts; finding new bugs; rules for rendering,
// timers and providers' limits. Candidates are run by whoever has processes and
// clocks, and come in as a value.
package zoo
