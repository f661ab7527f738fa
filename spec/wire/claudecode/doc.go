// Package claudecode is the codec of the stream-json dialect of Claude Code:
// what `claude -p --output-format stream-json --verbose` writes, one JSON
// object a line, without ("full", the default) and with ("partial") partial
// messages.
//
// Goals: every frame of a stream attributed to its scope, turn and block as the
// wire says it; frames of unknown type surfaced whole; an encoder that says
// everything that it is given, or names the field that it cannot say.
//
// Non-goals: what is read from stdin, costs, tool lists and everything else
// that a transcript does not hold; those frames are notes.
//
// The dialect's profile:
//
//   - session: parent_tool_use_id, the root is "". A child opens with its first
//     frame or its task_started (task_type local_bash makes none), whichever is
//     first, and its parent is the scope in which the spawning tool_use stands.
//   - owner of a call: message.id.
//   - turns: of the root, from each init to the result with its index, which may
//     come after the next init (turns overlap when background agents run). Of a
//     child, from its opening to the spawning call's result, unless that is
//     async_launched, then to its task_notification. A user frame is no edge.
//   - arguments complete: content_block_stop, or the full frame.
//   - executing: not said. Terminal event: result.
//   - delegation: Task, or Agent; the agent's name is subagent_type.
//   - event ids: uuid. A frame whose uuid was seen before gives the events that it
//     gave then and changes nothing.
//   - deltas: with partial messages, confirmed block by block by full frames,
//     whose arguments are the same value in other bytes.
//
// Ways of this codec. An init is the start of a turn. The slot of a block in a
// full frame is the streamed block's index, else its position among the full
// frames of its message. Unknown members of a block are the metadata of its
// part or call, those of a message are the message's; null members and an empty
// signature are none. Of a key that occurs twice the last member counts.
package claudecode
