// Package langgraph reads and writes the event streams of LangGraph and of Deep
// Agents, which run on it: tuples as JSON lines, the Server-Sent Events of the API
// server, and the streaming protocol v3 over Server-Sent Events, WebSocket and in
// process. This package is the codec: it says what the dialect marks. Package reading
// decodes the records, package writing encodes them.
//
// Goals: every shape that one engine gives (objects {ns,mode,payload}, arrays
// [ns,mode,payload] and [mode,payload], SSE records, the legacy messages/*
// events), both namespace conventions, and the habits of model providers;
// restated state costs what is new in it, not what it repeats.
//
// Non-goals: callback events (notes of kind unknown); outside of protocol v3
// reasoning blocks (notes) and joining surrogate pairs that a producer cut in two;
// which restated text wins (package model).
//
// # The variants
//
// js (the default) and python are tuples as JSON lines, js-sse and python-sse
// the same payloads as SSE. In the mode messages JavaScript gives the whole
// checkpoint namespace, Python drops its last segment. A record tells by its
// langgraph_checkpoint_ns, else by a last segment that is no tools: segment;
// where neither does (a tool message without metadata), the latest record that
// told decides, else the variant.
//
// # Profile
//
//   - session: the tools: segments of the namespace joined with a bar; "" is
//     the root. Its parent is itself without the last segment.
//   - owner of a call: the message, by id. Calls and their fragments come from
//     tool_call_chunks only; tool_use and input_json_delta blocks, tool_calls
//     and invalid_tool_calls of a chunk repeat them and are not read.
//   - turn edges: none, a session is one turn.
//   - child to call: when the child's first human message comes, the one open
//     delegation of its parent that is not linked yet and whose complete
//     arguments have that description; the modes tools and tasks link by id.
//   - arguments complete: finish reason, whole message, next message, result.
//   - terminal event: none; __error__ and event: error fail the run,
//     __interrupt__ pauses it.
//   - agents: lc_agent_name names the speaker, and the agent of a sub-session
//     that is not linked; the message name model names nobody. Without it the
//     speaker is the graph's node: the innermost in the checkpoint namespace
//     or langgraph_node that is none of a prebuilt agent's own (LangGraph,
//     Streaming: langgraph_node tells from which node a token is). What a node
//     returns in updates it says itself, but for a list with a human message:
//     a subgraph returns the whole conversation. Nodes and workers that Send
//     starts are no sessions: they share the state of their graph, and its
//     messages come again in it, by id.
//   - event ids: the SSE id, where the server sends one.
//   - metadata, thoughts, quotas and retractions: none.
//   - keys that occur twice in an object: the last one counts. An id or name
//     that is absent, null, "" or "null" is none.
//
// # Protocol v3
//
// v3 is JavaScript's server, v3-lines the same objects as lines, v3-python Python's
// server, v3-incremental Python's where a block-delta has the next piece of arguments;
// no record tells the last two apart, so it is named and never guessed. An event says
// itself which kind of delta it is. Decoders give fragments for both kinds: what a
// text that is all so far adds.
//
//   - session: as above. In the channel tools JavaScript's namespace ends in the
//     task that runs the call, which is the session that the call makes.
//   - message: by run_id; its id is that of its start, or the run_id where the
//     session had a message of that id. One whose start was lost has its run_id.
//   - turn edges: of the root the lifecycle running to completed, failed or
//     interrupted, or to the next running. Of a child its call's tool-started to
//     its result. Inner lifecycle records end nothing: they are cleaning up.
//   - child to call: the namespace of tool-started, a tasks record, or a cause.
//   - arguments complete: content-block-finish, the message's end, the call's start.
//   - terminal event: lifecycle of the root. interrupted waits after an
//     input.requested of the run; else somebody cancelled it.
//   - states: values are whole, updates what a node returned. What streamed and
//     ended they only confirm.
//   - event ids: event_id. A record with one that came before is a note.
//   - a call that runs unannounced is in a message of its own, named by its task.
package langgraph
