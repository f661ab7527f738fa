package reading

import (
	"bytes"
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A SessionDecoder reads what the program keeps on disk: see the package comment.
// It keeps ids, and where in the tree of its thread each record stands.
type SessionDecoder struct {
	record  int
	places  map[string]place
	threads map[string]*thread
	agents  map[string]*thread  // by agentId
	links   map[string]link     // of agents, by agentId
	calls   map[string]owner    // by id
	voids   map[string][]string // what a record made void

	violations []spec.Violation // the latest record's

	// Of the present record's message, here so that no record allocates them.
	inside scan.Object
	blocks blocks
}

// A link is the call that an agent runs for, and the thread of its result.
type link struct{ call, thread string }

// An owner is where a call stands.
type owner struct {
	thread  *thread
	at      int
	message string
	slot    int
}

// NewStrictSession returns a decoder of session files without the fast path.
func NewStrictSession() *SessionDecoder {
	return &SessionDecoder{
		places: map[string]place{}, threads: map[string]*thread{}, agents: map[string]*thread{},
		links: map[string]link{}, calls: map[string]owner{}, voids: map[string][]string{},
	}
}

// NewSession returns a decoder of session files.
func NewSession() wire.FastDecoder { return fastSession{NewStrictSession()} }

// Violations implements wire.Verifier.
func (d *SessionDecoder) Violations() []spec.Violation { return d.violations }

// A quickSession checks a line as it reads it.
type fastSession struct{ *SessionDecoder }

// DecodeLine implements wire.FastDecoder.
func (d fastSession) DecodeLine(dst []spec.Event, text []byte, depth int) ([]spec.Event, bool) {
	text = bytes.Trim(text, " \t\r")
	l, ok := fastLine(text, depth)
	if !ok {
		return dst, false
	}
	d.record++
	d.violations = d.violations[:0]
	out, problem := d.read(dst, l, text)
	if problem != nil {
		d.record--
		return dst, false
	}
	return out, true
}

// Strict implements wire.FastDecoder.
func (d fastSession) Strict() wire.Decoder { return d.SessionDecoder }

// A reading is that of one record.
type reading struct {
	*SessionDecoder
	line
	text []byte // of the record
	kept place  // where a record of the conversation stands that is new
	id   string // of its events
	out  []spec.Event
}

// Decode implements wire.Decoder.
func (d *SessionDecoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.record++
	d.violations = d.violations[:0]
	v, problem := wire.Parse(record, d.record)
	if problem != nil {
		return dst, problem
	}
	return d.read(dst, readLine(v), record)
}

// read gives the events of a line. One that is a problem changes nothing but the count.
func (d *SessionDecoder) read(dst []spec.Event, l line, text []byte) ([]spec.Event, *wire.Problem) {
	r := reading{SessionDecoder: d, line: l, text: text, out: dst}
	if r.kind == "" {
		return dst, r.problem("no object with a type")
	}
	if r.id = r.uuid; r.copied != "" {
		r.id = r.copied
	}
	if problem := r.dispatch(); problem != nil {
		return dst, problem
	}
	for i := len(dst); i < len(r.out); i++ {
		r.out[i].Record, r.out[i].ID = d.record, r.id
	}
	if t := r.kept.thread; t != nil {
		t.remember(r.kept.at, len(text), r.out[len(dst):])
	}
	return r.out, nil
}

func (r *reading) problem(detail string) *wire.Problem {
	return &wire.Problem{Record: r.record, Reason: wire.Unsupported, Detail: detail}
}

func (r *reading) dispatch() *wire.Problem {
	switch r.kind {
	case "assistant":
		return r.assistant()
	case "user":
		return r.user()
	case "attachment":
		return r.attached()
	case "agent_metadata":
		r.metadata()
	case "system":
		r.aside(note(spec.NoteSystem, r.content))
	default:
		r.state()
	}
	return nil
}

// state is a record that is no part of the conversation; one of a kind that nobody
// knows is surfaced whole.
func (r *reading) state() {
	if stateKinds[r.kind] {
		r.aside(note(spec.NoteCustom, r.words))
		return
	}
	r.aside(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: bytes.Clone(bytes.TrimSpace(r.text))})
}

// aside gives the event of a record that is in the chain at most, and hangs nothing
// there.
func (r *reading) aside(e spec.Event) {
	t := r.where()
	r.pass(t)
	r.emit(t, e)
}

