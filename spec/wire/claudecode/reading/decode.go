package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A FrameDecoder keeps, beside ids, what is open: the streamed message of each scope
// and the children that run.
type FrameDecoder struct {
	wire.Scanner
	past     map[string]memo // of each record, by uuid
	turns    int             // root turns begun
	results  int             // results seen
	first    int             // the result_index that belongs to turn 0
	scopes   map[string]*scope
	children map[string]*child
	callers  map[string]string // the scope in which a call was announced
	tasks    map[string]string // the child that a task is

	// Of the present record, here so that no record allocates them.
	present pass
	opened  block // of a content_block_start
	content blocks
	inside  scan.Object // of an object that the opened member holds
	words   scan.Interner
}

// A memo is what a record took from the decoder's state, so that the record
// says the same when it is replayed.
type memo struct {
	turn, slot int
	opened     bool   // it opened the session
	tool       bool   // it ended the block of a call
	ended      uint64 // bit i: its result i ended a child
}

func NewFrames() *FrameDecoder {
	d := &FrameDecoder{
		past: map[string]memo{}, scopes: map[string]*scope{}, children: map[string]*child{},
		callers: map[string]string{}, tasks: map[string]string{},
	}
	d.Scanner = wire.NewScanner(d.decode, "message", "event")
	return d
}

// A pass is the decoding of one record. Its fields are the record's members.
type pass struct {
	*FrameDecoder
	head
	fields
	memo   memo
	replay bool // the memo is an earlier pass's, and nothing may change
	out    []spec.Event
}

// A head is what every frame may have.
type head struct {
	kind, subtype string
	uuid          string
	scope         string // missing in old versions, and null: the root
}

// decode gives the events of the present record.
func (d *FrameDecoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	p := &d.present
	p.FrameDecoder, p.fields, p.out = d, fields{Object: d.Envelope.Object}, dst
	p.head = head{kind: p.text("type"), subtype: p.text("subtype"), uuid: p.text("uuid"), scope: p.keep(p.text("parent_tool_use_id"))}
	switch {
	case p.wrong:
		return dst, p.misshapen()
	case p.kind == "":
		return dst, unsupported("a frame without a type")
	}
	p.recall()
	if problem := p.dispatch(); problem != nil {
		return dst, problem
	}
	return p.end(len(dst)), nil
}

// keep is a text that stays beyond its record, whose memory it must not keep.
func (d *FrameDecoder) keep(text string) string { return d.words.Share(text) }

// recall looks up what the record took from the state when it came first.
func (p *pass) recall() {
	if p.memo, p.replay = p.past[p.uuid]; !p.replay {
		p.uuid = strings.Clone(p.uuid)
	}
}

// end gives the record's events, which are those from that position on, its id, and
// remembers it.
func (p *pass) end(from int) []spec.Event {
	for i := from; i < len(p.out); i++ {
		p.out[i].ID = p.uuid
	}
	if p.uuid != "" && !p.replay {
		p.past[p.uuid] = p.memo
	}
	return p.out
}

func (p *pass) dispatch() *wire.Problem {
	switch p.kind {
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

// misshapen is the problem of a record with a member of the wrong type. It names the
// record's type where that is one of ours.
func (p *pass) misshapen() *wire.Problem {
	label := "frame"
	if knownTypes[p.kind] {
		label = p.kind
	}
	return unsupported(label + ": a member is not of the type that it should be")
}

func unsupported(detail string) *wire.Problem {
	return &wire.Problem{Reason: wire.Unsupported, Detail: detail}
}

// emit gives an event of the record's own scope.
func (p *pass) emit(e spec.Event) {
	e.Session = p.scope
	p.out = append(p.out, e)
}

// emitIn gives an event of another scope.
func (p *pass) emitIn(session string, e spec.Event) {
	e.Session = session
	p.out = append(p.out, e)
}
