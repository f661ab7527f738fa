package agui

import "github.com/quock-dev/quock/spec"

// A clause is a sentence of the specification, in our words, under the name that
// RULES.md gives it.
var clauses = map[string]spec.Clause{
	"R1": {Says: "A stream begins with RUN_STARTED or RUN_ERROR; a reader treats any other first event as a violation.", Source: runsAndSteps},
	"R2": {Says: "A run is closed before the next one opens: a RUN_STARTED in a run is fatal.", Source: runsAndSteps},
	"R3": {Says: "Behind RUN_FINISHED come only RUN_STARTED or RUN_ERROR, behind RUN_ERROR only RUN_STARTED; a reader rejects any other event.", Source: runsAndSteps},
	"R4": {Says: "Whatever a run opens is closed before it finishes: messages, calls, reasoning, steps, sub-agents; anything that is still open is fatal.", Source: runsAndSteps},
	"R7": {Says: "No step is opened whose name is open, and none is finished that was not opened; an unbalanced step is fatal.", Source: runsAndSteps},
	"I1": {Says: "No item is opened whose id is open, and content and ends come only for an id that is open; anything else is fatal.", Source: streaming},
	"I5": {Says: "A start that opens a closed item again agrees with its first: its owner, role and name, its tool and message.", Source: "AG-UI 1.0, Text Messages; Tool Calls"},
	"V1": {Says: "A REASONING_END of a span that nothing opened is rejected, and so is a REASONING_START of one that is open.", Source: "AG-UI 1.0, Reasoning"},
	"C1": {Says: "The first chunk of an item carries its id, that of a call its name too; without, a reader reports a violation and invents no id.", Source: streaming},
	"C2": {Says: "A chunk that goes on repeats what the first one said with the same value only; another value is fatal.", Source: streaming},
	"C4": {Says: "A chunk without id and tag that several lanes may mean, none of them the parent's, is rejected as ambiguous.", Source: streaming},
	"S1": {Says: "A subagentRunId names one invocation; it is never empty or null, and not used again within a run.", Source: subagents},
	"S2": {Says: "An invocation is started once, before its first event, and ended once; the end of one that does not run is a violation.", Source: subagents},
	"S3": {Says: "A reader rejects a continuation whose tag disagrees with the event that opened the item.", Source: subagents},
	"S4": {Says: "A call is not attributed to another owner than the message that carries it.", Source: subagents},
	"S7": {Says: "A parent invocation that is named was announced in this run.", Source: subagents},
	"T1": {Says: "A described field with a value that the schema rejects is fatal: a reader fails the run and does not repair, coerce or ignore the value.", Source: processing},
	"T4": {Says: "A property or union member that is not described is stripped, and a reader should warn.", Source: processing},
	"T5": {Says: "An optional field without a value is left out and never null.", Source: "AG-UI 1.0, The event model"},
	"N1": {Says: "A reader that meets a newer protocol version, or one that it cannot interpret, goes on and should warn.", Source: "AG-UI 1.0, Versioning"},
	"O1": {Says: "pendingToolCallIds lists exactly the calls that the run started and did not answer.", Source: "AG-UI 1.0, Tool Calls"},
	"O2": {Says: "The id of an interrupt is unique within its run.", Source: "AG-UI 1.0, Interrupts and Resume"},
}

const (
	runsAndSteps = "AG-UI 1.0, Runs and Steps"
	streaming    = "AG-UI 1.0, Streaming Messages"
	subagents    = "AG-UI 1.0, Subagents"
	processing   = "AG-UI 1.0, Processing Model"
)

// duties are what the specification says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: clauses["T1"]},
	{Rule: "produce/closed", Force: spec.Demanded, Clause: clauses["R4"]},
	{Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Demanded, Clause: spec.Clause{
		Says: "A run ends with RUN_FINISHED or RUN_ERROR; a stream that stops before is truncated and no success.", Source: runsAndSteps}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: clauses["I1"]},
	{Rule: "produce/start-before-result", Force: spec.Usual, Clause: spec.Clause{
		Says: "A result is a message of its own that names its call; that the call was started in the stream is not asked.", Source: "AG-UI 1.0, Tool Calls"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "Arguments are by convention a JSON document; text that does not parse is no violation.", Source: "AG-UI 1.0, Tool Calls"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "parentToolCallId is optional, and a reader accepts attribution that nothing announced.", Source: subagents}},
}
