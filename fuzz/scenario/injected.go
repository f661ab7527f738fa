package scenario

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
)

// Faults appends to all the faults that happen, with the ids that they touch.
func (sc *Scenario) Injected(all []spec.Fault) []spec.Fault {
	for i := range sc.Faults {
		if !sc.Off.Has(1 << (i + 1)) {
			all = append(all, sc.fault(i))
		}
	}
	return all
}

func (sc *Scenario) fault(i int) spec.Fault {
	p := &sc.Faults[i]
	h := spec.Fault{ID: i + 1, Name: p.Kind.String(), Rule: p.Rule}
	if p.Session != None {
		h.Session = spec.To(sc.Sessions[p.Session].ID)
	}
	if p.Message != None && sc.Features.MessageIDs {
		h.Message = sc.MessageID(p.Message)
	}
	if p.Call != None {
		h.Call = sc.CallID(p.Call)
	}
	switch p.Kind {
	case fault.OrphanResult:
		h.Call = OrphanID
	case fault.StrayClose:
		h.Session = spec.To(GhostID)
	}
	for n := 1; n <= len(sc.Faults); n++ {
		if p.Needs.Has(1 << n) {
			h.Needs = append(h.Needs, n)
		}
	}
	return h
}
