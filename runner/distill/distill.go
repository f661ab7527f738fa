// Package distill turns a recorded stream of any size into small, anonymous
// fixtures: it chooses what is worth keeping, makes it small and neutral, and
// writes nothing that does not keep what it was chosen for.
//
// Goals: one pass over the recording in bounded memory, as many more as the
// purpose needs; the same recording gives the same bytes, for any number of
// workers; nothing of the recording's own words reaches a fixture, its name, a
// log or an error.
//
// Non-goals: processes, clocks and goroutines (the runner gives what they do as
// values); the form of a fixture (package fixtures); what is right (package
// model).
package distill

import (
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A Distillate is one small stream that is worth keeping, not yet anonymous.
type Distillate struct {
	// Stream is what it says, with its records numbered from 1.
	Stream spec.Stream
	// Records are the stream's records as they were recorded, where their bytes
	// matter: the dialect cannot write the events anew, or they do not show
	// the same then. Nil where the events say all.
	Records [][]byte
	// Faults are what the stream does that a reader may get wrong, as far as
	// that is known.
	Faults []spec.Fault
	// Rule is the rule or kind of anomaly that it shows first and is named by;
	// "" for none. Rules are all that it puts to the test.
	Rule  string
	Rules []string
	// Breaks are the rules for producers that the stream itself breaks, and the
	// kinds of its anomalies.
	Breaks []string
	// Policies are those of the candidate that it was kept for; the zero value is
	// the defaults.
	Policies spec.Policies
	// Held is the failure that it was kept for, the zero Signature for none.
	Held shrink.Signature
	// First and Last are the records of the recording between which it was found.
	First, Last int
	// Holds reports whether another form of it, its events and the records that
	// say them, is still what it was kept for.
	Holds func(s spec.Stream, records [][]byte) bool
}
