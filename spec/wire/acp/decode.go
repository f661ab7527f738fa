package acp

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A side sends requests, and answers those of the other.
type side uint8

const (
	client side = iota
	agent
	unmarked
)

// A decoder keeps which requests are open, and of each session what is open in it.
type decoder struct {
	wire.Scanner
	v2       bool
	heard    bool // a line of the client was seen
	asked    [2]map[string]request
	sessions map[string]*session
	live     []*session // roots whose turn is open
}

// A request is one that has no response yet.
type request struct {
	at      int // its record
	method  string
	turn    string
	session *session
	call    *call
	options map[string]bool // whether an option allows
}

func newDecoder(v2 bool) *decoder {
	d := &decoder{v2: v2, asked: [2]map[string]request{{}, {}}, sessions: map[string]*session{}}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

// A pass is the decoding of one record.
type pass struct {
	*decoder
	wire.Typed
	raw scan.Value
	out []spec.Event
}

// A line is one message of the protocol.
type line struct {
	from                                   side
	version, id, method, params, res, fail scan.Value
}

// decode gives the events of the present record. One that is a problem changes nothing
// but the count.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	p := pass{decoder: d, raw: d.Envelope.Text, out: dst}
	p.take(p.raw)
	if problem := p.Problem(); problem != nil {
		return dst, problem
	}
	if len(p.out) == len(dst) {
		p.note(nil, spec.NoteCustom, "")
	}
	return p.out, nil
}

// take reads a record: one message, a marked one, or a batch of them.
func (p *pass) take(v scan.Value) {
	l, msg, marked := lineOf(v)
	switch {
	case marked && msg.Kind() == '[', v.Kind() == '[':
		if !marked {
			msg = v
		}
		for each := range msg.Elements() {
			one, _, _ := lineOf(each)
			one.from = l.from
			if p.message(&one); p.Wrong != "" {
				p.Wrong = "" // the others count
				p.unknown()
			}
		}
		return
	case marked:
		from := l.from
		l, _, _ = lineOf(msg)
		l.from = from
	}
	p.message(&l)
}

// lineOf takes the members of a message, or the message that a mark holds.
func lineOf(v scan.Value) (l line, msg scan.Value, marked bool) {
	l.from = unmarked
	for key, member := range v.Members() {
		switch key {
		case "jsonrpc":
			l.version = member
		case "id":
			l.id = member
		case "method":
			l.method = member
		case "params":
			l.params = member
		case "result":
			l.res = member
		case "error":
			l.fail = member
		case "msg":
			msg = member
		case "dir":
			switch member {
			case `"c2a"`:
				l.from = client
			case `"a2c"`:
				l.from = agent
			}
		}
	}
	return l, msg, l.from != unmarked && l.version == ""
}

func (p *pass) message(l *line) {
	switch {
	case l.from == client:
		p.heard = true
	case l.version == "" && l.method == "" && l.res == "" && l.fail == "":
		p.Refuse("no message of JSON-RPC")
		return
	}
	method, ok := l.method.Text()
	switch {
	case ok:
		p.call(l, method)
	case l.method != "":
		p.Refuse("method has the wrong type")
	case l.res != "" || l.fail != "":
		p.response(l)
	case l.version != "":
		p.unknown()
	default:
		p.Refuse("no message of JSON-RPC")
	}
}

// emit gives an event of a session, of the whole connection where it is nil.
func (p *pass) emit(s *session, e spec.Event) {
	if s != nil {
		e.Session = s.id
		e.Parent = s.parent
	} else {
		e.Global = true
	}
	p.out = append(p.out, e)
}

func (p *pass) note(s *session, kind spec.Note, text string) {
	p.emit(s, spec.Event{Kind: spec.NoteEvent, Note: kind, Text: text})
}

func (p *pass) unknown() {
	p.emit(nil, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: json.RawMessage(p.raw)})
}

// idOf is the id of a request in words: a text as it is, else its JSON.
func idOf(v scan.Value) string {
	if text, ok := v.Text(); ok {
		return strings.Clone(text)
	}
	return strings.Clone(string(v))
}
