package claudecode

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// duties are what the format says about the rules for producers.
var duties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: reading.Previews},
	{Rule: "produce/closed", Force: spec.Demanded, Clause: spec.Clause{
		Says: "One result a turn, after that turn's frames.", Source: "stream-json, result"}},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Usual, Clause: spec.Clause{
		Says: "message_delta and message_stop come after every block; a message whose API stream is cut has no message_delta.", Source: ordering}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Demanded, Clause: spec.Clause{
		Says: "A scope goes on only after every foreground tool_use of its last message has its tool_result, or the run ended; a server tool's result is in its message.", Source: ordering}},
	{Rule: "produce/closed", Of: spec.OfStreamed, Force: spec.Silent, Clause: spec.Clause{
		Says: "The whole frame of a block makes its call, and deltas preview it; a message whose API stream is cut has no message_delta, and another one takes its place.", Source: ordering}},
	{Rule: "produce/closed", Of: spec.OfSession, Force: spec.Usual, Clause: spec.Clause{
		Says: "A sub-agent ends with its call's result, one in the background with a task_notification; it may outlive the turn that started it.", Source: "stream-json, Subagents"}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A tool_result follows the assistant frame with its tool_use, in the same scope.", Source: ordering}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: spec.Clause{
		Says: "tool_use.id is unique in the whole conversation.", Source: "stream-json, Correlation keys"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "Input that is no valid JSON is kept as __unparsedToolInput, and an error result follows.", Source: "stream-json, assistant"}},
	{Rule: "produce/known-agent", Force: spec.Demanded, Clause: spec.Clause{
		Says: "Every frame of a sub-agent carries the id of the tool_use that spawned it.", Source: "stream-json, Subagents"}},
}

const ordering = "stream-json, Ordering facts"

// sessionDuties are what the format of session files says.
var sessionDuties = []spec.Duty{
	{Rule: "produce/legal", Force: spec.Demanded, Clause: reading.ChainedOn},
	{Rule: "produce/closed", Force: spec.Silent, Clause: spec.Clause{
		Says: "The file has no terminal record: nothing ends a turn.", Source: "session files, Transcript rules"}},
	{Rule: "produce/closed", Of: spec.OfMessage, Force: spec.Silent, Clause: spec.Clause{
		Says: "A message is its records; none says that it is the last.", Source: "session files, Records of the conversation"}},
	{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Usual, Clause: spec.Clause{
		Says: "A call has a result, unless the program was killed.", Source: "session files, Records of the conversation"}},
	{Rule: "produce/closed", Of: spec.OfSession, Force: spec.Silent, Clause: spec.Clause{
		Says: "A sub-agent is its file; that it has finished is in the file beside it.", Source: "session files, State records"}},
	{Rule: "produce/start-before-result", Force: spec.Demanded, Clause: spec.Clause{
		Says: "A result hangs on the record of its own call.", Source: "session files, The chain is a tree"}},
	{Rule: "produce/unique-live-ids", Force: spec.Demanded, Clause: spec.Clause{
		Says: "tool_use.id is unique in the whole conversation.", Source: "stream-json, Correlation keys"}},
	{Rule: "produce/arguments-parse", Force: spec.Usual, Clause: spec.Clause{
		Says: "Input that is no valid JSON is kept as __unparsedToolInput, and an error result follows.", Source: "stream-json, assistant"}},
	{Rule: "produce/known-agent", Force: spec.Silent, Clause: spec.Clause{
		Says: "An agent's call is in the file beside its own, or in its call's result; versions before 2.0.22 do not say it.", Source: "session files, Transcript rules"}},
}
