package codex

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The item types.
const (
	message   = "agent_message"
	reasoning = "reasoning"
	warning   = "error"
	plan      = "plan"

	command = "command_execution"
	change  = "file_change"
	mcp     = "mcp_tool_call"
	collab  = "collab_tool_call"
	search  = "web_search"
	todo    = "todo_list"
)

// The statuses that decide something.
const (
	inProgress = "in_progress"
	failed     = "failed"
	declined   = "declined"
)

// spawn is the tool that makes a sub-session.
const spawn = "spawn_agent"

// inputs and outputs are the members that make up the arguments and the result
// of a call, by item type; the rest is in args and result.
var (
	inputs = map[string][]string{
		command: {"command"}, change: {"changes"}, search: {"query", "action"}, collab: {"prompt", "receiver_thread_ids"},
	}
	outputs = map[string][]string{command: {"aggregated_output", "exit_code"}, change: {"status"}}
)

// An item is one with its members, in order.
type item struct {
	kind, id string
	scan.Object
}

// readItem takes the members of the frame's item.
func (p *pass) readItem() {
	if p.Get("item").Kind() != '{' {
		p.Mismatch("item")
		return
	}
	p.item = item{Object: p.Envelope.Inner("item")}
	p.item.kind = p.Must("item.type", p.item.Get("type"))
}

// call reports whether the item is a tool call.
func (it *item) call() bool {
	switch it.kind {
	case command, change, mcp, collab, search, todo:
		return true
	}
	return false
}

// name is the tool's.
func (f *frame) name() string {
	switch it := &f.item; it.kind {
	case mcp:
		return tool(f.Must("item.server", it.Get("server")), f.Must("item.tool", it.Get("tool")))
	case collab:
		return f.Must("item.tool", it.Get("tool"))
	}
	return f.item.kind
}

func tool(server, name string) string {
	if server == "" {
		return name
	}
	return server + "." + name
}

// args are the arguments as compact JSON, "" for none.
func (it *item) args() string {
	if it.kind == mcp {
		if v := it.Get("arguments"); !v.None() {
			return v.Compact()
		}
		return ""
	}
	var room [256]byte // most are shorter
	return string(it.append(room[:0], it.inputs(), scan.Value.None))
}

func (it *item) inputs() []string {
	if name, _ := it.Get("tool").Text(); it.kind == collab && name == spawn {
		return inputs[collab][:1]
	}
	return inputs[it.kind]
}

// placeholder reports whether a start does not say the arguments yet.
func (it *item) placeholder() bool { return it.kind == search && it.Get("query") == `""` }

// result is what came out so far, nil for nothing.
func (it *item) result() json.RawMessage {
	switch it.kind {
	case mcp:
		if v := it.Get("result"); !v.None() {
			return json.RawMessage(v)
		}
		return wire.Verbatim(it.Get("error").Get("message"))
	case collab:
		return wire.Verbatim(it.Get("agents_states"))
	case todo:
		return wire.Verbatim(it.Get("items"))
	}
	return it.object(outputs[it.kind], absent)
}

// object has the members of those keys, without the ones to leave out; nil where
// none is left.
func (it *item) object(keys []string, without func(scan.Value) bool) []byte {
	room := len(`}`)
	for _, key := range keys {
		room += len(`,"":`) + len(key) + len(it.Get(key))
	}
	out := it.append(make([]byte, 0, room), keys, without)
	if len(out) == 0 {
		return nil
	}
	return out
}

// append appends that object to dst, which is empty; nothing where no member is left.
func (it *item) append(dst []byte, keys []string, without func(scan.Value) bool) []byte {
	for _, key := range keys {
		v := it.Get(key)
		if without(v) {
			continue
		}
		dst = append(dst, ',')
		dst = append(scan.AppendText(dst, key), ':')
		dst = append(dst, v.Compact()...)
	}
	if len(dst) == 0 {
		return dst
	}
	dst[0] = '{'
	return append(dst, '}')
}

func absent(v scan.Value) bool { return v == "" }

// isError reports whether the call failed.
func (f *frame) isError(status string) bool {
	it := &f.item
	switch code := it.Get("exit_code"); {
	case it.kind == command && !code.None():
		if code.Kind() != '0' {
			f.Mismatch("item.exit_code")
		}
		n, ok := code.Int()
		return !ok || n != 0
	case it.kind == mcp && !it.Get("error").None():
		return true
	}
	return status == failed
}
