// Package cagent is the codec of the runtime events of cagent (docker-agent):
// what `run --exec --json` writes, one JSON object a line, in its three shapes
// D0, D1 and D2, and of the sessions that it stores.
//
// Goals: every record attributed to its session as the wire says it, or as its
// order alone decides it, and reported where neither does; the shapes told by
// fields, record by record, because a stream may show some changes and not
// others; a stored session loaded as the history of itself and of each session
// in it; an encoder that says everything that it is given, or names the field
// that it cannot say.
//
// Non-goals: descriptions, titles, costs and limits of context; those records
// are notes. Resuming: what of a stored session a model is sent.
//
// The dialect's profile:
//
//   - session id; root: session_id; the first session seen is the root.
//   - owner of a call: not on the wire, and known: the message that its
//     partial_tool_call came in; of a call that tool_call alone shows, the
//     message said last in its session. Messages have no ids: they are numbered,
//     from 1, in each session.
//   - turn edges: stream_started and stream_stopped of the session (a user
//     message before the start belongs to the turn).
//   - child to call: not said: parent_call null. A run that starts while another
//     is open is a sub-session of the innermost one (D0, D1); in D2, of the one
//     whose delegation has no run yet, if there is only one, else of the one that
//     sub_session_completed names.
//   - arguments complete: tool_call, which carries them whole; else message_added.
//   - executing: tool_call.
//   - terminal event: stream_stopped; `error` = failed, and not terminal for the
//     stream.
//   - delegation tool, agent name: transfer_task, agent. handoff is none: it
//     changes the speaker.
//   - event ids: none.
//   - deltas or snapshots: text is deltas; partial arguments are cumulative in D0
//     and D1, deltas in D2.
//
// A message is what one model call says: the text, reasoning and calls up to the
// next message_added of the session. It is over without that end, and so
// incomplete, where model_fallback declares it void; where a tool_call of the
// session shows that its message_added was lost; where another message_id, a user
// message or the start of a run comes. A message_added behind a result is that of
// the result and says nothing; so does one while a call of the last message is
// open, or may be. Any other with nothing before it is an assistant message that
// was not streamed. Text of a failed attempt that is retried without an event
// stays, since nothing retracts it.
//
// An event that names no session is attributed by what is open. D0 and D1: to the
// innermost run that has a call of that id open, or had; else to the innermost
// run. An event that is tagged with an outer run shows that the inner ones are
// over. D2 (the variant, or any field or type that only D2 has, or runs that turn
// out not to be nested): to the only session that has a call of that id open; else
// to the only run that can have said it, since a run whose calls run says nothing,
// and one that waits for its sub-sessions asks nothing; of several to the only one
// with that agent_name; else to nobody (NoSession, with the root for a session). In
// all shapes the answer to the call that started a run, and the next message of
// the session that did, show that the run is over, although its stop was lost.
// agent_switching is a note with its record and counts for nothing.
//
// Ways of this codec. An error is fatal for its session, for the innermost run,
// or for the whole stream where no run is open; while a delegation has no run it
// is nobody's. A sub_session_completed says that the session is closed (failed,
// if its run failed); its embedded messages are the history of a session that
// was never seen, and of one that was they mean nothing. Arguments are all so far
// where the tool_definition comes again, deltas where it does not, and what the
// variant says where it never came. Of a stored session, system messages, implicit
// user messages and summaries are notes: they were never streamed. Of a key that
// occurs twice the last member counts.
package cagent
