// Package distill turns a recorded stream of any size into small, anonymous
// fixtures.
//
// Goals: one pass over the recording in bounded memory, as many more as the
// purpose needs; the same recording gives the same bytes, for any number of
// workers; nothing of the recording's own words reaches a fixture, its name, a
// log or an error.
//
// Non-goals: processes, clocks and goroutines (the runner gives what they do as
// values); the form of a fixture (package fixtures); what is right (package
// model).
//
// # The pipeline
//
//	read       Recording            the stream, as often as it is needed
//	search     secret.NewSurvey     its hash, and the secrets in its bytes
//	cut        package segment      parts that stand for themselves
//	keep       Kept                 parts that show a behaviour (package behaviour)
//	           Breaks, Search       or a part that breaks a rule, or fails
//	reduce     Covers, Breaks       as long as it shows what it was kept for: a Distillate
//	anonymise  Distillate.Neutral   names and words replaced (package anonym)
//	check      Distillate.Clean     no secret and no word of the recording is left
//	complete   fixturestore.Complete       what follows from the stream: rules, expectation, story
//	write      fixturestore.Store          a new file, or none where its like is there; Store.Keep
//	                                does the last four
package distill

import (
	"fmt"

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
	// "" for none.
	Rule string
	// First and Last are the records of the recording between which it was found.
	First, Last int
	// Holds reports whether another form of it, its events and the records that
	// say them, is still what it was kept for.
	Holds func(s spec.Stream, records [][]byte) bool
}

// Place names the records of the recording between which it was found.
func (d *Distillate) Place() string {
	if d.First == d.Last {
		return fmt.Sprintf("record %d", d.First)
	}
	return fmt.Sprintf("records %d to %d", d.First, d.Last)
}

// Options say how to reduce.
type Options struct {
	// Jobs is how many streams are judged at once; it does not change the result.
	Jobs int
	// Runs is how many runs of the judge each reduction takes at most; 0 for
	// shrink.DefaultRuns.
	Runs int
	// Stop, if not nil, is asked now and then; once it is true what is smallest so
	// far is the result.
	Stop func() bool
}

func (o Options) withDefaults() Options {
	o.Jobs = max(1, o.Jobs)
	if o.Runs <= 0 {
		o.Runs = shrink.DefaultRuns
	}
	return o
}
