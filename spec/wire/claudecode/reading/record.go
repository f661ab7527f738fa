package reading

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Lenient is how open payloads are read again: of a repeated key the last member
// counts, and an escaped lone surrogate is U+FFFD.
var Lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// A fields is an object by its members, most of which have to be of one type. Null is
// as good as none. Wrong says that a member that was asked for is of another type.
type fields struct {
	scan.Object
	wrong bool
}

func (f *fields) text(key string) string { return f.textOf(f.Get(key)) }

func (f *fields) textOf(v scan.Value) string {
	text, ok := v.Text()
	f.wrong = f.wrong || !ok && !v.None()
	return text
}

func (f *fields) flag(key string) bool {
	v := f.Get(key)
	value, ok := v.Bool()
	f.wrong = f.wrong || !ok && !v.None()
	return value
}

func (f *fields) number(key string) (n int64, ok bool) { return f.numberOf(f.Get(key)) }

func (f *fields) numberOf(v scan.Value) (n int64, ok bool) {
	n, ok = v.Int()
	f.wrong = f.wrong || !ok && !v.None()
	return n, ok
}

// object is a member that is an object, and list one that is a list; else absent.
func (f *fields) object(key string) scan.Value { return f.container(f.Get(key), '{') }

func (f *fields) list(key string) scan.Value { return f.container(f.Get(key), '[') }

func (f *fields) container(v scan.Value, kind byte) scan.Value {
	if v.Kind() == kind {
		return v
	}
	f.wrong = f.wrong || !v.None()
	return ""
}

func (f *fields) texts(key string) (all []string) {
	for v := range f.list(key).Elements() {
		all = append(all, f.textOf(v))
	}
	return all
}

// A speaker is what the frames of a subagent say about it.
type speaker struct{ agent, task string }

func (p *pass) speaker() speaker {
	return speaker{agent: p.keep(p.text("subagent_type")), task: p.keep(p.text("agent_id"))}
}

// A message is what a frame of the assistant says of its own.
type message struct {
	id      string
	content scan.Value
	reason  string // why it stopped
	stopped bool
	usage   usage
	fields
}

func readMessage(members scan.Object) message {
	m := message{fields: fields{Object: members}}
	m.id, m.content = m.text("id"), m.Get("content")
	m.reason, m.stopped = m.text("stop_reason"), m.Get("stop_reason").Kind() == '"'
	m.usage = m.figures()
	return m
}

// metadata is what this codec does not know of a message.
func (m *message) metadata() []byte {
	return metadata(m.Object, "id", "content", "stop_reason", "usage", "type", "role", "model", "stop_sequence", "stop_details",
		"container", "diagnostics", "context_management", "input_transformations")
}

// A usage is what the object of that name counts, if it is there.
type usage struct {
	there                      bool
	input, write, read, output count
}

type count struct {
	n     int64
	there bool
}

func (f *fields) figures() (u usage) {
	v := f.object("usage")
	u.there = v != ""
	for key, v := range v.Members() {
		switch key {
		case "input_tokens":
			u.input.n, u.input.there = f.numberOf(v)
		case "cache_creation_input_tokens":
			u.write.n, u.write.there = f.numberOf(v)
		case "cache_read_input_tokens":
			u.read.n, u.read.there = f.numberOf(v)
		case "output_tokens":
			u.output.n, u.output.there = f.numberOf(v)
		}
	}
	return u
}

// total sums the input sides, which are disjoint.
func (u *usage) total() *spec.Usage {
	if !u.there {
		return nil
	}
	return &spec.Usage{Input: u.input.n + u.write.n + u.read.n, Output: u.output.n}
}

// A decision is how a call was decided.
type decision struct{ id, notRun, permission string }

func (p *pass) decisions() (all []decision) {
	for v := range p.list("tool_result_meta").Elements() {
		p.container(v, '{')
		d := decision{id: p.textOf(v.Get("id")), notRun: p.textOf(v.Get("non_execution_kind"))}
		d.permission = p.textOf(p.container(v.Get("permission_decision"), '{').Get("decision"))
		all = append(all, d)
	}
	return all
}

// A taskFrame is any of the task_* subtypes.
type taskFrame struct {
	task, call, agent, kind, parent, status, summary string
	background                                       bool
	depth                                            int64
}

func (p *pass) taskFrame() (f taskFrame) {
	f.task, f.call, f.agent = p.keep(p.text("task_id")), p.keep(p.text("tool_use_id")), p.keep(p.text("subagent_type"))
	f.kind, f.parent, f.status, f.summary = p.text("task_type"), p.text("parent_task_id"), p.text("status"), p.text("summary")
	f.background = p.flag("is_backgrounded")
	f.depth, _ = p.number("spawn_depth")
	p.text("description")
	return f
}

var errContent = errors.New("content is neither text nor a list")

// blocks are the elements of a message's content, which use the same memory again.
type blocks []block

// read reads a content; a string is one text block.
func (b *blocks) read(content scan.Value) ([]block, error) {
	*b = (*b)[:0]
	switch content.Kind() {
	case 0, 'n':
		return nil, nil
	case '"':
		b.next().plain(content)
		return *b, nil
	case '[':
		for element := range content.Elements() {
			b.next().read(element)
		}
		return *b, nil
	}
	return nil, errContent
}

// next is the next block, with what was read into it before.
func (b *blocks) next() *block {
	if n := len(*b); n < cap(*b) {
		*b = (*b)[:n+1]
	} else {
		*b = append(*b, block{})
	}
	return &(*b)[len(*b)-1]
}

// str is the content of a JSON string, "" for anything else.
func str(v scan.Value) string {
	text, _ := v.Text()
	return text
}
