package reading

import "strconv"

// A scope is what one session's frames need of those before them.
type scope struct {
	// seen is every message of the scope, by id.
	seen map[string]position
	// stream is the message that streams, or streamed last.
	stream *MessageStream
}

// A position is how far a message has come in full frames.
type position struct {
	next     int  // the position of its next block
	streamed bool // it was opened by a message_start
}

// A MessageStream is a message that arrives in deltas.
type MessageStream struct {
	Message string
	usage   usage // of message_start
	Blocks  []*StreamedBlock
}

// A StreamedBlock is one block of a stream.
type StreamedBlock struct {
	Index     int
	kind      string
	Call      string
	Signature string
	framed    bool // its full frame came
	stopped   bool

	began int    // the record in which it did
	UUID  string // that of its start
	sofar []byte // what its deltas say, until its full frame comes
}

// in is the scope of a session.
func (d *FrameDecoder) in(session string) *scope {
	s := d.scopes[session]
	if s == nil {
		s = &scope{seen: map[string]position{}}
		d.scopes[session] = s
	}
	return s
}

// open begins a stream; the one before is over.
func (s *scope) open(message string, u usage) {
	s.stream = &MessageStream{Message: message, usage: u}
	s.seen[message] = position{next: s.seen[message].next, streamed: true}
}

// streaming is the scope's stream if it is of that message ("" is of any).
func (s *scope) streaming(message string) *MessageStream {
	if s.stream == nil || message != "" && s.stream.Message != message {
		return nil
	}
	return s.stream
}

// claim gives a block of a full frame its position: that of the streamed block
// that it confirms, which it gives, too; else the next of its message.
func (s *scope) claim(message, kind, call string) (slot int, confirmed *StreamedBlock) {
	at := s.seen[message]
	slot = at.next
	if st := s.streaming(message); st != nil && message != "" {
		if confirmed = st.match(kind, call); confirmed != nil {
			confirmed.framed, slot = true, confirmed.Index
		}
	}
	at.next = max(at.next, slot+1)
	s.seen[message] = at
	return slot, confirmed
}

// match is the block that a full one confirms. Its procedure: the latest with
// the same call id; the latest that is open; the first without a full frame.
func (st *MessageStream) match(kind, call string) *StreamedBlock {
	var first *StreamedBlock
	for i := len(st.Blocks) - 1; i >= 0; i-- {
		b := st.Blocks[i]
		switch {
		case b.kind != kind || b.framed || b.Call != "" && b.Call != call:
		case kind == ToolType || !b.stopped:
			return b
		default:
			first = b
		}
	}
	return first
}

// block is the latest block at the index, begun here if a fragment came first.
func (st *MessageStream) block(index int, kind string) *StreamedBlock {
	for i := len(st.Blocks) - 1; i >= 0; i-- {
		if st.Blocks[i].Index == index {
			return st.Blocks[i]
		}
	}
	if kind == "" {
		return nil
	}
	return st.start(index, kind, "")
}

func (st *MessageStream) start(index int, kind, call string) *StreamedBlock {
	b := &StreamedBlock{Index: index, kind: kind, Call: call}
	st.Blocks = append(st.Blocks, b)
	return b
}

func slot(position int) string { return strconv.Itoa(position) }
