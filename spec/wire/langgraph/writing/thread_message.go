package writing

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// speaks writes an event of a model call.
func (w *threadWriter) speaks(e *spec.Event) error {
	if e.Slot == "" && inBlock(e.Kind) {
		return wire.NotRepresentable(e, "Slot", "every block has a number")
	}
	s := w.speech(e.Session, e.Message)
	w.open("messages", w.spokenBy(e.Session, s), "")
	var err error
	w.withRun(s.run, func() {
		w.Open('{')
		if err = w.speechEvent(e, s); !w.in(inProcess) {
			w.Member("run_id", s.run)
		}
		w.Close('}')
	})
	w.close()
	return err
}

// withRun writes an event or a message, in process in a pair with what is known of it.
func (w *threadWriter) withRun(run string, write func()) {
	if !w.in(inProcess) {
		write()
		return
	}
	w.Open('[')
	write()
	w.Open('{')
	w.Member("langgraph_node", "model")
	w.Member("run_id", run)
	w.Close('}')
	w.Close(']')
}

// inBlock reports whether an event is about one block of a message.
func inBlock(k spec.Kind) bool {
	return k == spec.Text || k == spec.CallOpen || k == spec.CallArgs || k == spec.ArgsEnd
}

// spokenBy is the namespace of a model call, in JavaScript with its node.
func (w *threadWriter) spokenBy(session string, s *speechWritten) []string {
	if w.python {
		return reading.Path(session)
	}
	return append(reading.Path(session), "model_request:"+s.task)
}

func (w *threadWriter) speechEvent(e *spec.Event, s *speechWritten) error {
	switch e.Kind {
	case spec.MessageOpen:
		w.Member("event", "message-start")
		w.Member(map[bool]string{true: "message_id", false: "id"}[w.in(firstForm)], e.Message)
		if w.python || e.Role == "user" {
			w.Member("role", map[bool]string{true: "human", false: "ai"}[e.Role == "user"])
		}
	case spec.UsageReport:
		w.Member("event", "usage")
		w.usage(e.Usage)
	case spec.MessageClose:
		w.finish(e, s)
	case spec.Error:
		w.Member("event", "error")
		w.Member("message", e.Error)
	case spec.Text:
		w.text(e, s)
	case spec.CallOpen:
		w.callOpens(e, s)
	case spec.CallArgs:
		w.callGrows(e, s)
	case spec.ArgsEnd, spec.NoteEvent:
		return w.blockEnds(e, s)
	default:
		return wire.NotRepresentable(e, "", "no record says it")
	}
	return nil
}

func (w *threadWriter) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	w.Begin("usage", '{')
	w.Number("input_tokens", u.Input)
	w.Number("output_tokens", u.Output)
	w.Number("total_tokens", u.Input+u.Output)
	w.Close('}')
}

// finish ends a message, which the state then has.
func (w *threadWriter) finish(e *spec.Event, s *speechWritten) {
	w.Member("event", "message-finish")
	if e.StopReason != "" {
		if w.python {
			w.Begin("metadata", '{')
			w.Member("finish_reason", e.StopReason)
			w.Close('}')
		} else {
			w.Member("reason", e.StopReason)
		}
	}
	w.usage(e.Usage)
	if s.closed {
		return
	}
	s.closed = true
	snap := spec.Snapshot{Message: e.Message}
	for _, b := range s.order {
		snap.Parts = append(snap.Parts, b.part())
	}
	b := w.branch(e.Session)
	b.state = append(b.state, w.listed(&snap))
}

// part is a block as a state has it.
func (b *blockWritten) part() spec.SnapshotPart {
	switch b.kind {
	case "text":
		return spec.SnapshotPart{Kind: spec.TextPart, Text: b.written}
	case "reasoning":
		return spec.SnapshotPart{Kind: spec.ThoughtPart, Text: b.written}
	}
	p := spec.SnapshotPart{Kind: spec.CallPart, Call: b.call.id, Name: b.call.name, Args: b.call.args}
	value, fault := scan.Parse([]byte(p.Args), wire.MaxDepth)
	p.ArgsValue = fault == nil && value.Kind() == '{'
	p.Invalid = !p.ArgsValue
	return p
}

func (w *threadWriter) block(event, slot string) {
	w.Member("event", event)
	w.Value("index", []byte(slot), wire.MaxDepth)
}

// content begins what an event says of its block.
func (w *threadWriter) content(kind string) {
	w.Begin(map[bool]string{true: "content_block", false: "content"}[w.in(firstForm)], '{')
	w.Member("type", kind)
}

// text writes the start of a block, or what is added to it.
func (w *threadWriter) text(e *spec.Event, s *speechWritten) {
	kind := "text"
	if e.Form == spec.Thought {
		kind = "reasoning"
	}
	if b := s.blocks[e.Slot]; b == nil || b.kind != kind {
		w.block("content-block-start", e.Slot)
		w.content(kind)
		w.Member(kind, e.Text)
		w.Close('}')
		s.begin(e.Slot, kind).written = e.Text
		return
	}
	w.block("content-block-delta", e.Slot)
	if w.in(firstForm) {
		w.content(kind)
	} else {
		w.Begin("delta", '{')
		w.Member("type", kind+"-delta")
	}
	w.Member(kind, e.Text)
	w.Close('}')
	s.blocks[e.Slot].written += e.Text
}

// blockEnds writes the last record of a block, which has all of it.
func (w *threadWriter) blockEnds(e *spec.Event, s *speechWritten) error {
	b := s.blocks[e.Slot]
	if b == nil || (b.call != nil) != (e.Kind == spec.ArgsEnd) {
		return wire.NotRepresentable(e, "Slot", "no such block began")
	}
	w.block("content-block-finish", e.Slot)
	if b.call == nil {
		w.content(b.kind)
		w.Member(b.kind, b.written)
		w.Close('}')
		return nil
	}
	if e.Args != "" {
		b.call.args = e.Args
	}
	p := b.part()
	kind := "tool_call"
	if p.Invalid {
		kind = "invalid_tool_call"
	}
	w.content(kind)
	w.Member("id", b.call.id)
	w.Member("name", b.call.name)
	w.Key("args")
	if p.Invalid {
		w.Text(p.Args)
		w.Member("error", "Malformed args.")
	} else {
		w.Raw([]byte(p.Args), wire.MaxDepth)
	}
	w.Close('}')
	return nil
}

// speech is a message of the session, begun if it is new.
func (e *threadEncoder) speech(session, id string) *speechWritten {
	b := e.branch(session)
	s := b.speeches[id]
	if s == nil {
		s = &speechWritten{task: derived(session, id), run: derived("run", session, id), blocks: map[string]*blockWritten{}, early: map[string]string{}}
		b.speeches[id] = s
	}
	return s
}

// begin is a block of a message at a slot.
func (s *speechWritten) begin(slot, kind string) *blockWritten {
	b := &blockWritten{kind: kind}
	s.blocks[slot] = b
	s.order = append(s.order, b)
	return b
}
