package scenario

import "github.com/quock-dev/quock/spec"

// putHazards puts faults on the tree: how many is drawn for the case, each of a
// kind that the dialect and level allow, on a node that has none.
func (m *maker) putHazards() {
	for range m.hazardCount() {
		k := HazardKind(1 + m.n(int(hazardKinds)-1))
		h := &kinds[k]
		if h.put == nil || !m.allowed(k) || !m.chance(min(h.base*m.hazardWeight(k)>>2, 256)) {
			continue
		}
		h.put(m)
	}
	m.needs()
}

// hazardCount is how many hazards are tried.
func (m *maker) hazardCount() int {
	switch bits := m.n(8); {
	case bits < 2:
		return 0
	case bits < 6:
		return 4 + m.n(12)
	}
	return 16 + m.n(48)
}

func (m *maker) hazardWeight(k HazardKind) int { return m.weights.hazards[k] }

func (m *maker) allowed(k HazardKind) bool {
	return kinds[k].level <= m.Level && kinds[k].fits(m.f)
}

// needs finds which perils depend on others: a peril on a node that is only
// there by another one.
func (m *maker) needs() {
	for i := range m.Perils {
		p := &m.Perils[i]
		own := Set(1) << (i + 1)
		switch {
		case p.Call != None:
			p.Needs |= m.Calls[p.Call].Need &^ own
		case p.Message != None:
			p.Needs |= m.Messages[p.Message].Need &^ own
		case p.Session != None:
			p.Needs |= m.Sessions[p.Session].Need &^ own
		}
	}
}

// anyCall draws a call without a fault for which ok holds; None after a few
// tries.
func (m *maker) anyCall(ok func(c *Call) bool) int {
	for range 3 {
		if len(m.Calls) == 0 {
			return None
		}
		i := m.n(len(m.Calls))
		if c := &m.Calls[i]; c.Fault.Kind == 0 && c.LikeBy == 0 && ok(c) {
			return i
		}
	}
	return None
}

// onCall puts a fault of a kind on a call for which ok holds.
func onCall(k HazardKind, ok func(m *maker, c *Call) bool) func(m *maker) bool {
	return func(m *maker) bool {
		i := m.anyCall(func(c *Call) bool { return ok(m, c) })
		if i == None {
			return false
		}
		c := &m.Calls[i]
		by := m.peril(k, c.Session, c.Message, i)
		if by == 0 {
			return false
		}
		c.Fault = Fault{Kind: k, By: by}
		return true
	}
}

func anyOf(*maker, *Call) bool { return true }

func derived(f *spec.Features) bool { return f.Owner == spec.Derived }

func anyDialect(*spec.Features) bool { return true }

var kinds [hazardKinds]hazardKind

func init() {
	kinds = [hazardKinds]hazardKind{
		ToolFirst:   {name: "tool-first", rule: "attach/tool-first", base: 16, fits: derived},
		SecondBatch: {name: "second-batch", rule: "attach/accumulate", base: 16, fits: derived},
		Nested:      {name: "nested", rule: "session/nested", base: 16, fits: anyDialect},
		Parallel:    {name: "parallel", rule: "session/parallel", base: 16, fits: anyDialect},
		Continued:   {name: "continued", rule: "session/continued", base: 16, fits: anyDialect},
		NeverAnswered: {
			name: "never-answered", rule: "missing/abandoned", level: Degraded, base: 16, fits: anyDialect,
			put: onCall(NeverAnswered, anyOf),
		},
		StartLost: {
			name: "start-lost", rule: "missing/start-lost", level: Degraded, base: 16, fits: derived,
			put: onCall(StartLost, anyOf),
		},
		SelectionLost: {
			name: "selection-lost", rule: "notify/lifecycle", level: Degraded, base: 16, fits: derived,
			put: onCall(SelectionLost, anyOf),
		},
		ResultTwice: {
			name: "result-twice", rule: "repeat/result-twice", level: Degraded, base: 16, fits: anyDialect,
			put: onCall(ResultTwice, anyOf),
		},
		LateResult: {
			name: "late-result", rule: "missing/late-result", level: Degraded, base: 16, fits: anyDialect,
			put: onCall(LateResult, func(m *maker, c *Call) bool { return m.f.Turns != spec.TurnsRun }),
		},
		Noise: {name: "noise", rule: "noise/transparent", fits: anyDialect},
	}
}
