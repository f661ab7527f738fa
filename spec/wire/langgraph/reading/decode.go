package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder keeps the ids that it has seen, one hash for each message that
// state restates, and the arguments of calls that are open.
type decoder struct {
	wire.Scanner
	out    []spec.Event
	shape  shape
	scopes map[string]*scope
	links  links
	legacy map[string]origin // by message id
	thread thread            // of protocol v3
	apart  homes             // nil where nodes are no sessions

	// Of the present record, here so that no record allocates them.
	read                   frame
	present                protocolEvent
	members, inner, params scan.Object
	framed                 bool // it was in no object of namespace, mode and payload
}

// A scope is what the decoder knows of a session.
type scope struct {
	opened   bool
	prompted bool   // its first human message came
	linked   bool   // parent_call was said
	agent    string // as said by session.open
	call     string // parent_call

	owners   map[string]string // call id → message that announced it
	ended    map[string]bool   // id of a message that came → its end was seen
	restated restated
}

func newDecoder(dropped bool) *decoder {
	d := &decoder{
		scopes: map[string]*scope{}, links: links{}, legacy: map[string]origin{}, shape: shape(dropped), thread: newThread(),
	}
	d.Scanner = wire.NewScanner(d.decode, "params", "data")
	return d
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	var why string
	f := &d.read
	*f, why = parseFrame(&d.Envelope)
	if d.framed = f.event; why != "" {
		return dst, &wire.Problem{Reason: wire.Unsupported, Detail: why}
	}
	return d.serve(dst, f, func() { d.frame(f) }), nil
}

// serve appends the events that reading a frame gives.
func (d *decoder) serve(dst []spec.Event, f *frame, read func()) []spec.Event {
	d.out = dst
	read()
	out := d.out
	d.out = nil
	for i := len(dst); i < len(out); i++ {
		out[i].ID = f.id
	}
	return out
}

// frame reads a record by its mode; one of protocol v3 by its method.
func (d *decoder) frame(f *frame) {
	var protocol bool
	if d.present, protocol = f.protocol(&d.Envelope, &d.params); protocol {
		d.event(f, &d.present)
		return
	}
	switch f.mode {
	case "messages", "messages-tuple":
		d.messages(f)
	case "values", "updates":
		d.state(f)
	case "custom":
		d.custom(f)
	case "tools":
		d.toolEvent(f)
	case "tasks":
		d.task(f)
	case "__error__", "error":
		d.failure(f)
	case "messages/metadata":
		d.origins(f)
	case "messages/partial":
		d.cumulative(f, false)
	case "messages/complete":
		d.cumulative(f, true)
	case "metadata", "checkpoints", "debug", "events", "feedback", "end":
		d.note(SessionOf(f.path), spec.NoteCustom, "")
	case "heartbeat", "ping", "":
		d.note(SessionOf(f.path), spec.NoteHeartbeat, "")
	default:
		d.unknown(SessionOf(f.path), wire.Text(f.payload), f.raw)
	}
}

func (d *decoder) scope(session string) *scope {
	sc := d.scopes[session]
	if sc == nil {
		sc = &scope{owners: map[string]string{}, ended: map[string]bool{}}
		d.scopes[session] = sc
	}
	return sc
}

// emit appends an event that says something of its session, which it opens.
func (d *decoder) emit(e spec.Event) {
	d.open(e.Session, "")
	d.put(e)
}

func (d *decoder) put(e spec.Event) {
	d.Observe(&e)
	d.found(&e)
	d.out = append(d.out, e)
}

// Observe takes in what an event says of calls, also one that another decoder
// read. A fatal error ends the turns of all sessions.
func (d *decoder) Observe(e *spec.Event) {
	d.links.observe(e)
	if e.Kind == spec.Error && e.Fatal {
		for session := range d.scopes {
			d.links.family(session).end()
		}
	}
}

// open says that a sub-session exists, and once more when its agent becomes
// known.
func (d *decoder) open(session, agent string) {
	sc := d.scope(session)
	if session == "" || sc.opened && (agent == "" || sc.agent != "") {
		return
	}
	if sc.agent == "" {
		sc.agent = agent
	}
	d.announce(session, sc)
}

// link says which call made a sub-session that is not linked yet.
func (d *decoder) link(session, call, agent string) {
	sc := d.scope(session)
	sc.linked, sc.call = true, call
	if sc.agent == "" {
		sc.agent = agent
	}
	d.announce(session, sc)
}

func (d *decoder) announce(session string, sc *scope) {
	sc.opened = true
	if graph, node, ok := workerOf(session); ok && d.apart != nil {
		d.open(graph, "")
		if graph == "" && !d.scope("").opened {
			d.scope("").opened = true
			d.put(spec.Event{Kind: spec.SessionOpen})
		}
		sc.agent = node
		d.put(spec.Event{Kind: spec.SessionOpen, Session: session, Agent: node})
		return
	}
	e := spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(ParentOf(session)), Agent: sc.agent}
	if sc.linked {
		e.ParentCall = spec.To(sc.call)
	}
	d.put(e)
}

// note says nothing of the transcript, and so opens no session.
func (d *decoder) note(session string, kind spec.Note, words string) {
	d.put(spec.Event{Kind: spec.NoteEvent, Session: session, Note: kind, Text: words})
}

// unknown surfaces what this codec does not know.
func (d *decoder) unknown(session, words string, raw scan.Value) {
	d.put(spec.Event{
		Kind: spec.NoteEvent, Session: session, Note: spec.NoteUnknown,
		Text: words, Raw: []byte(raw),
	})
}

// Opened reports whether a session was opened.
func (d *decoder) Opened(session string) bool { return d.scope(session).opened }

// Began reports whether a message of a session came.
func (d *decoder) Began(session, message string) bool {
	_, came := d.scope(session).ended[message]
	return came
}

// AgentOf is the agent that the opening of a session named; "" if none did.
func (d *decoder) AgentOf(session string) string {
	if sc := d.scopes[session]; sc != nil {
		return sc.agent
	}
	return ""
}
