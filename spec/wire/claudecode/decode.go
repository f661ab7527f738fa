package claudecode

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A decoder keeps, beside ids, what is open: the streamed message of each scope
// and the children that run.
type decoder struct {
	record   int
	past     map[string]memo // of each record, by uuid
	turns    int             // root turns begun
	results  int             // results seen
	first    int             // the result_index that belongs to turn 0
	scopes   map[string]*scope
	children map[string]*child
	callers  map[string]string // the scope in which a call was announced
	tasks    map[string]string // the child that a task is

	violations []spec.Violation // the latest record's
}

// A memo is what a record took from the decoder's state, so that the record
// says the same when it is replayed.
type memo struct {
	turn, slot int
	opened     bool   // it opened the session
	tool       bool   // it ended the block of a call
	ended      uint64 // bit i: its result i ended a child
}

func newQuick() *quick {
	return &quick{decoder: decoder{
		past: map[string]memo{}, scopes: map[string]*scope{}, children: map[string]*child{},
		callers: map[string]string{}, tasks: map[string]string{},
	}}
}

// A pass is the decoding of one record.
type pass struct {
	*decoder
	head
	text   []byte
	memo   memo
	replay bool // the memo is an earlier pass's, and nothing may change
	out    []spec.Event
}

// Decode implements wire.Decoder.
func (d *decoder) Decode(dst []spec.Event, record []byte) ([]spec.Event, *wire.Problem) {
	d.record++
	d.violations = d.violations[:0]
	p := pass{decoder: d, text: record, out: dst}
	if problem := p.begin(); problem != nil {
		return dst, problem
	}
	if problem := p.dispatch(); problem != nil {
		return dst, problem
	}
	return p.end(len(dst)), nil
}

// end numbers the record's events, which are those from that position on, and
// remembers it.
func (p *pass) end(from int) []spec.Event {
	for i := from; i < len(p.out); i++ {
		p.out[i].Record, p.out[i].ID = p.record, p.UUID
	}
	if p.UUID != "" {
		p.past[p.UUID] = p.memo
	}
	return p.out
}

// begin reads the head.
func (p *pass) begin() *wire.Problem {
	if !utf8.Valid(p.text) {
		return p.problem(wire.Malformed, "invalid UTF-8")
	}
	if err := json.Unmarshal(p.text, &p.head, lenient); err != nil {
		return p.malformed(err)
	}
	if p.Type == "" {
		return p.problem(wire.Unsupported, "a frame without a type")
	}
	p.recall()
	return nil
}

// recall looks up what the record took from the state when it came first.
func (p *pass) recall() {
	if p.UUID != "" {
		p.memo, p.replay = p.past[p.UUID]
	}
}

func (p *pass) dispatch() *wire.Problem {
	switch p.Type {
	case "assistant":
		return p.assistant()
	case "user":
		return p.user()
	case "stream_event":
		return p.stream()
	case "result":
		return p.result()
	case "rate_limit_event":
		return p.limit()
	case "system":
		return p.system()
	}
	return p.other()
}

// read reads the whole record into a frame.
func (p *pass) read(frame any) *wire.Problem {
	if err := json.Unmarshal(p.text, frame, lenient); err != nil {
		return p.malformed(err)
	}
	return nil
}

func (p *pass) malformed(err error) *wire.Problem {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return p.problem(wire.Unsupported, fmt.Sprintf("%s: a member is not of the type that it should be", p.label()))
	}
	return p.problem(wire.Malformed, "no JSON text")
}

// label names the record's type where that is one of ours.
func (p *pass) label() string {
	if knownTypes[p.Type] {
		return p.Type
	}
	return "frame"
}

func (p *pass) problem(reason, detail string) *wire.Problem {
	return &wire.Problem{Record: p.record, Reason: reason, Detail: detail}
}

// emit gives an event of the record's own scope.
func (p *pass) emit(e spec.Event) {
	e.Session = p.Scope
	p.out = append(p.out, e)
}

// emitIn gives an event of another scope.
func (p *pass) emitIn(session string, e spec.Event) {
	e.Session = session
	p.out = append(p.out, e)
}
