// Package runner holds a candidate against the specification: it plans the
// cases, runs them, judges the answers and charges what fails to rules.
//
// Goals: a verdict a rule that its reader can act on and repeat; the same seed
// gives the same log, for any number of jobs; what is wrong with us is never
// charged to a candidate, and what a candidate does to itself never to another
// case.
//
// Non-goals: deciding what is right (spec, model, golden), inventing streams
// (fuzz), printing (report). Runner and what is below it are the only packages
// with processes, clocks, goroutines and files written.
//
// # Adapters
//
// An adapter gets the cases of the dialect that it reads, each with a few of its
// prefixes as streams of their own, and answers with streams. A sight is then
// what the input means beside what the output means, both restricted to what
// their dialects share (check.Shared says what that is), together with what is
// wrong with the output alone.
//
// What a failing case is charged with has to tell its reader two things: what
// kind of wrong it is, because that says where in the adapter to look, and what
// in the stream provokes it, because that says with which input to look. The
// rules of family adapt say the first, the hazards that are left after reducing
// the second. So
//
//   - an output that its own readers would refuse, or that claims success for a
//     source that broke off, is charged to adapt/well-formed, whatever provokes
//     it: what it means hardly counts while nobody can read it;
//   - what the output made up is charged to adapt/no-invention, because no
//     reading of the input explains it;
//   - what is lost, doubled or changed is charged to the rules of the hazards
//     that are left, as far as they speak of what differs: a call that is doubled
//     because its id was used before is session/reused-ids for an adapter as for
//     a reducer;
//   - what is lost, doubled or changed without a hazard, or beside what its rule
//     speaks of, is charged to adapt/commutes.
//
// The first two are charged together with the hazards' rules where both apply;
// adapt/commutes only where nothing else is. The finding lists the hazards in
// either case, and all other differences as consequences. Every case bears the
// three rules, and passes one of them only if the input says something that the
// output lacks nothing of.
//
// # Distilled cases
//
// A distilled case was made of a recording: nobody performed it, so that there is
// no hazard to perform away and no clean twin beside it. What it does have is the
// rule that it shows, the rules that it puts to the test because some wrong model
// of them reads it otherwise, and few records. So
//
//   - what the candidate gets wrong on any stream of the dialect is charged to
//     base rules, as everywhere, because it says nothing about this one. Before a
//     distilled case is charged the candidate is asked a few generated cases
//     without hazards;
//   - a candidate that reads the case, wherever it is looked at, as some wrong
//     model does is charged with that model's rule, if the case puts it to the
//     test: one rule, because the models read it alike and nothing tells them
//     apart. It is the one that the case shows, if that is among them, else the
//     first whose check speaks of what differs;
//   - else the rule that the case shows is charged, if its check speaks of
//     something that is there and wrong: of a message that is missing nearly every
//     rule speaks. Else the base rules of what differs are;
//   - one that gives no transcripts (it dies, refuses, does not answer in time) is
//     charged with no rule, because nothing says which of them provoked it.
//
// A store is charged so for how it reads; what comes out of it is charged to the
// rules about stores. Of an adapter no wrong model is known: it is charged as
// with a generated case, where the rule that the case shows stands for those of
// hazards.
//
// A rule passes on a distilled case by the standard of all cases, and besides only
// if a wrong model of it would have been seen: see ruleVerdicts.
package runner
