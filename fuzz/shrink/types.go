package shrink

import "github.com/quock-dev/quock/spec"

// A Subject is a stream with what it does on purpose. The faults are carried
// along: renamed with the ids that they touch, and dropped with them.
type Subject struct {
	Stream spec.Stream
	Faults []spec.Fault
	// Kept are the records of the stream that was given to Reduce which these
	// are, by number, in order: what a judge needs that has the bytes of each.
	// Reduce fills it in. nil stands for all; a list without numbers for none.
	Kept []int
}

// A Signature says how a reader fails: two failures with one signature are the
// same one to a reducer.
type Signature struct {
	// Rule is the rule that is broken, "" for none that is known.
	Rule string `json:"rule,omitempty"`
	// Kind is the kind of difference ("sessions[].messages[].text changed") or,
	// where there is nothing to compare, the verdict.
	Kind string `json:"kind"`
}

// A Judge says how the reader under test fails on a subject: each way, the
// clearest first; none where it passes or the subject cannot be put to it. It
// must give the same answer each time, leave the subject as it is, and keep
// nothing of it: its memory is used again. The subject's records are numbered
// from 1 without gaps.
type Judge func(s *Subject) []Signature

// Options say how to reduce. Only Judge is needed.
type Options struct {
	Judge Judge
	// Map calls do with each number from 0 to n-1, perhaps at once, and returns
	// when all are done; nil calls one after the other. Where it calls at once
	// the judge has to bear that. Width is how many runs it can make at once, 0
	// for one. Neither changes the result.
	Map   func(n int, do func(i int))
	Width int
	// Stop, if not nil, is asked before each run; once it is true the smallest
	// subject so far is the result.
	Stop func() bool
	// Runs is how many runs of the judge are spent at most; 0 for DefaultRuns.
	Runs int
	// Records allows only to leave out whole records, so that those that are left
	// are what they were.
	Records bool
	// Labels keeps what a producer that says it at all says always, so that what is
	// left reads as a real stream does: agents, names and slots of calls and of their
	// arguments, and why a complete message stopped.
	Labels bool
	// Light is for a judge whose price goes with how much is said: values are made
	// short before anything else where that works at once, and which do not matter is
	// not asked (Result.Free is nil).
	Light bool
}

// DefaultRuns is how many runs a reduction takes at most if nothing else is said.
const DefaultRuns = 4000

// A Result is the smallest subject that was found.
type Result struct {
	Subject
	// Runs is how many runs it took, whatever Options.Width.
	Runs int
	// Stopped says that the budget ended the reduction before it was done.
	Stopped bool
	// Others are further failures met on the way: the smallest subject of each
	// signature, in the order in which they were met.
	Others []Other
	// Free are what does not matter in the result: places whose value can be
	// another one and the reader fails as before.
	Free []Mark
}

// An Other is a failure that was not looked for.
type Other struct {
	Signature
	Subject
}

// A Mark is a field of an event of the result.
type Mark struct {
	// Event is its index, Field the name of the event's field in its JSON form.
	Event int    `json:"event"`
	Field string `json:"field"`
}
