package damage

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

func drop(p *plan, e *Edit) { p.lost[p.record(e)] = true }

func double(p *plan, e *Edit) {
	r := p.record(e)
	p.again(r, r, e, 0)
}

// swap changes places with what comes next by then.
func swap(p *plan, e *Edit) {
	i := slices.Index(p.order, p.record(e))
	if i >= 0 && i+1 < len(p.order) {
		p.order[i], p.order[i+1] = p.order[i+1], p.order[i]
	}
}

// stray puts a copy of the event behind its record, alone, under another id.
func stray(p *plan, e *Edit) {
	if len(e.Names) == 0 {
		return
	}
	one, to := p.events[p.at[e.ID]], e.Names[0].To.String()
	one.ID = fresh(one.ID, e, 0)
	switch e.Class {
	case ids.Calls:
		one.Call, one.Slot = to, ""
	case ids.Messages:
		one.Message = to
	case ids.Turns:
		one.Turn = to
	case ids.Sessions:
		one.Session = to
	}
	p.put(p.record(e), one)
}

// replay puts the last records, as many as the edit says, behind the last of
// them.
func replay(p *plan, e *Edit) {
	last := p.record(e)
	for n, r := 0, max(0, last-e.N+1); r <= last; n, r = n+1, r+1 {
		p.again(r, last, e, n)
	}
}

// truncate emits nothing behind the record; the earliest one counts.
func truncate(p *plan, e *Edit) {
	at := slices.Index(p.order, p.record(e)) + 1
	if at > p.cut {
		return
	}
	p.cut = at
	p.end = spec.Cut
	if e.N == 1 {
		p.end = spec.EOF
	}
}

// greatest bounds what an edit that came from elsewhere can ask for.
const greatest = 10_000

// nest puts sessions behind the record, each the child of the one before, the
// first that of the event's session.
func nest(p *plan, e *Edit) {
	one := p.events[p.at[e.ID]]
	id, of, r := one.ID, one.Session, p.record(e)
	one.ParentCall = spec.Ref{}
	for n := range min(e.N, greatest) {
		one.Parent, one.Session = spec.To(of), fmt.Sprintf("nest-%d-%d", e.ID, n)
		one.ID = fresh(id, e, n)
		of = one.Session
		p.put(r, one)
	}
}

// flood puts as many copies of the event behind its record, each with a text of
// one character.
func flood(p *plan, e *Edit) {
	one := p.events[p.at[e.ID]]
	id, r := one.ID, p.record(e)
	if one.Kind == spec.Text || one.Kind == spec.CallArgs {
		one.Text = " "
	}
	for n := range min(e.N, greatest) {
		one.ID = fresh(id, e, n)
		p.put(r, one)
	}
}

// fresh is an event's id that no other has; one without stays so.
func fresh(id string, e *Edit, n int) string {
	if id == "" {
		return ""
	}
	return id + "~" + strconv.Itoa(e.ID) + "." + strconv.Itoa(n)
}
