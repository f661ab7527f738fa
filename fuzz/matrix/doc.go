// Package matrix runs mutants (wrong models) on generated cases. It counts the
// cases until each mutant is killed, and records which rules' checks see it.
//
// A task is one mutant under one seed. It makes cases one after the other, in
// turn for each shape of dialect, until a check of the mutant's own rule sees
// the mistake, or until the limit. It records three moments: when the mutant's
// decision first departed; when a transcript first differed, which kills the
// mutant; and when a check of its family and of its rule first saw that. So a
// survivor shows what is missing: a case from the generator, or a check.
//
// Goals: a program verifies that every rule can fail and every mutant is
// caught. The source of cases is a parameter, so that generators can be
// compared. The same seeds give the same table on every machine, for any
// parallel execution.
//
// Non-goals: time, because it depends on the machine; shrinking; running
// candidates, which the caller passes in as a value.
package matrix
