// Package langgraph reads and writes the event streams of LangGraph and of Deep
// Agents, which run on it: tuples as JSON lines, and the Server-Sent Events of
// the API server.
//
// Goals: every shape that one engine gives (objects {ns,mode,payload}, arrays
// [ns,mode,payload] and [mode,payload], SSE records, the legacy messages/*
// events), both namespace conventions, and the habits of model providers;
// restated state costs what is new in it, not what it repeats.
//
// Non-goals: protocol v3 and callback events (notes of kind unknown); reasoning
// blocks (notes); joining surrogate pairs that a producer cut in two; which
// restated text wins (package model).
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
//     that is not linked; the message name model names nobody.
//   - event ids: the SSE id, where the server sends one.
//   - metadata, thoughts, quotas and retractions: none.
//   - keys that occur twice in an object: the last one counts. An id or name
//     that is absent, null, "" or "null" is none.
package langgraph
