package perform_test

import "github.com/quock-dev/quock/spec"

var neutral = spec.Features{
	Dialect: "neutral", Owner: spec.Named, MessageIDs: true, MessageEnd: true, Thoughts: true,
	Turns: spec.TurnsMarked, UserTurn: true, Terminal: true, Preparing: true, Executing: true,
	ArgsDeltas: true, Slots: true, ArgsMarker: true, ArgsText: true, ChildEdges: true, ChildLink: true,
	Delegation: spec.Delegation{Tool: "task", Aliases: []string{"mcp__*__task"}, Argument: "subagent_type"},
	EventIDs:   true, Waits: true, Retracts: true, Quota: true, Histories: true, Snapshots: true,
	MessageUsage: true, TurnUsage: true, StopReasons: true, Speakers: true, Metadata: true, Cancels: true, Errors: true,
}

var agentc = spec.Features{
	Dialect: "agentc", Owner: spec.Derived, MessageEnd: true, Thoughts: true, Turns: spec.TurnsMarked,
	UserMessageEdge: true, UserTurn: true, Terminal: true, Preparing: true, Executing: true,
	ArgsMarker: true, ArgsText: true, DoneCarries: true, Batches: true, Histories: true,
	MessageUsage: true, TurnUsage: true, StopReasons: true, Cancels: true,
}

var langgraph = spec.Features{
	Dialect: "langgraph:js", Owner: spec.Named, MessageIDs: true, NextCloses: true, MessageEnd: true,
	Turns: spec.TurnsRun, Preparing: true, ArgsDeltas: true, Slots: true, ArgsText: true,
	ChildLink: true, ChildResult: true,
	Delegation: spec.Delegation{Tool: "task", Aliases: []string{"mcp__*__task"}, Argument: "subagent_type", Description: "description"},
	Waits:      true, Snapshots: true, MessageUsage: true, StopReasons: true, Speakers: true, Errors: true,
}

var claudecode = spec.Features{
	Dialect: "claudecode:full", Owner: spec.Named, MessageIDs: true, NextCloses: true, Thoughts: true,
	Turns: spec.TurnsOverlap, Terminal: true, Preparing: true, ArgsMarker: true,
	GlobalCallIDs: true, ChildEdges: true, ChildLink: true, ChildResult: true, Outlives: true,
	Delegation: spec.Delegation{Tool: "Task", Aliases: []string{"Agent"}, Argument: "subagent_type"},
	EventIDs:   true, Retracts: true, Quota: true, TurnUsage: true, Speakers: true, Metadata: true, Errors: true,
}

var partial = func() spec.Features {
	f := claudecode
	f.Dialect = "claudecode:partial"
	f.MessageEnd, f.ArgsDeltas, f.Slots, f.ArgsText = true, true, true, true
	f.Snapshots, f.MessageUsage, f.StopReasons = true, true, true
	return f
}()

var dialects = []spec.Features{neutral, agentc, langgraph, claudecode, partial}
