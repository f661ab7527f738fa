package acp

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Unknown notifications are ignored, and the kinds of update grow by release.", Source: framing}},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call reports its status until it is completed or failed; a cancelled one may never be mentioned again.", Source: calls}},
	{Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Demanded, Clause: spec.Clause{
		Says: "Once everything is complete, the agent must respond to the original session/prompt request with a stop reason.", Source: turns}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "A tool_call announces a call, and tool_call_update reports on it; a request for permission can come first.", Source: calls}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A toolCallId is a unique identifier of the call within its session.", Source: calls}},
	{Rule: "produce/arguments-parse", Force: spec.Silent, Clause: spec.Clause{
		Says: "Arguments are the JSON value rawInput, and no text.", Source: calls}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "A sub-session is announced with a title and a description, neither of which names its agent.", Source: "Agent Client Protocol, subagents (draft)"}},
}

const (
	framing = "Agent Client Protocol, Extensibility"
	calls   = "Agent Client Protocol, Tool Calls"
	turns   = "Agent Client Protocol, Prompt Turn"
)
