package langgraph

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/langgraph/writing"
)

// threadFeatures are those of protocol v3.
func threadFeatures(variant string) spec.Features {
	f := spec.Features{
		Dialect: reading.Name + ":" + variant, Apart: true,
		Owner: spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, TextSlots: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true, InRun: true,
		Preparing: true, Executing: true, ArgsDeltas: true, Slots: true, ArgsMarker: true, ArgsText: true, ErrorResults: true,
		NamelessRoot: true, ChildStart: true, ChildInCall: !reading.IsPython(variant), ResultEnds: true, ChildLink: true, ChildResult: true,
		Delegation: spec.Delegation{Tool: reading.Delegation.Tool, Argument: reading.Delegation.Argument},
		EventIDs:   true, Waits: true, WaitsApart: true, Snapshots: true, MessageUsage: true, StopReasons: true, StopWords: []string{"stop", "tool_use"},
		Speakers: true, Unsigned: true, Cancels: true, Errors: true, ErrorCloses: true,
		Notes: []spec.Note{spec.NoteCustom, spec.NoteUnknown}, Duties: threadDuties,
		NotRepresentable: []string{
			// The end of a run names none, and another start is another run.
			"turn-end-late", "started-twice",
			// A run fails as a whole.
			"ends-failed",
			// A fragment bears the number of its block; only a block's start gives its id.
			"drifting-slot", "straggler", "slotless", "ambiguous",
			// What is asked names no call; a denial is content of the application.
			"asked", "refused",
			// What streams is announced once; nothing more of a message that a state gave whole comes.
			"selected-again",
			// Every event names its session, and a message no speaker.
			"no-session", "handoff",
			// A state has whole messages.
			"stale-snapshot",
		},
	}
	f.Forms = writing.Forms(variant)
	if reading.IsPython(variant) {
		return f
	}
	// A call of that tool that runs opens a sub-session.
	f.NotRepresentable = append(f.NotRepresentable, "near-alias")
	return f
}

// threadDuties are what the format says about the rules for producers.
var threadDuties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Consumers ignore unknown events, deltas and blocks; none is called illegal.", Source: "Agent Streaming Protocol, messages"}},
	{Rule: "produce/closed", Force: spec.Usual, Clause: spec.Clause{
		Says: "A run that completes has an end for each message and block that it began; one that fails, or that another displaces, does not.", Source: "Agent Streaming Protocol, messages"}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Silent, Clause: spec.Clause{
		Says: "A call that the engine takes for invalid, or of a message that another replaced in the state, is never run.", Source: "Agent Streaming Protocol, tools"}},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call that runs was announced, except by models that do not stream.", Source: "Agent Streaming Protocol, tools"}},
	{Rule: "produce/unique-live-ids", Force: spec.Usual, Clause: spec.Clause{
		Says: "The model's provider chooses ids of calls and messages; they repeat across sub-agents and turns.", Source: "Agent Streaming Protocol, Keys"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "A call's block ends as tool_call with an object, or as invalid_tool_call with its text.", Source: "Agent Streaming Protocol, Blocks"}},
	{Rule: "produce/known-agent", Force: spec.Usual, Clause: spec.Clause{
		Says: "A sub-agent is linked by the namespace of its call's tool-started, by its task, or by the cause of its start.", Source: "Agent Streaming Protocol, lifecycle"}},
}
