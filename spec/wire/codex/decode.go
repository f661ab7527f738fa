package codex

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder keeps which thread speaks, the number of its turn and ids.
type decoder struct {
	wire.Scanner
	session  string
	run      int // how many runs of the program began
	threads  map[string]*thread
	latest   *thread         // that was asked for
	children map[string]bool // each sub-session, and whether it is open
	log      *log            // of the rollout file that is read
	logs     map[string]*log // by thread

	// Of the present record, here so that no record allocates them.
	present pass
	inside  scan.Object // of an item that a payload holds
	next    spec.Event  // what it says, as far as that is one event
	spoken  spec.PartKind
	text    string // of a message
	done    record // of a call
	status  string
	team    []mate // the agents that a call names
}

// A thread is what is known of one session.
type thread struct {
	id       string
	turns    int
	open     bool           // the last turn has not ended
	produced bool           // a message or a new call came since a turn ended
	begun    map[string]int // the run that an item was begun in last
}

func newDecoder() *decoder {
	d := &decoder{threads: map[string]*thread{}, children: map[string]bool{}, log: newLog(""), logs: map[string]*log{}}
	d.Scanner = wire.NewScanner(d.decode, "item", "payload")
	return d
}

// thread is the present one.
func (d *decoder) thread() *thread {
	if d.latest == nil || d.latest.id != d.session {
		d.latest = d.threads[d.session]
	}
	if d.latest == nil {
		d.latest = &thread{id: d.session, begun: map[string]int{}}
		d.threads[d.session] = d.latest
	}
	return d.latest
}

// A pass is the decoding of one record.
type pass struct {
	*decoder
	frame
	out []spec.Event
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	p := &d.present
	p.decoder, p.out = d, dst
	if !p.read(d.Envelope.Object) {
		return dst, &wire.Problem{Reason: wire.Malformed, Detail: "no object with a type"}
	}
	say := p.event()
	if problem := p.Problem(); problem != nil {
		return dst, problem
	}
	say(p)
	return p.out, nil
}

// emit gives an event of the present thread.
func (p *pass) emit(e spec.Event) {
	p.emitIn(p.session, e)
}

// add gives an event of the present thread, which the caller fills in. An event is
// large: one that is made elsewhere is copied here.
func (p *pass) add() *spec.Event {
	p.out = append(p.out, spec.Event{})
	e := &p.out[len(p.out)-1]
	e.Session = p.session
	return e
}

// event reads what the record says; what it returns says it, once nothing in it
// has turned out wrong.
func (p *pass) event() func(*pass) {
	if p.Get("payload").Kind() == '{' {
		return p.line()
	}
	switch p.kind {
	case "thread.started":
		return p.threadStarted()
	case "turn.started":
		return (*pass).turnStarted
	case "turn.completed":
		return p.turnEnded(spec.Event{Status: spec.Completed, Usage: p.tokens(p.Get("usage"))})
	case "turn.failed":
		words := p.TextOf("error.message", p.within("error", p.Get("error"), "message"))
		return p.turnEnded(spec.Event{Status: spec.Failed, Error: words})
	case "error":
		return p.says(spec.Event{Kind: spec.Error, Error: p.TextOf("message", p.Get("message"))})
	case "item.started", "item.updated", "item.completed":
		return p.itemEvent()
	case "item.plan.delta":
		return p.note(spec.NoteCustom, p.TextOf("delta", p.Get("delta")))
	case "request_user_input":
		return p.note(spec.NoteCustom, "")
	}
	return (*pass).unknown
}

// says is an event that changes nothing here.
func (p *pass) says(e spec.Event) func(*pass) {
	p.next = e
	return (*pass).emitNext
}

func (p *pass) emitNext() { p.emit(p.next) }

func (p *pass) note(kind spec.Note, text string) func(*pass) {
	return p.says(spec.Event{Kind: spec.NoteEvent, Note: kind, Text: text})
}

func (p *pass) unknown() {
	p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.Envelope.Text)})
}

// threadStarted begins a run: the items are counted from the first again.
func (p *pass) threadStarted() func(*pass) {
	id := strings.Clone(p.Must("thread_id", p.Get("thread_id")))
	return func(*pass) {
		p.session = id
		p.run++
		p.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	}
}

func (p *pass) turnStarted() {
	t, e := p.thread(), p.add()
	e.Kind, e.Turn = spec.TurnStart, strconv.Itoa(t.turns)
	t.turns++
	t.open = true
}

// turnEnded ends the open turn; without one, a turn whose start was lost if
// anything was said in it, else the last one again.
func (p *pass) turnEnded(e spec.Event) func(*pass) {
	p.next = e
	return (*pass).ends
}

func (p *pass) ends() {
	t := p.thread()
	if !t.open && (t.produced || t.turns == 0) {
		t.turns++
	}
	p.next.Kind, p.next.Turn = spec.TurnEnd, strconv.Itoa(t.turns-1)
	p.emit(p.next)
	t.open, t.produced = false, false
}
