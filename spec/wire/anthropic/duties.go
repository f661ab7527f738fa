package anthropic

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "New event types may be added; unknown ones are to be handled gracefully.", Source: events}},
	{Rule: "produce/closed", Force: spec.Demanded, Clause: spec.Clause{
		Says: "Each content block has a start, deltas and a stop event, and the message a final message_stop event.", Source: events}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Silent, Clause: spec.Clause{
		Says: "The result of a client's tool is in the next request, and not in the stream.", Source: events}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A result block of a server tool names the call of an earlier block in its tool_use_id.", Source: events}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: spec.Clause{
		Says: "The id of a tool_use block is a unique identifier for this particular tool use.", Source: events}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "The partial_json strings of a block add up to a JSON object; a message that stops at max_tokens may leave half of one.", Source: events}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "A body is one message of one model, and has no agents.", Source: events}},
}

const events = "Messages API, Streaming"
