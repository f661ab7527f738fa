// Package aisdk is the codec of what the AI SDK streams to a user interface: the
// UI message stream of version 5 and later (variant "v5", server-sent events;
// "v5-lines", the same chunks one a line, as they go from function to function)
// and the data stream protocol of version 4 ("v4", coded lines).
//
// Goals: every chunk and line attributed to its part, call and step as the wire
// says it; records of unknown type surfaced whole; an encoder that says
// everything that it is given, or names the field that it cannot say.
//
// Non-goals: what a user interface keeps beside the transcript (sources, files,
// data parts, metadata of the whole answer); those records are notes. Agents: the
// wire has no field for them.
//
// The dialect's profile:
//
//   - session id; root: none; "".
//   - owner of a call: the step in which it began. The answer that the SDK calls a
//     message is a turn here, and each of its steps (one model call) a message. In
//     v4 the step has an id, from v5 on it has none; then its number counts.
//   - turn edges: from v5 on start and finish, abort or error; in v4 d ends a turn
//     and what follows begins the next.
//   - child to call: no sub-sessions.
//   - arguments complete: tool-input-available or tool-input-error; in v4 9.
//   - executing: not said; only an approval that is given starts its call.
//   - terminal event: finish, in v4 d; finish reason "error" = failed; abort =
//     cancelled; error, in v4 3 = failed. [DONE] ends the transport and says
//     nothing.
//   - delegation tool, agent name: not expressed.
//   - event ids: none.
//   - deltas or snapshots: deltas; the final arguments repeat them as a value.
//
// Ways of this codec. The slot of a text or thought is its id, and where that is
// empty or taken in its message the id with "#" and a number behind it: every
// *-start begins a part. A fragment or end goes to the part or call that its id
// was used for last; a fragment whose start was lost begins a part. Content
// outside any step is a message of its own up to the next step or finish; in v4 it
// has no id. Whole arguments for an id that has its own in an earlier step are
// another call. A turn that finishes while a call waits for an approval is
// waiting. One that finishes with tool-calls leaves each call without an output to
// the application, for which it waits. reset-step makes the open message void; what follows in the step takes
// its place. Of an output only the value counts, not its metadata, and of a call's
// chunk not whether it is dynamic, its title or where it is executed. Where a key
// occurs twice the last member counts.
package aisdk
