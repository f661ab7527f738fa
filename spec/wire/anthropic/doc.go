// Package anthropic is the codec of the stream of Anthropic's Messages API: the body of
// POST /v1/messages with stream set, as server-sent events (sse) or one event a line
// (lines). Claude Code's stream_event frames hold the same events; package claudecode
// reads both.
//
// Goals: every event and block of the format reference; several bodies, one behind the
// other; what proxies do to them: a repeated start, another message spliced in; an encoder
// that says all that it is given, or names what it cannot say.
//
// Non-goals: requests, and so the results of the client's tools; batches.
//
// The dialect's profile:
//
//   - session id; root: one, "". No sub-sessions.
//   - turn edges: a message is a turn: `message_start`; `message_stop`. Turns are numbered
//     from 0. A `message_start` of another message while one is open ends that as
//     incomplete; one of the same message is a repetition and says nothing.
//   - how a turn ends: with stop_reason `tool_use` it is completed, and its calls wait for
//     the client, whose next request answers them; with `pause_turn` the turn waits; with
//     `refusal` it has failed, and its open calls are cancelled; else it is completed, at a
//     limit (`max_tokens`), too. An `error` event fails it.
//   - owner of a call: the message. Slots are the indexes of blocks.
//   - arguments complete: `content_block_stop`. None, or only empty pieces, are no
//     arguments.
//   - results: only of tools that the server ran, in blocks of the same message.
//   - usage: that of `message_start`, which each `message_delta` replaces.
//   - event ids: none. deltas or snapshots: deltas.
package anthropic
