package reading

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A protocolEvent is a record of protocol v3, whichever carrier brought it.
type protocolEvent struct {
	raw    scan.Value
	method string // "" for a reply of the WebSocket, which is no event
	id     string // event_id
	path   []string
	data   scan.Value
}

// protocol reads the record as one of protocol v3: the event itself, or the data
// of a Server-Sent Event. The members of its params are read into the room given, where
// the envelope does not have them.
func (f *frame) protocol(e *scan.Envelope, room *scan.Object) (protocolEvent, bool) {
	if !f.event {
		return protocolEvent{}, false
	}
	if f.payload == "" {
		return f.head.event(f.raw, func(scan.Value) scan.Object { return e.Inner("params") })
	}
	var h head
	data := e.Inner("data")
	for i := range data {
		h.take(data[i].Key, data[i].Value)
	}
	return h.event(f.payload, room.Read)
}

// A head are the members that every record of protocol v3 has.
type head struct {
	kind, method, id, params scan.Value
	reply                    bool
}

func (h *head) take(key string, v scan.Value) {
	switch key {
	case "type":
		h.kind = v
	case "method":
		h.method = v
	case "event_id":
		h.id = v
	case "params":
		h.params = v
	case "result", "error":
		h.reply = true
	}
}

// event is the record that has the head; false if that is none.
func (h *head) event(raw scan.Value, members func(scan.Value) scan.Object) (e protocolEvent, ok bool) {
	e.raw = raw
	switch {
	case h.reply && h.method == "" && (h.kind == `"success"` || h.kind == `"error"`):
		return e, true
	case h.kind != `"event"` || h.method.Kind() != '"' || h.params.Kind() != '{':
		return e, false
	}
	e.method, _ = h.method.Text()
	e.id = wire.Text(h.id)
	return e, e.readParams(members(h.params))
}

// readParams reads the rest; false where there are no data.
func (e *protocolEvent) readParams(params scan.Object) bool {
	wrong := false
	for i := range params {
		v := params[i].Value
		switch params[i].Key {
		case "namespace":
			ns := readNamespace(v)
			e.path, wrong = ns.segments, ns.wrong
		case "data":
			e.data = v
		}
	}
	return e.data != "" && !wrong
}

// A thread is what the decoder knows of the records of protocol v3, which follow
// a thread over its runs.
type thread struct {
	// pieces: a block-delta has the next piece of arguments, and not all so far.
	pieces   bool
	runs     int // of the thread, begun
	seen     map[string]bool
	speeches map[string]*speech // by session and run_id, or by namespace
	branches map[string]*branch
	tasks    map[string]string // the session that a task can make → the call that the task runs
}

// A branch is one session.
type branch struct {
	turns    int
	running  bool // the last turn has not ended
	produced bool // something came since a turn ended
	asked    bool // its turn asked somebody
	named    map[string]*speech
	calls    map[string]*announced
	// nameless is a message whose start was lost.
	nameless *speech
}

// An announced is the newest call of an id.
type announced struct {
	named   string // the id that the state gives the message
	message string
	over    bool
}

func newThread() thread {
	return thread{
		seen: map[string]bool{}, speeches: map[string]*speech{}, branches: map[string]*branch{}, tasks: map[string]string{},
	}
}

func (t *thread) branch(session string) *branch {
	b := t.branches[session]
	if b == nil {
		b = &branch{named: map[string]*speech{}, calls: map[string]*announced{}}
		t.branches[strings.Clone(session)] = b
	}
	return b
}

// event reads a record of protocol v3. One that bears the id of an earlier one
// is that one again.
func (d *decoder) event(f *frame, e *protocolEvent) {
	if e.id != "" {
		if f.id = e.id; d.thread.seen[e.id] {
			d.note("", spec.NoteCustom, "")
			return
		}
		d.thread.seen[e.id] = true
	}
	before := len(d.out)
	switch e.method {
	case "lifecycle":
		d.lifecycle(e)
	case "messages":
		d.speaks(e)
	case "tools":
		d.toolRuns(e)
	case "input.requested":
		d.asks(e)
	case "values":
		d.valued(SessionOf(e.path), e.data)
	case "updates":
		d.updated(e)
	case "tasks":
		d.tasked(e)
	case "custom":
		d.note(SessionOf(e.path), spec.NoteCustom, wire.Text(e.data.Get("payload").Get("text")))
	case "checkpoints", "input.answered", "":
	default:
		d.unknown(SessionOf(e.path), wire.Text(e.data), e.raw)
	}
	if len(d.out) == before {
		d.note(SessionOf(e.path), spec.NoteCustom, "")
	}
}

// say appends an event of a session that is open. Nothing links sessions of
// protocol v3 by what is said.
func (d *decoder) say(e spec.Event) { d.out = append(d.out, e) }

