package deepagents

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A decoder keeps what LangGraph's does, which reads all messages, the runs
// that agents were delegated, and what the last poll of each session listed.
type decoder struct {
	wire.Scanner
	graph linker
	tuple []byte
	out   []spec.Event
	runs  runs
	seen  map[string]*seen // by session
}

// A linker reads LangGraph's records, and links sub-sessions to their calls by
// all events.
type linker interface {
	wire.Decoder
	Observe(e *spec.Event)
}

// seen is what the last poll of a session listed.
type seen struct {
	id       string          // its checkpoint
	origin   string          // the last checkpoint that had no parent
	waits    map[string]bool // interrupts
	failures map[string]bool // tasks with their errors
	log      map[*run][]string
}

func newDecoder() *decoder {
	d := &decoder{graph: langgraph.New().NewDecoder("").(linker), runs: newRuns(), seen: map[string]*seen{}}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

func (d *decoder) last(session string) *seen {
	s := d.seen[session]
	if s == nil {
		s = &seen{}
		d.seen[session] = s
	}
	return s
}

// decode gives the events of the present record. One that is no state is LangGraph's.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	d.out = dst
	if problem := d.read(d.Envelope.Text); problem != nil {
		return dst, problem
	}
	if len(d.out) == len(dst) {
		d.emit(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom})
	}
	out := d.out
	d.out = nil
	return out, nil
}

func (d *decoder) emit(e spec.Event) {
	d.graph.Observe(&e)
	d.out = append(d.out, e)
}

func (d *decoder) read(v scan.Value) *wire.Problem {
	if p, ok := parsePoll(v); ok {
		return d.poll(&p)
	}
	line, ok := parseHistory(v)
	if !ok {
		return d.streamed([]byte(v))
	}
	for i := range line {
		line[i].orphan, line[i].past = false, i < len(line)-1
		if problem := d.poll(&line[i]); problem != nil {
			return problem
		}
	}
	return nil
}

// streamed reads a record of LangGraph's.
func (d *decoder) streamed(record []byte) *wire.Problem {
	before := len(d.out)
	out, problem := d.graph.Decode(d.out, record)
	d.out = out
	for i := before; i < len(out); i++ {
		d.runs.follow(&out[i])
		if e := &out[i]; e.Kind == spec.Wait {
			s := d.last(e.Session)
			s.waits = with(s.waits, e.Wait)
		}
	}
	return problem
}

// poll reads a state: its messages, what its tasks wait for and failed by, its
// log, then the states of its tasks.
func (d *decoder) poll(p *poll) *wire.Problem {
	session := reading.SessionOf(reading.Path(p.ns))
	if d.begins(session, p) {
		d.runs.over()
	}
	news, problem := d.messages(session, p)
	if problem != nil {
		return problem
	}
	if !p.past {
		d.waits(session, p, news)
		d.failures(session, p)
	}
	d.logged(session, p.values.Get(toolLog))
	d.runs.dropEnded()
	if p.past {
		return nil
	}
	return d.below(p)
}

// below reads the states of a graph's tasks.
func (d *decoder) below(p *poll) *wire.Problem {
	for task := range p.tasks.Elements() {
		if state, ok := parsePoll(task.Get("state")); ok {
			if state.ns == "" {
				state.ns = under(p.ns, task)
			}
			if problem := d.poll(&state); problem != nil {
				return problem
			}
		}
	}
	return nil
}

// under is the namespace of a task of a graph.
func under(ns string, task scan.Value) string {
	if ns != "" {
		ns += "|"
	}
	return ns + wire.Text(task.Get("name")) + ":" + wire.Text(task.Get("id"))
}

// begins reports whether a state of the root is the first of a fresh run.
func (d *decoder) begins(session string, p *poll) bool {
	s := d.last(session)
	fresh := p.orphan && s.id != "" && p.id != s.id && p.id != s.origin
	if p.id != "" {
		s.id = p.id
	}
	if p.orphan {
		s.origin = p.id
	}
	list := p.values.Get("messages")
	for range list.Elements() {
		return fresh && session == ""
	}
	return session == "" && (fresh || list.Kind() == '[')
}

// messages has LangGraph's decoder read the messages of a state, as a record of
// its mode values; news says that some are new or not what they were.
func (d *decoder) messages(session string, p *poll) (news bool, problem *wire.Problem) {
	list := p.values.Get("messages")
	if list.None() {
		return false, nil
	}
	d.valuesTuple(p.ns, list)
	before := len(d.out)
	if d.out, problem = d.graph.Decode(d.out, d.tuple); problem != nil {
		return false, problem
	}
	for i := before; i < len(d.out); i++ {
		e := &d.out[i]
		d.runs.follow(e)
		news = news || e.Kind == spec.MessageFull || e.Kind == spec.CallDone
		if e.Kind == spec.MessageFull && e.Messages[0].Role == "user" {
			d.runs.interrupted(session)
		}
	}
	d.answered(session, list)
	return news, nil
}

func (d *decoder) valuesTuple(ns string, messages scan.Value) {
	w := scan.NewWriter(d.tuple[:0])
	w.Open('[')
	w.Open('[')
	for _, segment := range reading.Path(ns) {
		w.Text(segment)
	}
	w.Close(']')
	w.Text("values")
	w.Open('{')
	w.Key("messages")
	d.tuple = append(append(w.Out, messages...), "}]"...)
}

// answered ends the runs whose results a state has. That the stream told of one
// ends none: the log of this state may be older.
func (d *decoder) answered(session string, messages scan.Value) {
	if !d.runs.any() {
		return
	}
	for m := range messages.Elements() {
		call := m.Get("tool_call_id")
		if call == "" {
			call = m.Get("kwargs").Get("tool_call_id")
		}
		if id, ok := call.Text(); ok {
			d.runs.answered(session, id)
		}
	}
}

func with(set map[string]bool, key string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[key] = true
	return set
}
