package reading

import "slices"

// What an encoder asks of the decoder that reads back what it writes.

// Streaming is the message that streams in a session, or streamed last, if it is of that
// id ("" is of any); nil if there is none.
func (d *FrameDecoder) Streaming(session, message string) *MessageStream {
	return d.in(session).streaming(message)
}

// Next is the position of the next block of a message in full frames. streamed reports
// whether the message was opened by a message_start.
func (d *FrameDecoder) Next(session, message string) (position int, streamed bool) {
	at := d.in(session).seen[message]
	return at.next, at.streamed
}

// AgentOf is the agent of a sub-session, "" if none was named.
func (d *FrameDecoder) AgentOf(session string) string {
	if c := d.children[session]; c != nil {
		return c.agent
	}
	return ""
}

// Runs reports whether a turn of a sub-session has not ended.
func (d *FrameDecoder) Runs(session string) bool {
	c := d.children[session]
	return c != nil && c.open
}

// At is the latest block at the index; nil if none began there.
func (st *MessageStream) At(index int) *StreamedBlock { return st.block(index, "") }

// Count is how many records were read.
func (d *SessionDecoder) Count() int { return d.record }

// CallRecord is the record of a call in its session; "" if the call is not there.
func (d *SessionDecoder) CallRecord(session, call string) string {
	c, known := d.calls[call]
	if !known || c.thread.id != session {
		return ""
	}
	return c.thread.records[c.at].id
}

// Passed reports whether another message came behind a call in its session.
func (d *SessionDecoder) Passed(session, call string) bool {
	c, known := d.calls[call]
	return known && c.thread.id == session &&
		slices.ContainsFunc(c.thread.records[c.at:], func(r chained) bool { return r.message != "" && r.message != c.message })
}

// Fresh reports whether nothing came in a session since its announcement began a turn.
// known is false for a session that was not announced.
func (d *SessionDecoder) Fresh(session string) (fresh, known bool) {
	t := d.threads[session]
	return t != nil && t.empty, t != nil
}
