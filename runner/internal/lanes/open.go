package lanes

import (
	"fmt"
	"sort"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
)

// An openCall is a call without a result, with the first line that shows it.
type openCall struct {
	call *model.Call
	line int
}

// openCalls are the calls without a result, in the order of their lines.
func (d *Drawing) openCalls() []openCall {
	var all []openCall
	for id, v := range d.sessions {
		if !d.selected(id) {
			continue
		}
		for c, line := range v.open {
			all = append(all, openCall{c, line})
		}
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.line != b.line {
			return a.line < b.line
		}
		return a.call.Session.ID+"\x00"+a.call.ID < b.call.Session.ID+"\x00"+b.call.ID
	})
	return all
}

// left lists calls without a result, each with the rule that this breaks, and returns
// the first ones, by session and id.
func (d *Drawing) left(calls []openCall, broken []produce.Breach) map[[2]string]bool {
	rule := map[[2]string]string{}
	for i := range broken {
		if broken[i].Call != "" {
			rule[[2]string{broken[i].Session, broken[i].Call}] = broken[i].Rule
		}
	}
	n, listed := 0, map[[2]string]bool{}
	for _, o := range calls {
		if o.call.Status == spec.Done || o.call.Status == spec.Failed || o.call.Status == spec.Denied {
			continue
		}
		id := [2]string{o.call.Session.ID, o.call.ID}
		listed[id] = true
		if n++; n <= most {
			d.unanswered(o, rule[id])
		}
	}
	if n > most {
		d.last(Odd, "and "+counted(n-most, "call")+" more without a result")
	}
	return listed
}

func (d *Drawing) unanswered(o openCall, rule string) {
	words := fmt.Sprintf("no result: %s of %s, %s", name(o.call), d.plainOwner(d.lastOf(o.call.Session), o.call.Session.ID), o.call.Status)
	if rule != "" {
		words = "! " + words + ", breaks " + rule
	}
	d.write(&item{begin: o.line, end: o.line, mood: Odd}, nil, words)
}
