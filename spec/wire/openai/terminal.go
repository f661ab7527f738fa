package openai

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// ended ends a response, and says all of its items once more. Its status decides
// how it ended, and not the name of the event.
func (p *pass) ended() {
	r := p.current()
	if r.over {
		p.frame("")
		return
	}
	p.answer = p.membersOf("response", p.response, &p.rooms.answer)
	named := strings.TrimPrefix(p.kind, "response.")
	status := textOf(p.answer.Get("status"))
	if status == "" || status == "in_progress" || status == "queued" {
		status = named
	}
	if status != named && status != "cancelled" {
		p.illegal(statusSays, "the response is "+status+", and its event another")
	}
	if p.repeats(r, status); p.fail.Reason != "" {
		return
	}
	r.over = true
	p.close(r, status)
}

// steered is why a response stopped whose successor follows without a request.
const steered = "steered"

// close ends the response's message, and the turn unless a client goes on.
func (p *pass) close(r *response, status string) {
	usage := usageOf(p.answer.Get("usage"))
	if status == "completed" {
		p.emit(spec.Event{Kind: spec.MessageClose, Message: r.message, Usage: usage})
		p.handOver(r)
		return
	}
	reason := textOf(p.answer.Get("incomplete_details").Get("reason"))
	switch {
	case status == "incomplete":
		p.emit(spec.Event{Kind: spec.MessageClose, Message: r.message, Usage: usage, StopReason: reason})
	case usage != nil:
		p.emit(spec.Event{Kind: spec.UsageReport, Message: r.message, Usage: usage})
	case p.at.failed:
		p.frame("")
	}
	switch {
	case p.at.failed || reason == steered:
	case status == "failed":
		p.endTurn(spec.Event{Status: spec.Failed, Error: words(p.answer.Get("error"))})
	case status == "cancelled":
		p.endTurn(spec.Event{Status: spec.Cancelled})
	default:
		p.endTurn(spec.Event{Status: spec.Incomplete, StopReason: reason})
	}
}

// handOver says which calls wait for the client. One that the client answers, or
// runs no further, holds the turn open.
func (p *pass) handOver(r *response) {
	waits := false
	for _, it := range r.items {
		if it.class != called || !it.client || *it.answered {
			continue
		}
		waits = true
		if it.complete {
			p.emit(spec.Event{Kind: spec.Wait, Call: it.call})
		}
	}
	if !waits {
		p.endTurn(spec.Event{})
	}
}

// repeats says what of the response's items did not stream.
func (p *pass) repeats(r *response, status string) {
	free := slices.Clone(r.items)
	var rest []scan.Value
	for v := range p.answer.Get("output").Elements() {
		if v.Kind() != '{' {
			continue
		}
		o := p.rooms.members.Read(v)
		p.members = o
		kind, id, call := textOf(o.Get("type")), textOf(o.Get("id")), textOf(o.Get("call_id"))
		i := slices.IndexFunc(free, func(it *item) bool { return it.may(kind) && it.names(id, call) })
		if i < 0 {
			rest = append(rest, v)
			continue
		}
		p.confirm(free[i], o, status)
		free = slices.Delete(free, i, i+1)
	}
	for _, v := range rest {
		o := p.rooms.members.Read(v)
		p.members = o
		kind := textOf(o.Get("type"))
		i := slices.IndexFunc(free, func(it *item) bool { return it.may(kind) })
		if i >= 0 {
			p.confirm(free[i], o, status)
			free = slices.Delete(free, i, i+1)
			continue
		}
		it := newItem(o, none)
		if p.open(r, it); p.fail.Reason != "" {
			return
		}
		p.confirm(it, o, status)
	}
	for _, it := range r.items {
		if it.preview != "" && len(it.args) == 0 && !it.complete {
			p.emit(spec.Event{Kind: spec.CallArgs, Message: r.message, Slot: it.slot, Call: it.call, Text: it.preview})
		}
	}
}

// may reports whether the item is of a type: one whose opening was lost may be of any
// in its class.
func (it *item) may(kind string) bool {
	return it.class == kinds[kind].class && (it.kindName == kind || it.kindName == "")
}

// confirm takes what the end of a response says of an item. One that is not done
// is complete only if the response is, or it says so.
func (p *pass) confirm(it *item, v scan.Object, status string) {
	itemStatus := textOf(v.Get("status"))
	p.restOf(it, v, itemStatus == "incomplete" || status != "completed" && itemStatus != "completed" && !it.done)
	it.done = true
}

func usageOf(v scan.Value) *spec.Usage {
	if v.Kind() != '{' {
		return nil
	}
	in, _ := v.Get("input_tokens").Int()
	out, _ := v.Get("output_tokens").Int()
	return &spec.Usage{Input: in, Output: out}
}
