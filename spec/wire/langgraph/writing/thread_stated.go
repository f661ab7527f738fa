package writing

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// stated writes whole messages: what a user says in a state, which repeats all
// before it; a model's as what its node returned.
func (w *threadWriter) stated(e *spec.Event) error {
	if len(e.Messages) != 1 {
		return wire.NotRepresentable(e, "Messages", "a record lists them one by one")
	}
	snap := &e.Messages[0]
	b := w.branch(e.Session)
	message := w.listed(snap)
	if snap.Role == "user" {
		b.state = append(b.state, message)
		w.open("values", reading.Path(e.Session), "")
		w.messages(b.state)
		w.close()
		return nil
	}
	if !e.Complete {
		return wire.NotRepresentable(e, "Complete", "a state has whole messages")
	}
	run := ""
	if !e.Restated {
		b.state = append(b.state, message)
		run = w.speech(e.Session, snap.Message).run
		for i := range snap.Parts {
			if p := &snap.Parts[i]; p.Kind == spec.CallPart {
				b.announce(e.Session, p.Call, p.Name).args = p.Args
			}
		}
	}
	if w.in(inProcess) && !e.Restated {
		w.open("messages", reading.Path(e.Session), "")
		w.withRun(run, func() { w.Raw([]byte(message), wire.MaxDepth) })
		w.close()
		return nil
	}
	w.update(e.Session, "model_request", message)
	return nil
}

// update writes what a node returned, in a process with its name.
func (w *threadWriter) update(session, node, message string) {
	process := w.Forms.Has(constructors) && !w.python
	if process {
		w.open("updates", reading.Path(session), "")
		w.Open('{')
		w.Member("node", node)
		w.Key("values")
	} else {
		w.open("updates", reading.Path(session), node)
	}
	w.messages([]string{message})
	if process {
		w.Close('}')
	}
	w.close()
}

func (w *threadWriter) messages(list []string) {
	w.Open('{')
	w.Begin("messages", '[')
	for _, m := range list {
		w.Raw([]byte(m), wire.MaxDepth)
	}
	w.Close(']')
	w.Close('}')
}

// listed is a message as a state lists it.
func (w *threadWriter) listed(snap *spec.Snapshot) string {
	if snap.Role == "user" {
		return w.built("HumanMessage", "human", func(m *threadWriter) { m.userContent(snap) })
	}
	return w.built("AIMessage", "ai", func(m *threadWriter) { m.spoken(snap) })
}

// built is a message, in a process as its serialised constructor.
func (w *threadWriter) built(class, kind string, fill func(*threadWriter)) string {
	m := threadWriter{Writer: scan.NewWriter(nil), threadEncoder: w.threadEncoder}
	m.Open('{')
	process := w.Forms.Has(constructors) && !w.python
	if process {
		m.Number("lc", 1)
		m.Member("type", "constructor")
		m.Begin("id", '[')
		for _, s := range []string{"langchain_core", "messages", class} {
			m.Text(s)
		}
		m.Close(']')
		m.Begin("kwargs", '{')
	} else {
		m.Member("type", kind)
	}
	fill(&m)
	if process {
		m.Close('}')
	}
	m.Close('}')
	if m.Err != nil && w.Err == nil {
		w.Err = m.Err
	}
	return string(m.Out)
}

// userContent is the content of a user's message: its text, or blocks.
func (w *threadWriter) userContent(snap *spec.Snapshot) {
	w.Key("content")
	if len(snap.Parts) == 1 && snap.Parts[0].Slot == "" {
		w.Text(snap.Parts[0].Text)
	} else {
		w.blocks(snap)
	}
	w.identify(snap.Message)
}

func (w *threadWriter) identify(id string) {
	w.Optional("id", id)
}

// spoken is the rest of a model's message.
func (w *threadWriter) spoken(snap *spec.Snapshot) {
	w.Key("content")
	w.blocks(snap)
	w.identify(snap.Message)
	w.Optional("name", snap.Agent)
	w.Begin("response_metadata", '{')
	w.Optional("finish_reason", snap.StopReason)
	w.Close('}')
	if u := snap.Usage; u != nil {
		w.Begin("usage_metadata", '{')
		w.Number("input_tokens", u.Input)
		w.Number("output_tokens", u.Output)
		w.Close('}')
	}
	w.callList(snap, "tool_calls", false)
	w.callList(snap, "invalid_tool_calls", true)
}

func (w *threadWriter) callList(snap *spec.Snapshot, key string, invalid bool) {
	w.Begin(key, '[')
	for i := range snap.Parts {
		if p := &snap.Parts[i]; p.Kind == spec.CallPart && !p.ArgsValue == invalid {
			w.Open('{')
			w.identify(p.Call)
			w.Member("name", p.Name)
			w.arguments(p)
			w.Member("type", strings.TrimSuffix(key, "s"))
			w.Close('}')
		}
	}
	w.Close(']')
}

func (w *threadWriter) arguments(p *spec.SnapshotPart) {
	w.Key("args")
	if p.ArgsValue {
		w.Raw([]byte(p.Args), wire.MaxDepth)
		return
	}
	w.Text(p.Args)
}

func (w *threadWriter) blocks(snap *spec.Snapshot) {
	w.Open('[')
	for i := range snap.Parts {
		p := &snap.Parts[i]
		w.Open('{')
		switch p.Kind {
		case spec.TextPart:
			w.Member("type", "text")
			w.Member("text", p.Text)
		case spec.ThoughtPart:
			w.Member("type", "reasoning")
			w.Member("reasoning", p.Text)
		case spec.CallPart:
			w.Member("type", "tool_call")
			w.identify(p.Call)
			w.Member("name", p.Name)
			w.arguments(p)
		}
		if p.Slot != "" && p.Kind != spec.CallPart {
			w.Value("index", []byte(p.Slot), wire.MaxDepth)
		}
		w.Close('}')
	}
	w.Close(']')
}
