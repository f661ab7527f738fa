package agentc

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Unknown types are skipped; no event is called fatal.", Source: "Agent C events, Framing"}},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says:   "A batch that is cancelled, an exception or a client that was away loses the end of a batch, a model call, an interaction or a sub-session; the user's turn, or the next interaction, still ends what was open.",
		Source: "Agent C events, What can be missing"}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "While no client is connected events are discarded, so a stream may begin in the middle of a tool.", Source: "Agent C events, Framing"}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "A tool notification is known by its session and its id; ids may repeat across sessions.", Source: "Agent C events, Correlation keys"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "The input of an ordinary tool is JSON as a text.", Source: "Agent C events, Tool payload shapes"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "Boundary events say that some delegation began or ended, not which one.", Source: "Agent C events, Delegation"}},
}
