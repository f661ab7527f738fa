// Package acp is the codec of the Agent Client Protocol: JSON-RPC 2.0 between an
// editor (the client) and an agent, one JSON object a line. Variant v1 is what agents
// speak today, and is written, too; v2 is the draft, which is read and checked alone.
//
// Goals: recordings of both directions, marked ({"dir":"c2a"|"a2c","msg":…}) or not,
// and of the agent's lines alone; sub-agents as child sessions and as flat lines of
// their parent's session; approvals, cancels, replays of a session/load.
//
// Non-goals: files, terminals and elicitations of the client, configuration, modes and
// commands (their lines are notes); plans (a plan is a note); a limit on what `_meta`
// may hold. Not written: the agent's lines alone, flat sub-agents, replays and a second
// prompt that waits; written cases have them.
//
// The dialect's profile:
//
//   - session id; root: `params.sessionId`. Several roots on one connection are normal.
//   - sub-sessions: announced by the first `subagent_update` that names them, whose
//     session is the parent; the wire says no call. Flat (Claude): a line of a session
//     S with `_meta.claudeCode.parentToolUseId` P is of the sub-session "S/P", of call P,
//     unless S was announced itself. They end when they are idle, flat ones with the
//     result of P; a later `running` continues them.
//   - owner of a call: derived, as of the call's first mention.
//   - turn edges: v1 `session/prompt` and its response; v2 `state_update` running and
//     idle, and a `user_message` while none is open. A turn's id is the JSON-RPC id of
//     its prompt, a sub-session's turn has its session's id. A second prompt waits: its
//     turn starts with the response to the first. In a recording of the agent's lines
//     alone a turn starts with the first content, and a response ends the one turn that
//     is open.
//   - messages: `messageId` in its session; thought and text of one id are one message.
//     Without an id, chunks of one kind in a row, which a call's first mention ends. A
//     user's message is whole as it comes; another chunk of its id adds to it, and one
//     without an id is another message.
//   - arguments: `rawInput`, a JSON value that each mention replaces. They are complete
//     once the call is in_progress, is asked for or has an output; `{}` before that is a
//     placeholder.
//   - executing: status in_progress, or an approval that allows.
//   - results: {"output": rawOutput, "content": content, "terminal": text} without what
//     is absent; the text is what terminal_output_delta brought. Before the end they are
//     previews. A later line may add to them and not change how the call ended.
//   - waiting: `session/request_permission`, until its response. The kind of the option
//     says whether the call may run; a refused call is denied.
//   - terminal event: v1 the response to the prompt, v2 idle.
//   - replays: from `session/load` to its response, and every `user_message_chunk` while
//     no prompt is open. A user's message begins a turn there; turns end as completed,
//     since a replay says nothing of their ends. They replace what the session held.
//   - usage: `usage` of the response (v2: of idle), else Gemini's
//     `_meta.quota.token_count`; `usage_update` is a gauge and no usage.
//
// Directions. A method has one direction. A response belongs to the request of the
// other side that is open under its id; where both sides have one open and nothing is
// marked, to the one whose result has its form. If that does not decide, the response
// is reported as ambiguous and ends nothing.
package acp
