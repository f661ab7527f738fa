// Package suite judges a reader in Go inside go test.
//
// Goals: a test function of one line judges a reader by every rule, as a subtest a rule:
//
//	func TestSmoke(t *testing.T)  { suite.Smoke(t, newCandidate) }
//	func TestReader(t *testing.T) { suite.Run(t, newCandidate) }
//	func FuzzReader(f *testing.F) { suite.Fuzz(f, newCandidate) }
//
//	go test -run 'TestReader/attach/backward'   # this rule alone
//	go test -short                              # a tenth of the cases
//	go test -fuzz FuzzReader
//
// Cases, known failures, diagnosis and the policy of exit codes are those of quock run.
// A message holds what a report holds: the rule with its sentence, what was expected
// and seen, the smallest stream, and how to run it again.
//
// Non-goals: programs in other languages (the command quock), and deciding what is right.
// Package ginkgosuite does the same for Ginkgo.
//
// A candidate is a probe.Candidate. probe.NewCandidate makes one of a reader with three
// methods: Feed, Finish and Transcript.
package suite
