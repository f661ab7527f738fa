package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// readResults are the results among the blocks, by their place.
func readResults(list []block) map[int]result {
	var all map[int]result
	for i := range list {
		if list[i].kind != ResultType {
			continue
		}
		if b, ok := list[i].result(); ok {
			if all == nil {
				all = map[int]result{}
			}
			all[i] = b
		}
	}
	return all
}

// results reads a record with results. One of a call that is void is void, too.
func (r *reading) results(list []block, results map[int]result) {
	t := r.where()
	caller := r.called(t, len(list), results)
	if caller >= 0 && !t.live(caller) && !t.split {
		r.aside(note(spec.NoteCustom, ""))
		return
	}
	p, again := r.chain(t, chained{caller: caller}, false)
	if again {
		t = p.thread
		r.reopen(p)
	} else {
		r.enter(t, &p)
	}
	var others []block
	for i := range list {
		if b, ok := results[i]; ok {
			r.answers(t, &b)
			continue
		}
		others = append(others, list[i])
	}
	r.spoken(t, r.id, others)
	r.stands(p)
}

// called is the record of the call that is answered first: the one that is named,
// else that of its id; -1 where it is not there.
func (r *reading) called(t *thread, blocks int, results map[int]result) int {
	if p, known := r.places[r.caller]; known && p.thread == t && p.mine {
		return p.at
	}
	for i := range blocks {
		if b, ok := results[i]; ok {
			if c, known := r.calls[b.call]; known && c.thread == t {
				return c.at
			}
		}
	}
	return -1
}

// answers gives one result.
func (r *reading) answers(t *thread, b *result) {
	done := spec.Event{Kind: spec.CallDone, Call: b.call, IsError: b.isError, Result: b.value()}
	switch {
	case r.decision == "reject":
		done.Status = spec.Denied
	case r.decision == "" && r.denial != "":
		done.Status = spec.Cancelled
	}
	r.emit(t, done)
	if r.result.Kind() == '{' {
		r.linked(t, strings.Clone(b.call), wire.Text(r.result.Get("agentId")))
	}
}
