package openai

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: repeats},
	{Rule: "produce/closed", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A response ends with completed, failed or incomplete; a turn with the response that leaves nothing to the client.", Source: stream}},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Demanded, Clause: spec.Clause{
		Says: "A response ends with completed, failed or incomplete.", Source: stream}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Silent, Clause: spec.Clause{
		Says: "A function is the client's: its output is in the next request, which the stream does not hold.", Source: "Responses, function calling"}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "An output names the call_id of a call that came before.", Source: "Responses, function calling"}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call_id names one call of a response.", Source: stream}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "The arguments of a function are JSON as the model wrote it, which may be none.", Source: "Responses, function calling"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "No event names an agent, outside the multi-agent beta.", Source: stream}},
}

// agentsDuties are those of a run of the Agents SDK. A run that fails or is aborted
// throws: its events stop, and the SDK keeps the failed response from them.
var agentsDuties = append([]spec.Duty{
	{Rule: "produce/closed", Force: spec.Usual, Clause: runs},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Usual, Clause: runs},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Usual, Clause: spec.Clause{
		Says: "A run runs its tools and gives what each of them returned, unless it stops for an approval.", Source: "Agents SDK, streaming"}},
}, without(duties, "produce/closed")...)

var runs = spec.Clause{Says: "A run ends behind its last response; one that throws has no further event.", Source: "Agents SDK, streaming"}

func without(all []spec.Duty, rule string) []spec.Duty {
	return slices.DeleteFunc(slices.Clone(all), func(d spec.Duty) bool { return d.Rule == rule })
}

// chatDuties are what Chat Completions demand instead.
var chatDuties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: nameOnce},
	{Rule: "produce/closed", Force: spec.Demanded, Clause: finishes},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Usual, Clause: finishes},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Silent, Clause: spec.Clause{
		Says: "A tool is the client's: its output is in the next request.", Source: chatCalls}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A message of role tool answers a tool call of the message before.", Source: chatCalls}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "An id names one tool call of a message.", Source: chatCalls}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "The arguments are JSON as the model wrote it, which may be none.", Source: chatCalls}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "No chunk names an agent.", Source: "Chat Completions, streaming"}},
}

const chatCalls = "Chat Completions, function calling"

var finishes = spec.Clause{Says: "Each choice ends with a finish_reason.", Source: "Chat Completions, streaming"}

const stream = "Responses, streaming events"

// The sentences that a record may break by itself.
var (
	repeats = spec.Clause{
		Says:   "The done events, the item's end and the response's output repeat what streamed, whole.",
		Source: stream}
	closes     = spec.Clause{Says: "Nothing of an item follows its output_item.done.", Source: stream}
	oneByOne   = spec.Clause{Says: "The responses of one lane run one after the other.", Source: "Responses, WebSocket mode"}
	nameOnce   = spec.Clause{Says: "The first fragment of a call holds its name, whole.", Source: "Chat Completions, streaming"}
	statusSays = spec.Clause{Says: "The event that ends a response is named after its status.", Source: stream}
)
