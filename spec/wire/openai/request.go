package openai

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// asked reads what a client sends: results of its calls, and what the user says.
// A client may repeat the whole conversation; then what is new stands behind the
// last thing that the model said.
func (p *pass) asked() {
	if p.messages != "" {
		p.chatAsked(slices.Collect(p.messages.Elements()))
		return
	}
	list := slices.Collect(p.input.Elements())
	p.gives(p.results(list), p.prompts(list))
}

// gives says what a request holds that is new.
func (p *pass) gives(results []spec.Event, prompts []string) {
	if len(results) == 0 && len(prompts) > 0 && p.kind == create && p.at.running {
		p.endTurn(spec.Event{Status: spec.Incomplete})
	}
	for _, e := range results {
		p.emit(e)
	}
	for _, text := range prompts {
		p.emit(spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{
			{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: text}}},
		}})
	}
	if len(p.out) == p.from {
		p.note(spec.NoteCustom)
	}
}

// prompts are what the user says anew.
func (p *pass) prompts(list []scan.Value) []string {
	if text, ok := p.input.Text(); ok && text != "" {
		return []string{text}
	}
	var all []string
	for _, v := range list {
		role, kind := textOf(v.Get("role")), textOf(v.Get("type"))
		switch {
		case role == "user":
			all = append(all, prompt(v.Get("content")))
		case role == "" && kinds[kind].class == result, role == "system", role == "developer", kind == "mcp_approval_response":
		default:
			all = all[:0]
		}
	}
	return all
}

// prompt is the text of a user's message.
func prompt(content scan.Value) string {
	if text, ok := content.Text(); ok {
		return text
	}
	text := ""
	for part := range content.Elements() {
		text += textOf(part.Get("text"))
	}
	return text
}

// results are those that no request held before. Several of one id answer the
// newest calls of the id, the last the newest.
func (p *pass) results(list []scan.Value) []spec.Event {
	history, left := map[string]bool{}, map[string]int{}
	for _, v := range list {
		if kinds[textOf(v.Get("type"))].class == called {
			history[textOf(v.Get("call_id"))] = true
		}
	}
	var all []spec.Event
	for _, v := range slices.Backward(list) {
		o := p.rooms.members.Read(v)
		e := spec.Event{Kind: spec.CallDone, Call: textOf(o.Get("call_id")), Result: output(o)}
		switch kind := textOf(o.Get("type")); {
		case kind == "mcp_approval_response":
			e = approval(o)
		case kinds[kind].class != result || e.Call == "":
			continue
		}
		if p.answers(e.Call, left, history) {
			all = append(all, e)
		}
	}
	slices.Reverse(all)
	return newestFirst(all)
}

// answers reports whether a result is new, and takes its call for answered.
func (p *pass) answers(call string, left map[string]int, history map[string]bool) bool {
	known := p.at.calls[call]
	n := len(known) - 1 - left[call]
	left[call]++
	switch {
	case len(known) == 0:
		return !history[call]
	case n < 0 || *known[n]:
		return false
	}
	*known[n] = true
	return true
}

// newestFirst puts results of one id into the order in which they find their
// calls.
func newestFirst(all []spec.Event) []spec.Event {
	for i := range all {
		for j := len(all) - 1; j > i; j-- {
			if all[j].Call == all[i].Call {
				all[i].Result, all[j].Result = all[j].Result, all[i].Result
				break
			}
		}
	}
	return all
}

// approval is a person's answer to a request: the request's result.
func approval(v scan.Object) spec.Event {
	e := spec.Event{Kind: spec.CallDone, Call: textOf(v.Get("approval_request_id"))}
	approved, _ := v.Get("approve").Bool()
	if e.Result = []byte(`{"approve":true}`); !approved {
		e.Result, e.Status = []byte(`{"approve":false}`), spec.Denied
	}
	return e
}
