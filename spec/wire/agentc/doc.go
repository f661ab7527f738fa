// Package agentc is the dialect of Agent C's event stream: one WebSocket text
// frame a record, in a file one frame a line.
//
// Goals: every frame type of the format reference, both vendors' payloads (told
// apart by their fields), saved histories of both writer styles; frames written
// as the real producer writes them (vendor anthropic, explicit nulls).
//
// Non-goals: audio; which session a subsession_started frame is about (the wire
// does not say it); attaching results (package model).
//
// Its profile:
//   - session id: session_id; the root is the user session (user_session_id). A
//     session whose user_session_id is another one is a sub-session; Parent is
//     its parent_session_id, on every event.
//   - owner of a call: derived. Which call made a child is not said.
//   - turn edges: interaction start and end, a user message of that session,
//     user_turn_start.
//   - completion(running=true) is a note boundary, completion(running=false)
//     message.close with usage and stop reason.
//   - arguments complete and executing: tool_call(active=true). Terminal event:
//     interaction end. Agents and delegation: not expressed. Event ids: none (the
//     ids of interactions and audio clips are entities' ids).
//   - deltas; tool_select_delta is cumulative and lists its calls again (Restated);
//     an input of {} in it is a placeholder.
//   - think is never a call: its calls and results are dropped, a saved one is a
//     thought.
//   - a completion that is paired with no call of its frame has no name.
//   - notes keep content as Text. Session, Parent and the rules of the session
//     apply to them, too; control frames without a session are Global.
//   - a session frame without session_id belongs to user_session_id; without
//     that, to the root known last, marked NoSession.
//   - a content that is a list of blocks gives each text block the block's
//     position as Slot; a string has no slot.
//
// Histories (chat_session_changed) are told as they would have been seen live:
// one snapshot a user message, text or thought; the blocks of one form of a
// message are one text; calls stand on the latest text or thought of their turn
// whatever message they were saved in, or before the next one's text if the turn
// began with them; calls that no message took are a snapshot of calls only. A
// result is paired by id and is no message; one that pairs with nothing is a
// nameless call in a snapshot of role user.
//
// null is absent; the last of two equal keys wins; unknown keys are skipped. A
// known key of the wrong type makes the frame malformed, but for notes, of which
// only the session is read. Escaped lone surrogates become U+FFFD.
package agentc
