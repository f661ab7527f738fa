package openai

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A class is what an item is to a transcript.
type class uint8

const (
	opaque class = iota
	spoken
	thought
	called
	result
)

// A kind is a type of items.
type kind struct {
	class
	// args is the member that holds a call's arguments; free: they are text, and
	// no JSON. result is that of a call that the server answers itself.
	args, result string
	free         bool
	// client: the call waits for the client, unless the stream answers it.
	// hosted: the server runs it.
	client, hosted bool
}

// kinds are the types of items. One that is not here is unknown.
var kinds = map[string]kind{
	"message":               {class: spoken},
	"reasoning":             {class: thought},
	"function_call":         {class: called, args: "arguments", client: true},
	"custom_tool_call":      {class: called, args: "input", free: true, client: true},
	"local_shell_call":      {class: called, args: "action", client: true},
	"shell_call":            {class: called, args: "action", client: true},
	"apply_patch_call":      {class: called, args: "operation", client: true},
	"computer_call":         {class: called, args: "action", client: true},
	"tool_search_call":      {class: called, args: "arguments", client: true},
	"mcp_approval_request":  {class: called, args: "arguments", client: true},
	"program":               {class: called, args: "code", free: true},
	"mcp_call":              {class: called, args: "arguments", result: "output", hosted: true},
	"web_search_call":       {class: called, args: "action", result: "results", hosted: true},
	"file_search_call":      {class: called, args: "queries", result: "results", hosted: true},
	"code_interpreter_call": {class: called, args: "code", free: true, result: "outputs", hosted: true},
	"image_generation_call": {class: called, result: "result", hosted: true},

	"function_call_output": {class: result}, "custom_tool_call_output": {class: result}, "local_shell_call_output": {class: result},
	"shell_call_output": {class: result}, "apply_patch_call_output": {class: result}, "computer_call_output": {class: result},
	"tool_search_output": {class: result}, "program_output": {class: result},

	"mcp_list_tools": {}, "compaction": {}, "additional_tools": {}, "item_reference": {}, "mcp_approval_response": {},
}

// An item is one of a response's output.
type item struct {
	kind
	id, call string // call is its call_id, or the id where it has none
	kindName string
	name     string // a call's tool
	index    int64  // the position that the producer gives, else its place
	slot     string
	parts    []part
	preview  string // arguments in the item's opening
	args     []byte // arguments that streamed
	complete bool   // they are
	done     bool
	answered *bool
}

// A part is a text of an item: one of its contents, or of its summaries.
type part struct {
	summary bool
	index   int64
	slot    string
	sofar   []byte
}

// added opens an item.
func (p *pass) added() {
	r := p.current()
	if p.item.Kind() != '{' {
		p.note(spec.NoteCustom)
		return
	}
	p.members = p.membersOf("item", p.item, &p.rooms.members)
	it := newItem(p.members, number(p.index))
	if old := r.again(it); old != nil {
		p.openAgain(old)
		return
	}
	p.open(r, it)
}

// openAgain says an opening that came before once more.
func (p *pass) openAgain(it *item) {
	if it.class != called {
		p.frame(it.slot)
		return
	}
	p.emit(spec.Event{Kind: spec.CallOpen, Message: p.at.now.message, Slot: it.slot, Call: it.call, Name: it.nameOf(p.members)})
}

// newItem reads an item's opening.
func newItem(v scan.Object, index int64) *item {
	name := textOf(v.Get("type"))
	it := &item{kind: kinds[name], kindName: name, id: textOf(v.Get("id")), call: textOf(v.Get("call_id")), index: index}
	if it.call == "" && it.class == called {
		it.call = it.id
	}
	if it.streams() {
		it.preview = textOf(v.Get(it.kind.args))
	}
	return it
}

// streams reports whether the item is a call whose arguments are a text.
func (it *item) streams() bool {
	return it.class == called && (it.kind.args == "arguments" || it.free)
}

// nameOf is the tool that a call names: its type, where it names none.
func (it *item) nameOf(v scan.Object) string {
	if name := textOf(v.Get("name")); name != "" {
		return name
	}
	return it.kindName
}

// again is the item that an opening repeats: one of its id at its index.
func (r *response) again(it *item) *item {
	for _, old := range r.items {
		if (it.index == none || old.index == it.index) && old.id == it.id && old.call == it.call && it.id != "" && old.kindName == it.kindName {
			return old
		}
	}
	return nil
}

// open adds the item that is the object at hand to a response.
func (p *pass) open(r *response, it *item) {
	it.name = it.nameOf(p.members)
	it.slot = r.slot(it)
	r.items = append(r.items, it)
	switch it.class {
	case spoken, thought:
		p.text(it.form(), it.slot, "")
	case called:
		it.answered = new(bool)
		r.claim(it)
		p.at.calls[it.call] = append(p.at.calls[it.call], it.answered)
		p.emit(spec.Event{Kind: spec.CallOpen, Message: r.message, Slot: it.slot, Call: it.call, Name: it.name})
	default:
		p.opaque(it)
	}
}

// opaque is an item that no transcript holds, or a result that is not whole yet.
func (p *pass) opaque(it *item) {
	switch _, known := kinds[it.kindName]; {
	case !known && betaItems[it.kindName]:
		p.refuse("an item of the hosted multi-agent beta, which is not read")
	case !known:
		p.unknown()
	default:
		p.frame(it.slot)
	}
}

// betaItems are known by their names, and not read.
var betaItems = map[string]bool{"multi_agent_call": true, "multi_agent_call_output": true, "agent_message": true}

func (it *item) form() spec.Form {
	if it.class == thought {
		return spec.Thought
	}
	return spec.Plain
}

// slot gives an item its position: its index, else its place in the response. Of
// two texts in one place the second has a number behind it.
func (r *response) slot(it *item) string {
	if it.index == none {
		it.index = int64(len(r.items))
	}
	slot := strconv.FormatInt(it.index, 10)
	if it.class == called {
		return slot
	}
	n := 0
	for _, old := range r.items {
		if old.class == it.class && old.index == it.index {
			n++
		}
	}
	if n > 0 {
		slot += "#" + strconv.Itoa(n)
	}
	return slot
}

// at is the part of a text; its slot is the item's, with a number behind it from
// the second part on.
func (it *item) at(summary bool, index int64) *part {
	index = max(index, 0)
	for i := range it.parts {
		if it.parts[i].summary == summary && it.parts[i].index == index {
			return &it.parts[i]
		}
	}
	slot := it.slot
	if n := len(it.parts); n > 0 {
		slot += "." + strconv.Itoa(n)
	}
	it.parts = append(it.parts, part{summary: summary, index: index, slot: slot})
	return &it.parts[len(it.parts)-1]
}

// find is the item of a class that an event belongs to. An id that one item alone
// has decides; else the newest item at the index; without either none. by says that
// the id did.
func (r *response) find(c class, id string, index int64) (found *item, by bool) {
	n := 0
	for _, it := range r.items {
		if it.class == c && id != "" && (it.id == id || it.call == id) {
			found = it
			n++
		}
	}
	if n == 1 {
		return found, true
	}
	if index == none {
		return nil, false
	}
	return r.newest(c, index), false
}

// newest is the item of a class that was added last at an index.
func (r *response) newest(c class, index int64) *item {
	for i := len(r.items) - 1; i >= 0; i-- {
		if it := r.items[i]; it.class == c && it.index == index {
			return it
		}
	}
	return nil
}
