package openai

import (
	"github.com/quock-dev/quock/spec/wire/scan"
)

// fields are the members of a record and of what it wraps, read in one pass.
// Members that no event has together share one.
type fields struct {
	kind                               string // its type
	lane                               string
	laned                              bool // a log or the socket names the lane
	itemID                             string
	index, sequence                    scan.Value
	part, item, response, agent        scan.Value
	delta, whole                       scan.Value
	sub                                scan.Value // content_index, summary_index or command_index
	fault, status                      scan.Value
	input, previous, stream            scan.Value
	event, data, request, conn, closed scan.Value
	choices, object, messages          scan.Value
	usage, groq                        scan.Value // of a chunk
	call                               string     // tool_call_id
}

// take reads the members of an object.
func (r *fields) take(members scan.Object) {
	for i := range members {
		m := members[i].Value
		switch key := members[i].Key; key {
		case "type":
			r.kind, _ = m.Text()
		case "sequence_number":
			r.sequence = m
		case "output_index":
			r.index = m
		case "content_index", "summary_index", "command_index":
			r.sub = m
		case "item_id":
			r.itemID, _ = m.Text()
		case "delta":
			r.delta = m
		case "item":
			r.item = m
		case "part", "annotation":
			r.part = m
		case "text", "refusal", "arguments", "code", "command", "partial_image_b64":
			r.whole = m
		case "input":
			r.input, r.whole = m, m
		case "response":
			r.response = m
		case "agent":
			r.agent = m
		case "stream_id":
			r.stream = m
		case "error", "message":
			r.problem(key, m)
		case "status":
			r.status = m
		default:
			r.envelope(key, m)
		}
	}
}

// problem is an error's object, else its message.
func (r *fields) problem(key string, m scan.Value) {
	if key == "error" || r.fault == "" {
		r.fault = m
	}
}

// envelope takes what a log, a framing or another protocol wraps an event in.
func (r *fields) envelope(key string, m scan.Value) {
	switch key {
	case "lane":
		r.lane = textOf(m)
		r.laned = r.lane != ""
	case "previous_response_id", "steer":
		r.previous = m
	case "conn":
		r.conn = m
	case "event":
		r.event = m
	case "data":
		r.data = m
	case "request":
		r.request = m
	case "closed", "done":
		r.closed = m
	case "choices":
		r.choices = m
	case "usage":
		r.usage = m
	case "x_groq":
		r.groq = m
	case "object":
		r.object = m
	case "messages":
		r.messages = m
	case "tool_call_id":
		r.call = textOf(m)
	}
}

func textOf(v scan.Value) string {
	text, _ := v.Text()
	return text
}

// number is a position, -1 where there is none.
func number(v scan.Value) int64 {
	if n, ok := v.Int(); ok && n >= 0 {
		return n
	}
	return none
}

// none is no position.
const none = -1
