package lanes

import (
	"sort"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// An openCall is a call without a result, with the line that tells of it first.
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

// stillOpen lists the calls that are open now.
func (d *Drawing) stillOpen() { d.left(d.openCalls()) }

// left lists calls that have no result.
func (d *Drawing) left(calls []openCall) {
	n := 0
	for _, o := range calls {
		if o.call.Status == spec.Done || o.call.Status == spec.Failed || o.call.Status == spec.Denied {
			continue
		}
		if n++; n > most {
			continue
		}
		d.write(&item{begin: o.line, end: o.line, mood: odd}, nil, false,
			"open: "+name(o.call)+" of "+d.plainOwner(d.voiceOf(o.call.Session), o.call.Session.ID)+", "+string(o.call.Status))
	}
	if n > most {
		d.last(odd, "and "+number(n-most)+" more calls open")
	}
}
