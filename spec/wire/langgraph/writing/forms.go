package writing

import (
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

// The forms by number; forms names them, first those of all variants.
const (
	beside     = iota // notes are records of all modes that say nothing
	openings          // a task or tool says that a sub-session opens
	objects           // a record is {ns, mode, payload}; in Server-Sent Events a restated message is one of the older mode
	classes           // JavaScript: messages are serialised constructors; Python: a text is a list of one
	inMessages        // notes with words are messages and blocks in mode messages; interrupts are all that a state says
	sparse            // metadata give the namespace under its other name, or not at all; it is one text in objects
	workers           // agents that share a session are nodes, half of them subgraphs, and not named otherwise
)

// Forms names the forms of a variant.
func Forms(variant string) []string {
	switch {
	case reading.IsV3(variant) && reading.IsPython(variant):
		return pythonForms
	case reading.IsV3(variant):
		return threadForms
	}
	all := []string{beside: "notes", openings: "openings", objects: "objects", classes: "constructors", inMessages: "in-messages", sparse: "sparse-metadata", workers: "worker-nodes"}
	if reading.IsSSE(variant) {
		all[objects] = "older-mode"
	}
	if reading.IsPython(variant) {
		all[classes] = "listed-texts"
	}
	return all
}

// The forms of protocol v3 by number; threadForms names them, first those of both
// languages.
const (
	threadBeside = iota // notes are records of all channels that say nothing
	thrown              // a failed call is a tool-error
	plainErrors         // the error of a run is no document
	bareOutputs         // the output of a tool is its result, and no message
	wholeSoFar          // arguments are block-deltas that repeat what came before
	constructors        // messages are serialised constructors, as in a process
)

// Those of Python alone, in the places of JavaScript's own.
const (
	firstForm = iota + wholeSoFar // blocks grow by slices under "content_block", as in spring 2026
	inProcess                     // events are a pair with their metadata, and whole messages are among them
)

var threadForms = []string{
	threadBeside: "notes", thrown: "thrown", plainErrors: "plain-errors", bareOutputs: "bare-outputs",
	wholeSoFar: "cumulative", constructors: "constructors",
}

var pythonForms = []string{
	threadBeside: "notes", thrown: "thrown", plainErrors: "plain-errors", bareOutputs: "bare-outputs",
	firstForm: "first-form", inProcess: "in-process",
}
