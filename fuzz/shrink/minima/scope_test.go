package minima

import "github.com/quock-dev/quock/spec"

// A Move is a group of events that an alphabet has, as far as the dialect has
// them.
type Move uint32

// The moves. Turn starts and message starts are in every alphabet whose dialect
// marks them.
const (
	Children   Move = 1 << iota // sub-sessions, linked to calls or not
	Edges                       // ends of turns, messages and sub-sessions
	Texts                       // one piece of text
	Pieces                      // pieces of text that are hard to join
	Thoughts                    // pieces of thought
	Fulls                       // messages whole, new or restated
	Calls                       // announcements and starts
	Carried                     // announcements that carry arguments, repeat ids or have no name
	Args                        // pieces of arguments
	Odd                         // pieces of arguments that are no JSON, empty, or early
	Results                     // results
	Failures                    // ends of calls, turns and sessions that are no success
	Unexpected                  // what comes for nothing, twice or late
	SharedIDs                   // ids that are used again
	Batches                     // several calls in one record
	Waits                       // waiting, and signs of life
	Globals                     // the user's turn and cancel
	Errors                      // errors
	Figures                     // usage and stop reasons
	Limits                      // quota reports
	Notes                       // notes
	Voids                       // retractions
	Logs                        // tool logs
	Replays                     // events that come again
	Nameless                    // text without a session
	Extras                      // metadata and speakers
	Delegates                   // calls of the delegation tool
	Resumes                     // sessions restated
	Prompts                     // what the user says
	Wholes                      // messages whole, new ones alone
	Laden                       // announcements that carry pieces of arguments
)

// A Scope is an alphabet: some moves of one dialect, with at most so many things
// of each sort.
type Scope struct {
	// Name is unique to the scope.
	Name     string
	Features spec.Features
	Moves    Move
	// Sessions, Messages and Calls bound how many there are, the latter two in
	// each session; 0 for one.
	Sessions, Messages, Calls int
	// Depth is how many events a stream of it has at most.
	Depth int
	// Doubts runs each wrong model wherever its decision was asked, also where it
	// counts no departure: slower, and right even where its count is wrong.
	Doubts bool
}

// has reports whether the scope has any of the moves.
func (sc *Scope) has(m Move) bool { return sc.Moves&m != 0 }

// linked: a sub-session is opened by an event of its own.
func (sc *Scope) linked() bool {
	return sc.Features.Owner == spec.Named || sc.Features.ChildEdges
}
