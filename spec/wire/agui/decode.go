package agui

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A decoder keeps the run, whose items each id is, and what a chunk without an
// id continues.
type decoder struct {
	// strict: what no legal stream has is a Problem even where it could be
	// understood. Encoders write by that.
	strict bool

	wire.Scanner
	runs  int    // begun
	run   string // the id of the latest
	phase phase  // where that stands

	items map[key]*item
	// lanes are the items that chunks opened, by agent; order is that of the
	// agents, so that nothing depends on the order of a map.
	lanes  map[string]*item
	order  []string
	agents map[string]*agent
	// calls are those of the run without a result, in the order of their starts.
	calls []*item
	// opened are the run's items in the order of their starts, steps and spans what
	// is open beside them.
	opened []*item
	steps  map[mark]bool
	spans  map[string]bool

	// latest is the decoding of the latest record that was JSON, latestAt that record's
	// number; refused says that it is a Problem: see Violations.
	latest   pass
	latestAt int
	refused  bool
}

func newDecoder() *decoder {
	d := &decoder{
		items: map[key]*item{}, lanes: map[string]*item{}, agents: map[string]*agent{},
		steps: map[mark]bool{}, spans: map[string]bool{},
	}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

// A phase is where a stream stands between runs.
type phase byte

const (
	idle     phase = iota // before the first run
	active                // in a run
	finished              // behind a run; only an error of it, or another run, may follow
	failed                // behind an error; only another run may follow
)

// A pass is the decoding of one record.
type pass struct {
	*decoder
	event
	// tagged: the event names the agent tag; the untagged one is the parent's, or
	// of whoever owns the item that it continues.
	tag    string
	tagged bool

	out     []spec.Event
	problem *wire.Problem
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	d.latest, d.latestAt, d.refused = pass{decoder: d, out: dst}, d.Number, false
	p := &d.latest
	if !p.event.read(d.Envelope.Text) {
		p.event = event{}
		return dst, &wire.Problem{Reason: wire.Unsupported, Detail: "no object with a type"}
	}
	p.dispatch()
	d.refused = p.problem != nil
	if p.problem != nil {
		return dst, p.problem
	}
	out := p.out
	p.out = nil
	return out, nil
}

// dispatch gives the event to what handles its type. A handler judges before it
// changes anything, so that a Problem leaves the decoder as it was.
func (p *pass) dispatch() {
	handle := handlers[p.kind]
	if handle == nil {
		p.unknown()
		return
	}
	p.tag, p.tagged = p.May("subagentRunId", p.agentID)
	p.tagged = p.tagged && p.tag != ""
	if p.phase != active && !anywhere[p.kind] {
		p.reject(map[bool]string{true: "R1", false: "R3"}[p.phase == idle], "an event outside of a run")
		return
	}
	handle(p)
}

// anywhere are the types that may stand outside of a run.
var anywhere = map[string]bool{"RUN_STARTED": true, "RUN_ERROR": true}

var handlers map[string]func(*pass)

func init() {
	handlers = map[string]func(*pass){
		"RUN_STARTED": (*pass).runStarted, "RUN_FINISHED": (*pass).runFinished, "RUN_ERROR": (*pass).runError,
		"STEP_STARTED": (*pass).stepStarted, "STEP_FINISHED": (*pass).stepFinished,
		"SUBAGENT_STARTED": (*pass).agentStarted, "SUBAGENT_FINISHED": (*pass).agentFinished, "SUBAGENT_ERROR": (*pass).agentFailed,
		"TEXT_MESSAGE_CHUNK": chunked(text), "REASONING_MESSAGE_CHUNK": chunked(thought), "TOOL_CALL_CHUNK": (*pass).callChunk,
		"TOOL_CALL_START": (*pass).callStart, "TOOL_CALL_ARGS": (*pass).callArgs, "TOOL_CALL_END": (*pass).callEnd,
		"TOOL_CALL_RESULT":  (*pass).callResult,
		"MESSAGES_SNAPSHOT": (*pass).snapshot, "REASONING_ENCRYPTED_VALUE": (*pass).encrypted,
		"STATE_SNAPSHOT": (*pass).beside, "STATE_DELTA": (*pass).patched, "CUSTOM": (*pass).custom,
		"REASONING_START": (*pass).spanStarted, "REASONING_END": (*pass).spanEnded, "THINKING_START": (*pass).beside, "THINKING_END": (*pass).beside,
		"RAW": (*pass).aside, "ACTIVITY_SNAPSHOT": (*pass).aside, "ACTIVITY_DELTA": (*pass).aside,
	}
	for prefix, kind := range map[string]kind{"TEXT_MESSAGE": text, "REASONING_MESSAGE": thought, "THINKING_TEXT_MESSAGE": nameless} {
		handlers[prefix+"_START"] = func(p *pass) { p.messageStart(kind) }
		handlers[prefix+"_CONTENT"] = func(p *pass) { p.messageContent(kind) }
		handlers[prefix+"_END"] = func(p *pass) { p.messageEnd(kind) }
	}
}

// bad reports whether a member was missing or of a wrong type (rule T1), which
// then is the record's Problem.
func (p *pass) bad() bool {
	if p.Wrong != "" && p.problem == nil {
		p.reject("T1", p.kind+": "+p.Wrong)
	}
	return p.problem != nil
}

// reject makes the record a Problem: no reader may take it, and nothing in it
// can be understood without a guess.
func (p *pass) reject(rule, detail string) {
	if p.problem == nil {
		p.problem = &wire.Problem{Reason: wire.Unsupported, Detail: detail + " (" + rule + ")"}
		p.violate(true, rule, detail)
	}
}

// irregular is for what no reader may take, but whose meaning is plain, so that
// it is decoded, reported as a violation; a strict decoder rejects it. It reports
// whether it did.
func (p *pass) irregular(rule, detail string) bool {
	if p.strict {
		p.reject(rule, detail)
	} else {
		p.violate(true, rule, detail)
	}
	return p.strict
}

// emit gives an event of a session.
func (p *pass) emit(session string, e spec.Event) {
	e.Session = session
	p.out = append(p.out, e)
}

// unknown surfaces an event of a type that the protocol does not have (T1).
func (p *pass) unknown() {
	session, _ := p.agentID.Text()
	p.emit(session, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.text)})
}