// pass is the chain of a record that is no part of the conversation: what hangs on
// it hangs on what it hangs on.
func (r *reading) pass(t *thread) {
	if r.uuid == "" {
		return
	}
	if _, known := r.places[r.uuid]; !known {
		at, _ := r.hangs(t)
		r.places[r.uuid] = place{thread: t, at: at, turn: -1}
	}
}

func (r *reading) emit(t *thread, e spec.Event) {
	e.Session = t.id
	r.out = append(r.out, e)
}

// where is the record's thread: its agent's; of a sidechain without one that of the
// record that it hangs on, else one of its own; else the root's.
func (r *reading) where() *thread {
	switch {
	case r.agent != "":
		return r.agentThread(r.agent)
	case !r.sidechain:
		return r.thread("")
	}
	if at, known := r.places[r.uuid]; known && r.uuid != "" {
		return at.thread
	}
	if at, known := r.places[r.parent]; known && r.parent != "" && at.thread.id != "" {
		return at.thread
	}
	return r.thread(r.uuid)
}

// hangs is the record of the thread that this one hangs on. One that names none, or
// one of another thread, hangs on the latest; so does, found is false, one that names
// a record that is not there.
func (r *reading) hangs(t *thread) (at int, found bool) {
	name := r.parent
	if name == "" {
		name = r.logical
	}
	at = t.last()
	if name == "" {
		return at, true
	}
	if p, known := r.places[name]; known {
		if p.thread == t {
			at = p.at
		}
		return at, true
	}
	return at, false
}

// chain puts a record of the conversation into its thread, and says what is void by
// that. It gives where it stands; again says that the record was there before, and
// has changed nothing. A prompt of the root that hangs on nothing begins it anew.
func (r *reading) chain(t *thread, c chained, prompt bool) (p place, again bool) {
	if p, again = r.places[r.id]; again && r.id != "" && p.mine {
		r.places[r.uuid] = p
		if void := r.voids[r.id]; len(void) > 0 {
			r.emit(t, spec.Event{Kind: spec.Retract, Retracts: void})
		}
		return p, true
	}
	parent, found := r.hangs(t)
	if !found {
		r.lost(t)
	}
	if prompt && r.rooted && r.logical == "" && t.id == "" {
		parent = -1
	}
	c.id = r.id
	split := t.split
	void := t.keep(c, parent)
	if t.split && !split {
		r.twice(t)
	}
	if len(void) > 0 {
		r.voids[r.id] = void
		r.emit(t, spec.Event{Kind: spec.Retract, Retracts: void})
	}
	r.kept = place{thread: t, at: t.last(), mine: true, turn: -1}
	return r.kept, false
}

// stands remembers where the record stands.
func (r *reading) stands(p place) {
	if r.uuid != "" {
		r.places[r.uuid] = p
	}
	if r.id != r.uuid {
		r.places[r.id] = p
	}
}

// lost reports a parent that is not there.
func (r *reading) lost(t *thread) {
	v := spec.Violation{Record: r.record, Force: spec.Demanded, Clause: ChainedOn, Session: t.id}
	v.Detail = "the record that it hangs on is not in the file; it is read behind the one before it"
	if r.parent == r.uuid {
		v.Detail = "it hangs on itself; it is read behind the record before it"
	}
	r.violations = append(r.violations, v)
}

// twice reports that a branch goes on that was left, and says again what was void.
func (r *reading) twice(t *thread) {
	v := spec.Violation{Record: r.record, Force: spec.Usual, Clause: oneWriter, Session: t.id}
	v.Detail = "a branch goes on that the conversation had left, so both are kept from here on"
	restored, lost := t.restore()
	if lost > 0 {
		v.Detail += fmt.Sprintf(", but for %d earlier records", lost)
	}
	r.out = append(r.out, restored...)
	r.violations = append(r.violations, v)
}

// messageFields are the members of the record's message.
func (r *reading) messageFields() (fields, *wire.Problem) {
	if r.message.Kind() != '{' {
		return fields{}, r.problem(r.kind + ": no message")
	}
	return fields{Object: r.inside.Read(r.message)}, nil
}

// wrong is the problem of a message with a member that is not as it should be.
func (r *reading) wrong() *wire.Problem {
	return r.problem(r.kind + ": a member of its message is not of the type that it should be")
}
