// Package attribute says which rules a candidate breaks in a case that it fails: it
// makes the case smaller as long as it fails in the same way, and names the rules of
// what is left.
//
// Goals: a rule is named only if its sentence speaks of what is wrong. What the
// candidate gets wrong without any fault is charged to no fault. A rule passes only where
// a candidate that does nothing would have failed it.
//
// Non-goals: putting a case to a candidate (ask), the order of cases and what is kept of
// them (runner), explaining many failures by one deviation (model/fit).
//
// # Adapters
//
// An adapter gets the cases of the dialect that it reads, each with a few of its
// prefixes as streams of their own, and answers with streams. An observation then
// compares the meaning of the input with the meaning of the output, both restricted
// to what their dialects share (see adapted.Shared). It also holds what is wrong with
// the output alone.
//
// A charge must tell its reader two things: the kind of mistake, which says where in
// the adapter to look, and what in the stream provokes it, which says with which
// input to look. The rules of family adapt give the first, the faults that are left
// after reducing the second:
//
//   - adapt/well-formed is charged if a reader of the output's dialect would refuse
//     the output, or if the output claims success for a source that broke off.
//   - adapt/no-invention is charged if the output contains something that no reading
//     of the input explains.
//   - The rules of the remaining faults are charged with what is lost, doubled or
//     changed, as far as these rules cover it. For example, a call that is doubled
//     because its id was used before breaks session/reused-ids.
//   - adapt/commutes is charged with anything else that is lost, doubled or changed.
//
// The first two are charged together with the faults' rules if both apply.
// adapt/commutes is charged only if nothing else is. The finding always lists the
// faults, and all other differences as consequences. Every case tests the three
// rules. It passes one of them only if the input has content and the output lacks
// nothing of it.
//
// # Distilled cases
//
// A distilled case was made from a recording, not generated. So it has no fault to
// remove and no clean twin. It has the rule that it shows, the rules that it tests
// because a wrong model of each reads it differently, and few records:
//
//   - Base rules are charged with what the candidate gets wrong on any stream of the
//     dialect, since that says nothing about this stream. To know it, the candidate
//     first gets a few generated cases without faults.
//   - If the candidate reads the case at every observed position as some wrong model
//     does, and the case tests that model's rule, that rule is charged. If several
//     models match, one rule is charged, since nothing distinguishes them: the rule
//     that the case shows, else the first one whose check covers a difference.
//   - Else the rule that the case shows is charged, if its check covers something
//     that is present and wrong. (Nearly every rule covers a missing message.) Else
//     the base rules of the differences are charged.
//   - If the candidate gives no transcripts (it dies, refuses or times out), no rule
//     is charged, since nothing says which rule provoked it.
//
// This holds for how a store reads; the rules about stores are charged with what it
// loads. Adapters have no wrong models. An adapter is charged as for a generated
// case, with the rule that the case shows in place of the faults' rules.
//
// A rule passes on a distilled case as on any other, but only if a wrong model of it
// would also have been detected: see ruleVerdicts.
package attribute
