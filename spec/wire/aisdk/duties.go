package aisdk

import "github.com/quock-dev/quock/spec"

// duties are what the SDK's documentation, and its reader where that says nothing,
// ask of a producer.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: stops},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says: "A stream that stops without the end of a part, a step or an answer is read without an error.", Source: stopsAt}},
	{Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Demanded, Clause: spec.Clause{
		Says: "An answer ends with finish, abort or error; in version 4 with d or 3.", Source: "AI SDK, Stream Protocols"}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Silent, Clause: spec.Clause{
		Says: "A tool without an execute function is the application's: its call has no output in the stream.", Source: "AI SDK, Chatbot Tool Usage"}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "An output of a call that was never announced is an error, at which the reader stops.", Source: stopsAt}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "A second start with the id of a call begins its input anew; one in another step is another call.", Source: stopsAt}},
	{Rule: "produce/arguments-parse", Force: spec.Silent, Clause: spec.Clause{
		Says: "Input that does not parse has a chunk of its own, tool-input-error.", Source: "AI SDK, Stream Protocols"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "No field names an agent, a parent or a namespace.", Source: "AI SDK, Stream Protocols"}},
}

// stops is the sentence that a delta of nothing breaks.
var stops = spec.Clause{Says: "A delta or end of a part that is not open, and a delta or output of a call that was never announced, is an error, at which the reader stops.", Source: stopsAt}

const stopsAt = "AI SDK, processUIMessageStream and processDataStream"
