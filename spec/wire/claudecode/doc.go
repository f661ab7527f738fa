// Package claudecode is the codec of the two wires of Claude Code. One is its
// stream: what `claude -p --output-format stream-json --verbose` writes, one JSON
// object a line, without ("full", the default) and with ("partial") partial
// messages. The other ("session") is what it keeps on disk: a session's file, an
// agent's file, or both in one stream. This package is the codec: it says what the
// dialect marks. Package reading decodes the records, package writing encodes them.
//
// Goals: every frame of a stream attributed to its scope, turn and block as the
// wire says it; frames of unknown type surfaced whole; an encoder that says
// everything that it is given, or names the field that it cannot say.
//
// Non-goals: what is read from stdin, costs, tool lists and everything else
// that a transcript does not hold; those frames are notes.
//
// The stream's profile:
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
// The session file's profile. It is append-only, and its records form a tree:
//
//   - session: the call of an agent's agent_metadata line (the file beside the
//     agent's, as one record), else of the result that names the agent, else its
//     agentId; of a sidechain of old versions the uuid of its root; else the root, "".
//     An agent's parent is where its call stands. Sidechains have no link.
//   - owner of a call: message.id. One record a block; apiBlockIndex is the block's
//     position, else they are counted.
//   - turns: a prompt, a local command or a task notification of the root begins one;
//     an agent's begins with its session, and with each later prompt. Only what a
//     local command wrote ends one, and the mark of an interruption, which the root's
//     is for all. What the program says in the user's place (isMeta, the summary of a
//     compaction) is a note; a prompt that was queued (queued_command) is in the turn
//     that runs.
//   - branches: a record hangs on its parentUuid, else on its logicalParentUuid.
//     Results hang on their calls, side by side. Where another record hangs on an
//     earlier one, the user went back: what came since is retracted, but for blocks of
//     messages and results of calls that stay. A prompt of the root that hangs on
//     nothing retracts all. Where a branch goes on that was left, two processes write
//     the file: what was retracted of the latest 256 records, or MiB, is said again, and
//     nothing is retracted any more.
//   - a parent that is not there, or is the record itself: the record hangs on the one
//     before it in its session, which breaks the format.
//   - repetition: a uuid, or a forkedFrom.messageUuid, that came before gives the events
//     that it gave then, and changes nothing.
//   - errors (isApiErrorMessage) are no messages. Terminal event: none.
//   - usage: the last that is said of a message.id.
//   - event ids: uuid; of a copy with new ones that of the record that it copies.
//
// Ways of this codec. An init is the start of a turn. The slot of a block in a
// full frame is the streamed block's index, else its position among the full
// frames of its message. Unknown members of a block are the metadata of its
// part or call, those of a message are the message's; null members and an empty
// signature are none. Of a key that occurs twice the last member counts.
package claudecode
