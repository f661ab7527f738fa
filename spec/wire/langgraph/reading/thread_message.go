package reading

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A speech is one model call. Its key is its run_id, its name the id of its start.
type speech struct {
	message string // as events name it
	named   string // as the state does
	run     int    // of the thread
	done    bool   // its end was seen
	silent  bool   // it is no message of the transcript
	blocks  map[string]*block
	early   map[string]string // arguments before the block that they belong to, by slot
	calls   map[string]bool
}

// speaks reads a record of the channel messages: an event of a model call; in
// process Python gives it with its metadata, or a whole message in its place.
func (d *decoder) speaks(e *protocolEvent) {
	data, run := e.data, ""
	d.learnShape(e)
	if data.Kind() == '[' {
		i := 0
		for v := range e.data.Elements() {
			switch i++; i {
			case 1:
				data = v
			case 2:
				run = wire.Text(v.Get("run_id"))
			}
		}
	}
	members := d.members.Read(data)
	event, ok := members.Get("event").Text()
	if !ok {
		d.spokenWhole(e, data)
		return
	}
	if id := wire.Text(members.Get("run_id")); id != "" {
		run = id
	}
	s := speaking{d: d, session: SessionOf(e.path), run: run, data: members, path: e.path}
	s.event(event, e)
}

// learnShape takes in what a record of messages says of the namespaces: JavaScript's end
// in the node, which is never the root, Python's do not.
func (d *decoder) learnShape(e *protocolEvent) {
	n := len(e.path)
	switch {
	case n == 0 || e.data.Kind() == '[':
		d.shape = droppedNamespace
	case !strings.HasPrefix(e.path[n-1], ToolsSegment):
		d.shape = wholeNamespace
	}
}

// spokenWhole reads a message that did not stream.
func (d *decoder) spokenWhole(e *protocolEvent, v scan.Value) {
	session := SessionOf(e.path)
	m := parseMessage(v)
	switch m.role {
	case roleAI:
		d.statedSpeech(session, &m, false)
	case roleHuman:
		d.enter(session)
		d.say(asked(session, &m))
	case roleTool:
		d.statedResult(session, &m, "")
	case roleSystem, roleOther:
		d.note(session, spec.NoteCustom, "")
	case roleUnknown:
		d.unknown(session, "", e.raw)
	}
}

// A speaking is the reading of one event of a model call.
type speaking struct {
	d            *decoder
	session, run string
	path         []string
	data         scan.Object
	*speech
	slot string
}

// key is where the model call is found again: without a run_id by its namespace, in
// which one speaks at a time.
func (s *speaking) key() string {
	if s.run == "" {
		return strings.Join(s.path, "|")
	}
	return s.session + "\x00" + s.run
}

func (s *speaking) event(event string, e *protocolEvent) {
	if event == "message-start" {
		s.starts()
		return
	}
	if s.find(event != "error"); s.speech == nil {
		s.d.say(spec.Event{Kind: spec.Error, Session: s.session, Error: wire.Text(s.data.Get("message"))})
		return
	}
	if s.silent {
		return
	}
	switch event {
	case "content-block-start":
		s.slot = slot(s.data.Get("index"))
		s.blockStarts(s.content())
	case "content-block-delta":
		s.slot = slot(s.data.Get("index"))
		s.blockGrows()
	case "content-block-finish":
		s.slot = slot(s.data.Get("index"))
		s.blockEnds(s.content())
	case "usage":
		s.say(spec.Event{Kind: spec.UsageReport, Usage: tokens(s.data.Get("usage"))})
	case "message-finish":
		s.done, s.blocks, s.early = true, nil, nil
		s.say(spec.Event{Kind: spec.MessageClose, Usage: tokens(s.data.Get("usage")), StopReason: s.reason()})
	case "error":
		s.say(spec.Event{Kind: spec.Error, Error: wire.Text(s.data.Get("message"))})
	case "provider":
	default:
		s.d.unknown(s.session, "", e.raw)
	}
}

// starts begins a model call. Its message has the id that the start gives, or the
// run_id where there is none, or another message of the session had that id.
func (s *speaking) starts() {
	id := wire.Text(s.data.Get("id"))
	if id == "" {
		id = wire.Text(s.data.Get("message_id"))
	}
	b := s.d.thread.branch(s.session)
	s.speech = &speech{message: id, named: id, run: s.d.thread.runs}
	if s.message == "" || b.named[id] != nil {
		s.message = s.otherwise()
	}
	s.d.thread.speeches[s.key()] = s.speech
	role := roleAI
	if v := s.data.Get("role"); !v.None() {
		role = roles[wire.Text(v)]
	}
	if role != roleAI && role != roleHuman {
		s.silent = true
		return
	}
	b.named[id] = s.speech
	open := spec.Event{Kind: spec.MessageOpen, Role: "assistant"}
	if role == roleHuman {
		open.Role = "user"
	}
	s.say(open)
	if usage := tokens(s.data.Get("usage")); usage != nil {
		s.say(spec.Event{Kind: spec.UsageReport, Usage: usage})
	}
}

// otherwise is what a message is called that its start does not tell from others.
func (s *speaking) otherwise() string {
	if s.run != "" {
		return s.run
	}
	return "message-" + strconv.Itoa(s.d.Number)
}

// find is the model call that the event continues. The start of one may be lost: the
// state then says what its message is called.
func (s *speaking) find(begin bool) {
	key := s.key()
	if s.speech = s.d.thread.speeches[key]; s.speech != nil || !begin {
		return
	}
	s.speech = &speech{message: s.otherwise(), run: s.d.thread.runs}
	s.d.thread.speeches[key] = s.speech
	s.d.thread.branch(s.session).nameless = s.speech
}

// say gives an event of the message.
func (s *speaking) say(e spec.Event) {
	s.d.enter(s.session)
	e.Session, e.Message = s.session, s.message
	s.d.say(e)
}

// content is the block of an event, under either of its names.
func (s *speaking) content() scan.Value {
	if v := s.data.Get("content"); v != "" {
		return v
	}
	return s.data.Get("content_block")
}

// reason is why the message stopped, by the names that producers give it.
func (s *speaking) reason() string {
	if reason := wire.Text(s.data.Get("reason")); reason != "" {
		return reason
	}
	for _, key := range []string{"metadata", "responseMetadata"} {
		m := message{response: s.data.Get(key)}
		if reason := m.stopReason(); reason != "" {
			return reason
		}
	}
	return ""
}

func tokens(usage scan.Value) *spec.Usage {
	m := message{usage: usage}
	return m.tokens()
}

// announce takes in a call of the message.
func (s *speech) announce(b *branch, call string) {
	if s.calls == nil {
		s.calls = map[string]bool{}
	}
	s.calls[call] = true
	b.calls[call] = &announced{message: s.message, named: s.named}
}
