package acp

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// The ids of the options in both forms, first of the one that allows.
var optionNames = [2][2]string{{"allow", "reject"}, {"option-2", "option-1"}}

func (w *writer) options() [2]string {
	if w.Forms.Has(optionIDs) {
		return optionNames[1]
	}
	return optionNames[0]
}

// asks writes a request for an approval, which can be the first mention of its call.
func (w *writer) asks(events []spec.Event) error {
	e := events[len(events)-1]
	if e.Wait != "" {
		return wire.NotRepresentable(&e, "Wait", "a request has an id that means nothing")
	}
	for i := range events[:len(events)-1] {
		before := &events[i]
		if before.Call != e.Call || before.Kind != spec.CallOpen && before.Kind != spec.ArgsEnd {
			return wire.NotRepresentable(before, "", "not in one record with wait")
		}
		if e.Name == "" {
			e.Name = before.Name
		}
		e.Args, e.ArgsValue = before.Args, before.ArgsValue
	}
	w.request(agent, w.next(), "session/request_permission", e.Session)
	if e.Call != "" {
		w.Begin("toolCall", '{')
		w.named(&e)
		if e.ArgsValue {
			w.raw("rawInput", e.Args)
		}
		w.brought(&e)
		w.Close('}')
	}
	w.offers()
	w.ends()
	return nil
}

func (w *writer) offers() {
	ids := w.options()
	kinds := []int{0, 1}
	if w.Forms.Has(optionIDs) {
		kinds = []int{1, 0}
	}
	w.Begin("options", '[')
	for _, kind := range kinds {
		w.Open('{')
		w.Member("optionId", ids[kind])
		w.Member("name", [2]string{"Yes", "No"}[kind])
		w.Member("kind", [2]string{"allow_once", "reject_once"}[kind])
		w.Close('}')
	}
	w.Close(']')
}

// decide writes the answer to a request for an approval.
func (w *writer) decide(id string, r request, e *spec.Event) error {
	option := w.options()[0]
	if e.Status == spec.Denied {
		option = w.options()[1]
	}
	if _, offered := r.options[option]; !offered {
		return wire.NotRepresentable(e, "", "no option says it")
	}
	w.open(client)
	w.raw("id", id)
	w.Begin("result", '{')
	w.Begin("outcome", '{')
	w.Member("outcome", "selected")
	w.Member("optionId", option)
	w.Close('}')
	w.ends()
	return nil
}
