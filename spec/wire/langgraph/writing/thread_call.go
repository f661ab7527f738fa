package writing

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// callOpens writes the start of a call's block; its name again where it is open.
func (w *threadWriter) callOpens(e *spec.Event, s *speechWritten) {
	if b := s.blocks[e.Slot]; b != nil && !s.closed && b.call != nil && b.call.id == e.Call && e.Args == "" {
		w.block("content-block-delta", e.Slot)
		w.Begin("delta", '{')
		w.Member("type", "block-delta")
		w.Begin("fields", '{')
		w.chunk(b.call.id, e.Name)
		w.Close('}')
		w.Close('}')
		return
	}
	b := w.branch(e.Session)
	block := s.begin(e.Slot, "tool_call")
	if block.call = b.calls[e.Call]; !s.closed || block.call == nil {
		block.call = b.announce(e.Session, e.Call, e.Name)
	}
	block.call.args = e.Args
	if !e.ArgsValue {
		block.call.args = s.early[e.Slot] + e.Args
	}
	delete(s.early, e.Slot)
	w.block("content-block-start", e.Slot)
	w.content("tool_call_chunk")
	w.identified(e.Call, e.Name)
	w.Key("args")
	if e.ArgsValue {
		w.Raw([]byte(e.Args), wire.MaxDepth)
	} else {
		w.Text(e.Args)
	}
	w.Close('}')
}

func (w *threadWriter) chunk(call, name string) {
	w.Member("type", "tool_call_chunk")
	w.identified(call, name)
}

func (w *threadWriter) identified(call, name string) {
	w.Optional("id", call)
	w.Optional("name", name)
}

// callGrows writes a fragment of arguments: the fragment, or all so far. Behind the
// end of a message nobody knows what was so far.
func (w *threadWriter) callGrows(e *spec.Event, s *speechWritten) {
	b := s.blocks[e.Slot]
	open := b != nil && b.call != nil && !s.closed
	if open && e.Restated {
		b.call.args = ""
	}
	if open {
		b.call.args += e.Text
	} else if b == nil && !s.closed {
		s.early[e.Slot] += e.Text
	}
	w.block("content-block-delta", e.Slot)
	if w.in(firstForm) && !e.Restated {
		w.content("tool_call_chunk")
		w.Member("args", e.Text)
		w.Close('}')
		return
	}
	w.Begin("delta", '{')
	switch {
	case open && (e.Restated || !w.pieces && (w.python || w.Forms.Has(wholeSoFar))):
		w.merged(b.call.args, b.call)
	case w.python && open:
		w.merged(e.Text, b.call)
	default:
		w.Member("type", "tool-call-delta")
		w.Member("args", e.Text)
	}
	w.Close('}')
}

// merged writes a block-delta; those of every other call name it.
func (w *threadWriter) merged(args string, c *callWritten) {
	w.Member("type", "block-delta")
	w.Begin("fields", '{')
	if len(c.id)%2 == 0 {
		w.chunk(c.id, c.name)
	} else {
		w.Member("type", "tool_call_chunk")
	}
	w.Member("args", args)
	w.Close('}')
}
