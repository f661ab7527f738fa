package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// owners replaces the owner of a piece without an id. The wrong decision
// receives the honest answer.
func owners(wrong func(s *model.State, m *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int)) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.FragmentOwner
		sem.FragmentOwner = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) (*model.Call, int) {
			c, of := honest(s, ss, m, e)
			d, others := wrong(s, m, e, c, of)
			n.when(c != d || of != others)
			return d, others
		}
	}
}

// instead returns d as the only owner, or the honest answer if d is nil.
func instead(d, c *model.Call, of int) (*model.Call, int) {
	if d == nil {
		return c, of
	}
	return d, 1
}

var (
	lastCallSeen = owners(func(_ *model.State, m *model.Message, _ *spec.Event, c *model.Call, of int) (*model.Call, int) {
		return instead(lastCall(callsOf(m), running), c, of)
	})

	slotOfAnySession = owners(func(s *model.State, _ *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		for _, ss := range s.Sessions {
			if d := lastCall(ss.Calls, func(d *model.Call) bool { return d.Slot == e.Slot && running(d) }); d != nil && e.Slot != "" {
				return d, 1
			}
		}
		return c, of
	})

	slotOpenedLast = owners(func(s *model.State, _ *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		var last *model.Call
		for _, ss := range s.Sessions {
			for _, d := range ss.Calls {
				if d.Slot == e.Slot && d.Opened > 0 && (last == nil || d.Opened >= last.Opened) {
					last = d
				}
			}
		}
		if e.Slot == "" || e.Kind != spec.CallArgs {
			last = nil // the end of arguments asks too
		}
		return instead(last, c, of)
	})

	firstAtSlot = owners(func(_ *model.State, m *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		d := firstCall(callsOf(m), func(d *model.Call) bool { return d.Slot == e.Slot })
		if e.Slot == "" {
			d = nil
		}
		return instead(d, c, of)
	})

	slotZeroIsNone = owners(func(_ *model.State, m *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		if e.Slot != "0" {
			return c, of
		}
		return nil, 0
	})

	slotlessRefused = owners(func(_ *model.State, _ *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		if e.Slot != "" {
			return c, of
		}
		return nil, 0
	})

	guessesOwner = owners(func(_ *model.State, m *model.Message, _ *spec.Event, c *model.Call, of int) (*model.Call, int) {
		if of < 2 {
			return c, of
		}
		return instead(firstCall(callsOf(m), func(d *model.Call) bool { return running(d) && !d.ArgsDone }), c, of)
	})

	eldestTakesAll = owners(func(_ *model.State, m *model.Message, _ *spec.Event, c *model.Call, of int) (*model.Call, int) {
		return instead(firstCall(callsOf(m), func(d *model.Call) bool { return running(d) && len(d.Args) == 0 }), c, of)
	})
)

func slotOverID(sem *model.Semantics, n *Count) {
	honest := sem.FragmentCall
	sem.FragmentCall = func(ss *model.Session, e *spec.Event) *model.Call {
		c := honest(ss, e)
		d := lastCall(ss.Calls, func(d *model.Call) bool { return e.Slot != "" && d.Slot == e.Slot && running(d) })
		if d == nil && e.Slot == "" {
			d = c
		}
		return answer(n, c, d)
	}
}

// announces replaces which call an announcement names again. It asks the honest
// decision only if the wrong one has no answer, because the honest one may
// report.
func announces(wrong func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Announced
		sem.Announced = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call {
			d := wrong(s, ss, m, e)
			if d == nil {
				n.when(false)
				return honest(s, ss, m, e)
			}
			another := d.ArgsDone && e.Name != "" && e.Slot != "" && e.Slot != d.Slot // to the honest one
			n.when(another || d.ID != e.Call || d.Message != m)
			return d
		}
	}
}

var (
	sameSlotSameCall = announces(func(_ *model.State, _ *model.Session, m *model.Message, e *spec.Event) *model.Call {
		return lastCall(callsOf(m), func(d *model.Call) bool { return e.Slot != "" && d.Slot == e.Slot && running(d) })
	})

	slotOutlivesMessage = announces(func(_ *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call {
		return lastCall(ss.Calls, func(d *model.Call) bool {
			return e.Slot != "" && d.Slot == e.Slot && d.Message != m && running(d)
		})
	})
)

func repeatedIDIsNew(sem *model.Semantics, n *Count) {
	honest := sem.Announced
	sem.Announced = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call {
		return answer(n, honest(s, ss, m, e), nil)
	}
}

func oneCallARecord(sem *model.Semantics, n *Count) {
	honest := sem.Announced
	record, on := 0, (*model.Message)(nil)
	sem.Announced = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call {
		c := honest(s, ss, m, e)
		calls := callsOf(m)
		if n.when(c == nil && e.Record != 0 && e.Record == record && m == on && len(calls) > 0) {
			return calls[len(calls)-1]
		}
		record, on = e.Record, m
		return c
	}
}

func strayAsProse(sem *model.Semantics, n *Count) {
	honest := sem.Stray
	sem.Stray = func(s *model.State, ss *model.Session, kind spec.AnomalyKind, text string) {
		m := spoken(ss, anyMessage)
		if n.when(m != nil) {
			say(m, text)
			return
		}
		honest(s, ss, kind, text)
	}
}
