// Package agui is the codec of the AG-UI event stream 1.0 (ag-ui.com/spec/1.0):
// one event as the data of each server-sent event ("sse", the default), or one a
// line ("lines").
//
// Goals: every event type, attributed to its agent by the protocol's own rules;
// chunks expanded in their lanes; what several agents may mean is reported and
// never guessed; an encoder that writes no stream that a reader must reject, and
// says everything that it is given or names what it cannot say. RULES.md says of
// each rule of the specification where it stands here.
//
// Non-goals: the state and the activities of a run, which a transcript does not
// hold, so that patches are not applied; the binary transport; what clients before
// 1.0 do.
//
// The dialect's profile:
//
//   - session: subagentRunId, the root is "". What has no tag is the parent
//     agent's, or continues an item of whoever opened it.
//   - owner of a call: parentMessageId; without it, a message of its own under the
//     call's id, complete while none of its calls is open.
//   - turns: of the root, RUN_STARTED to RUN_FINISHED or RUN_ERROR, named by runId;
//     of a child, SUBAGENT_STARTED to SUBAGENT_FINISHED or SUBAGENT_ERROR, named by
//     subagentRunId. A user message is no edge.
//   - child to call: parentToolCallId; parent: parentSubagentRunId, else the root.
//   - arguments complete: TOOL_CALL_END, or what ends the chunk form.
//   - executing: not said: a call stays preparing until its result.
//   - terminal event: RUN_FINISHED, whose outcome is success (the default),
//     interrupt or cancelled; RUN_ERROR, which fails all that is open.
//   - delegation: not expressed as a tool; the agent's name is in SUBAGENT_STARTED.
//   - event ids: none (an SSE id means nothing here).
//   - deltas; MESSAGES_SNAPSHOT is a snapshot of all sessions, complete, and in the
//     places of what is there.
//
// AG-UI in addition: ids are global, and a closed one may be started again and
// goes on. A message has one text, and a thought is a message of its own. A call
// without a result at the end of a run that completes or is interrupted waits for
// the application, whether or not pendingToolCallIds names it; its result may come
// in the input of a later run (RUN_STARTED.input), as may what the user said.
// Metadata of any event of a message or call is that one's; an encrypted value is
// metadata under the names of the wire. The tool message that a result is, the
// messages of roles system and developer, states, activities, steps and the edges
// of reasoning are no messages. An empty subagentRunId is none.
package agui
