package scenario

import "github.com/quock-dev/quock/spec"

// Hazards appends to all the perils that happen, with the ids that they touch.
func (sc *Scenario) Hazards(all []spec.Hazard) []spec.Hazard {
	for i := range sc.Perils {
		if !sc.Off.Has(1 << (i + 1)) {
			all = append(all, sc.hazard(i))
		}
	}
	return all
}

func (sc *Scenario) hazard(i int) spec.Hazard {
	p := &sc.Perils[i]
	h := spec.Hazard{ID: i + 1, Name: p.Kind.String(), Rule: p.Rule}
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
	case OrphanResult:
		h.Call = OrphanID
	case StrayClose:
		h.Session = spec.To(GhostID)
	}
	for n := 1; n <= len(sc.Perils); n++ {
		if p.Needs.Has(1 << n) {
			h.Needs = append(h.Needs, n)
		}
	}
	return h
}
