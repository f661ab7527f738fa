package langgraph

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "No record is called illegal; a stream has the modes that were asked for.", Source: "LangGraph, Streaming"}},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call ends with its tool message; the mode messages alone never shows that of some tools, and an interrupt leaves calls open.", Source: "LangGraph, Streaming"}},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Silent, Clause: spec.Clause{
		Says: "A finish reason is the only end of a message within the mode messages, and optional.", Source: "LangGraph, messages"}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "A tool message answers a call of an earlier message, which a resumed run does not send again in the mode messages.", Source: "LangGraph, Interrupts"}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "The model provider chooses the ids of calls; some begin anew with each message.", Source: "LangGraph, tool_call_chunks"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "Argument text is not guaranteed to become valid JSON.", Source: "LangGraph, tool_call_chunks"}},
	{Rule: "produce/known-agent", Force: spec.Usual, Clause: spec.Clause{
		Says: "Nothing links a namespace to its call but the modes tools and tasks, and the habit of Deep Agents to begin a sub-agent with its description.", Source: "LangGraph, Namespaces"}},
}
