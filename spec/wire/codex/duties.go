package codex

import "github.com/quock-dev/quock/spec"

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Unknown event and item types are skipped; no event is called illegal.", Source: "codex exec --json, Framing"}},
	{Rule: "produce/closed", Force: spec.Silent, Clause: spec.Clause{
		Says: "Items may never complete, in turns that succeed, too: commands in the background, a spawn that was rejected.", Source: "codex exec --json, Items that never complete"}},
	{Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Usual, Clause: spec.Clause{
		Says: "A turn ends with turn.completed or turn.failed; one that is interrupted has no terminal event.", Source: "codex exec --json, How a stream can end"}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "An item has at most one item.started before its item.completed; older versions leave it out for some types.", Source: ordering}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: spec.Clause{
		Says: "Items are numbered in the order in which they appear, without gaps, in one run of the program.", Source: ordering}},
	{Rule: "produce/arguments-parse", Force: spec.Silent, Clause: spec.Clause{
		Says: "Arguments are members of the item, and no text.", Source: "codex exec --json, Items"}},
	{Rule: "produce/known-agent", Force: spec.Usual, Clause: spec.Clause{
		Says: "Children are visible only through the collab_tool_call items that name their threads.", Source: ordering}},
}

const ordering = "codex exec --json, Ordering facts"

// rolloutDuties are those of Rollout.
var rolloutDuties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Unknown types of lines, items and events are skipped; no line is called illegal.", Source: "Codex rollout files, Framing"}},
	{Rule: "produce/closed", Force: spec.Silent, Clause: spec.Clause{
		Says: "A call whose output is not in the file is abandoned; a killed program leaves it so.", Source: "Codex rollout files, Turns and ends"}},
	{Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Usual, Clause: spec.Clause{
		Says: "A turn ends with task_complete or turn_aborted; old versions write no end, and a killed program none.", Source: "Codex rollout files, Turns and ends"}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "An output follows the call that it names; lines are in the order in which they were committed.", Source: "Codex rollout files, Framing"}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call_id is one call's in its thread and turn; another turn may use it again.", Source: "Codex rollout files, Transcript rules"}},
	{Rule: "produce/arguments-parse", Force: spec.Silent, Clause: spec.Clause{
		Says: "Arguments are kept as the model wrote them, empty or cut, too.", Source: "Codex rollout files, Transcript rules"}},
	{Rule: "produce/known-agent", Force: spec.Usual, Clause: spec.Clause{
		Says: "The output of spawn_agent names the thread of the sub-agent; the sub-agent's own file does not name the call.", Source: "Codex rollout files, Forks and sub-agents"}},
}
