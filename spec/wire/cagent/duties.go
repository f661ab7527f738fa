package cagent

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: runsBegin},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says: "A run that is cancelled may end without stream_stopped; a failed child leaves out its stream_stopped and sub_session_completed.", Source: cutOff}},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Usual, Clause: spec.Clause{
		Says: "message_added follows every assistant message but one without text and calls.", Source: ordering}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Demanded, Clause: spec.Clause{
		Says: "Each tool_call is followed by its tool_call_response: the execution ended, was refused or never started.", Source: ordering}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "tool_call_response can come without tool_call: an unknown tool, a permission denied, a hook.", Source: cutOff}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "The model provider chooses the ids of calls; they are usually unique, and nobody guarantees it.", Source: "docker-agent events, Event types"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "tool_call carries complete arguments, as the model wrote them.", Source: "docker-agent events, Event types"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "stream_started has no parent, and tool events have no session.", Source: "docker-agent events, Correlation keys"}},
}

const (
	ordering = "docker-agent events, One run without delegation"
	cutOff   = "docker-agent events, Errors and cancellation"
)

// runsBegin is the sentence that text outside of a run breaks.
var runsBegin = spec.Clause{Says: "A run begins with stream_started, before anything that its agent says; one that fails earlier has an error alone.", Source: ordering}