// enter opens a session before something of it is said.
func (d *decoder) enter(session string) *branch {
	b := d.thread.branch(session)
	b.produced = true
	if session != "" && !d.scope(session).opened {
		d.begin(session, "")
	}
	return b
}

// begin opens a sub-session, and starts a turn of it unless one goes on.
func (d *decoder) begin(session, agent string) {
	d.reveal(session, agent)
	if b := d.thread.branch(session); !b.running {
		b.begin(d, session)
	}
}

// reveal says that a sub-session exists, and which call made it if that is known.
func (d *decoder) reveal(session, agent string) {
	sc := d.scope(session)
	sc.opened = true
	e := spec.Event{Kind: spec.SessionOpen, Session: session, Parent: spec.To(ParentOf(session)), Agent: agent}
	if call, ok := d.thread.tasks[session]; ok {
		sc.linked, e.ParentCall = true, spec.To(call)
	}
	d.say(e)
}

// ran notes which call the task of a session runs.
func (d *decoder) ran(session, call string) {
	if session == "" || call == "" {
		return
	}
	d.thread.tasks[session] = call
	if sc := d.scope(session); sc.opened && !sc.linked {
		d.reveal(session, "")
	}
}

func (b *branch) begin(d *decoder, session string) {
	d.say(spec.Event{Kind: spec.TurnStart, Session: session, Turn: strconv.Itoa(b.turns)})
	b.turns++
	b.running, b.asked = true, false
}

// end is the id of the turn that ends: that which goes on; without one, a turn whose
// start was lost if anything was said in it, else the last one again.
func (b *branch) end() string {
	if !b.running && (b.produced || b.turns == 0) {
		b.turns++
	}
	b.running, b.produced = false, false
	return strconv.Itoa(b.turns - 1)
}

// lifecycle reads how the run of the root goes. What it says of inner namespaces
// is their cleaning up; only a cause links them.
func (d *decoder) lifecycle(e *protocolEvent) {
	path := e.path
	if inner := readNamespace(e.data.Get("namespace")); inner.given && !inner.wrong {
		path = inner.segments
	}
	event, _ := e.data.Get("event").Text()
	if len(path) > 0 {
		if call := wire.Text(e.data.Get("cause").Get("tool_call_id")); call != "" && event == "started" {
			d.caused(SessionOf(path), call, wire.Text(e.data.Get("graph_name")))
		}
		return
	}
	root := d.thread.branch("")
	switch event {
	case "running":
		d.thread.runs++
		root.begin(d, "")
	case "completed", "drained":
		d.say(spec.Event{Kind: spec.TurnEnd, Turn: root.end()})
	case "failed":
		d.stopAll()
		d.say(spec.Event{Kind: spec.Error, Global: true, Fatal: true, Error: failure(e.data.Get("error"))})
	case "interrupted":
		if root.asked {
			d.say(spec.Event{Kind: spec.TurnEnd, Turn: root.end(), Status: spec.Waiting})
			break
		}
		d.stopAll()
		d.say(spec.Event{Kind: spec.Cancel, Global: true})
	}
}

// caused opens the sub-session that a call made.
func (d *decoder) caused(session, call, agent string) {
	if d.thread.tasks[session] == call && d.scope(session).opened {
		return
	}
	d.thread.tasks[session] = call
	d.begin(session, agent)
}

// stopAll ends the turns of all sessions.
func (d *decoder) stopAll() {
	for _, b := range d.thread.branches {
		b.running, b.produced = false, false
	}
}

// failure is the text of an error: in the server's records a JSON document in a
// string.
func failure(v scan.Value) string {
	words := wire.Text(v)
	document, fault := scan.Parse([]byte(words), maxFailure)
	if fault != nil || document.Kind() != '{' {
		return words
	}
	if message, ok := document.Get("message").Text(); ok {
		return strings.Clone(message)
	}
	return words
}

// maxFailure is how deep an error's document may nest.
const maxFailure = 64

// asks reads that an agent asks somebody. All of the thread then waits.
func (d *decoder) asks(e *protocolEvent) {
	session := SessionOf(e.path)
	d.enter(session)
	d.thread.branch("").asked = true
	d.say(spec.Event{Kind: spec.Wait, Session: session, Wait: wire.Text(e.data.Get("interrupt_id"))})
}

// tasked reads the start of a task, which names the call that it runs.
func (d *decoder) tasked(e *protocolEvent) {
	var task string
	var input scan.Value
	tools := false
	for key, v := range e.data.Members() {
		switch key {
		case "id":
			task = wire.Text(v)
		case "name":
			tools = v == `"tools"`
		case "input":
			input = v
		}
	}
	if tools && task != "" && input != "" {
		d.ran(Below(SessionOf(e.path), task), wire.Text(taskCall(input).Get("id")))
	}
}
