package scenario

import (
	"fmt"

	"github.com/quock-dev/quock/fuzz/fault"
)

// Check reports whether the nodes of a scenario that was read refer to each
// other.
func (sc *Scenario) Check() error {
	if len(sc.Sessions) == 0 {
		return fmt.Errorf("scenario: no session")
	}
	if len(sc.Faults) > MaxFaults {
		return fmt.Errorf("scenario: %d faults, more than %d", len(sc.Faults), MaxFaults)
	}
	bounds := []struct {
		name string
		ok   bool
	}{
		{"session", all(sc.Sessions, sc.sessionFits)},
		{"turn", all(sc.Turns, sc.turnFits) && sc.forward()},
		{"message", all(sc.Messages, sc.messageFits)},
		{"item", all(sc.Items, sc.itemFits)},
		{"call", all(sc.Calls, sc.callFits)},
		{"extra", all(sc.Extras, func(e *Extra) bool { return in(e.Session, len(sc.Sessions)) })},
		{"fault", all(sc.Faults, sc.faultFits)},
	}
	for _, b := range bounds {
		if !b.ok {
			return fmt.Errorf("scenario: a %s refers to what is not there", b.name)
		}
	}
	return nil
}

func all[T any](list []T, ok func(*T) bool) bool {
	for i := range list {
		if !ok(&list[i]) {
			return false
		}
	}
	return true
}

// in: an index of a list; orNone: that, or none.
func in(i, n int) bool { return i >= 0 && i < n }

func orNone(i, n int) bool { return i == None || in(i, n) }

func within(s Span, n int) bool { return s.From >= 0 && s.From <= s.To && s.To <= n }

func (sc *Scenario) sessionFits(s *Session) bool {
	return orNone(s.Parent, len(sc.Sessions)) && orNone(s.By, len(sc.Calls)) &&
		in(s.First, len(sc.Turns)) && in(s.Last, len(sc.Turns))
}

func (sc *Scenario) turnFits(t *Turn) bool {
	return in(t.Session, len(sc.Sessions)) && orNone(t.Next, len(sc.Turns)) && orNone(t.By, len(sc.Calls)) &&
		within(t.Messages, len(sc.Messages))
}

func (sc *Scenario) messageFits(m *Message) bool {
	return in(m.Session, len(sc.Sessions)) && in(m.Turn, len(sc.Turns)) && within(m.Items, len(sc.Items)) &&
		orNone(m.Like, len(sc.Messages))
}

func (sc *Scenario) itemFits(it *Item) bool {
	return in(it.Message, len(sc.Messages)) && orNone(it.Call, len(sc.Calls)) && orNone(it.Like, len(sc.Items)) &&
		within(it.Cuts, len(sc.Cuts)) && sc.cutsFit(it)
}

// cutsFit: the ends of an item's pieces rise within its text.
func (sc *Scenario) cutsFit(it *Item) bool {
	text := it.Text
	if in(it.Call, len(sc.Calls)) {
		text = sc.Calls[it.Call].Args
	}
	last := 0
	for _, end := range sc.Cuts[it.Cuts.From:it.Cuts.To] {
		if int(end) < last || int(end) > len(text) {
			return false
		}
		last = int(end)
	}
	return true
}

// forward: turns follow, and sub-sessions are made by, earlier ones.
func (sc *Scenario) forward() bool {
	for i := range sc.Turns {
		t := &sc.Turns[i]
		if t.Next != None && t.Next <= i {
			return false
		}
		if t.By != None && (sc.Calls[t.By].Turn >= i || sc.Calls[t.By].Child != i) {
			return false
		}
	}
	for i := range sc.Calls {
		if child := sc.Calls[i].Child; child != None && (!in(child, len(sc.Turns)) || sc.Turns[child].By != i) {
			return false
		}
	}
	return true
}

func (sc *Scenario) callFits(c *Call) bool {
	return in(c.Session, len(sc.Sessions)) && in(c.Turn, len(sc.Turns)) && in(c.Message, len(sc.Messages)) &&
		in(c.Item, len(sc.Items)) && orNone(c.Child, len(sc.Turns)) && orNone(c.Like, len(sc.Calls)) &&
		orNone(c.Twin, len(sc.Calls)) && c.Fault.N >= 0 && (c.Fault.N == 0 || c.Fault.N <= len(c.Args))
}

func (sc *Scenario) faultFits(p *Fault) bool {
	return p.Kind > 0 && p.Kind < fault.Kinds && orNone(p.Session, len(sc.Sessions)) &&
		orNone(p.Message, len(sc.Messages)) && orNone(p.Call, len(sc.Calls))
}
