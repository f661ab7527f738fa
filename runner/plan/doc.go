// Package plan decides what a candidate is asked: the cases of a run, where each comes
// from, and the forms of a case that a judge asks in its place.
//
// Goals: the same selection and handshake give the same cases in the same order, with
// the same numbers in each shard. A case is built only when its turn comes. What stands
// in a case can be sent as it is; nothing about it is decided later.
//
// Non-goals: expectations, answers and verdicts (runner). A plan starts no process.
package plan
