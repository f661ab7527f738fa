// Package openai is the codec of what OpenAI's interfaces stream: the events of the
// Responses API ("responses", one a line, with what a client sends on the same
// WebSocket; "responses-sse"), the chunks of Chat Completions ("chat", "chat-sse"),
// and the run events of the Agents SDK ("agents"). A gateway's log of requests and
// events, by lane and connection, is read in each.
//
// Goals: every event attributed to its response and item as the wire says it, by two
// keys that real producers fill badly; what the whole forms say beyond what
// streamed; what contradicts it reported; an encoder of Responses that says all that
// it is given, or names the field that it cannot say.
//
// Non-goals: audio, logprobs, annotations and pictures; requests but for what the
// user says and tools give back; the hosted multi-agent beta, whose events are
// refused by its name. Of three variants no stream is generated (spec.Features.ReadOnly):
// responses-sse and chat-sse lack what the client says, so that a stream has half of a
// conversation; the run events of the Agents SDK are objects in the process of the
// application, which the SDK makes and the application's own code reads, so that nobody
// publishes a reader of them that could be judged.
//
// The profile of Responses:
//
//   - session id; root: the lane: the log's, else stream_id, else "". Each is a root.
//   - owner of a call: the response; messages have no ids, their number counts.
//   - turn edges: a turn begins with the first response, or user message, behind
//     an end. A response that completes without a call of the client's ends it; so
//     does one that failed or is incomplete, unless it was steered.
//   - child to call: not expressed. In a run of the Agents SDK an agent that runs as a
//     tool is a session that its call made, where a recorder kept its events.
//   - arguments complete: arguments.done, output_item.done or the response's end,
//     unless the item is incomplete. In chat the finish_reason.
//   - executing: not said. Terminal event: completed, failed, incomplete.
//   - results: of the client's tools in the next request; of hosted ones in the item.
//   - event ids: a number in its response, as long as numbers ascend.
//   - deltas or snapshots: deltas; done events, items and the response's output
//     repeat them, and count for what did not stream.
//
// Ways of this codec. The slot of an item is its output_index, else its place; of a
// second part of a text it has a number behind it. A fragment names its call besides
// only where its two keys disagree. Arguments that are no JSON (of custom tools,
// programs, code) are, complete, a JSON string. A call of the client's that is not
// answered when its response completes waits. A stream that begins in one of the
// protocols and goes on in another is refused there. Where a key occurs twice the
// last member counts.
package openai
