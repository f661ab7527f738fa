package generator

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// addExtra puts something beside the tree, in a session and at a place in the
// order, under a fault.
func (m *maker) addExtra(e scenario.Extra, session int, by scenario.Set) {
	e.At, e.Session, e.Need = m.N(1024), session, by|m.Sessions[session].Need
	m.Extras = append(m.Extras, e)
}

// beside is an entry for one extra, in any session.
func beside(k fault.Kind) func(m *maker) {
	return func(m *maker) { m.putBeside(k, m.N(len(m.Sessions))) }
}

// atRoot is beside, in the session of the user.
func atRoot(k fault.Kind) func(m *maker) {
	return func(m *maker) { m.putBeside(k, 0) }
}

func (m *maker) putBeside(k fault.Kind, session int) {
	if by := m.fault(k, session, scenario.None, scenario.None); by != 0 {
		m.addExtra(scenario.Extra{Kind: k}, session, by)
	}
}

// noise adds a few records that say nothing, under one fault; or a block.
func noise(m *maker) {
	if m.f.Asides && m.Chance(128) {
		onMessage(fault.Noise, extensible)(m)
		return
	}
	by := m.fault(fault.Noise, scenario.None, scenario.None, scenario.None)
	if by == 0 {
		return
	}
	for range 1 + m.N(6) {
		x := scenario.Extra{Kind: fault.Noise, Note: pick(m.Source, scenario.NoteKinds(m.f))}
		if x.Note == spec.NoteSystem || x.Note == spec.NoteCustom {
			x.Text = text(m.Source, 4)
		}
		m.addExtra(x, m.N(len(m.Sessions)), by)
	}
}

// extensible: a block can stand behind all others of the message.
func extensible(m *maker, msg *scenario.Message) bool {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != scenario.None && m.Calls[c].Fault.Kind == fault.Served {
			return false
		}
	}
	return notWhole(m, msg)
}

// ownContent adds a message that a tool itself says.
func ownContent(m *maker) {
	session := m.N(len(m.Sessions))
	if by := m.fault(fault.OwnContent, session, scenario.None, scenario.None); by != 0 {
		m.addExtra(scenario.Extra{Kind: fault.OwnContent, Note: spec.NoteCustom, Text: text(m.Source, 4)}, session, by)
	}
}

var limits = []spec.Limit{
	{Rejected: true, Window: "five_hour"}, {Rejected: true}, {Window: "five_hour"}, {Window: "seven_day"}, {},
}

// limitReports adds quota records, under one fault.
func limitReports(m *maker) {
	by := m.fault(fault.LimitReported, scenario.None, scenario.None, scenario.None)
	if by == 0 {
		return
	}
	for range 1 + m.N(4) {
		m.addExtra(scenario.Extra{Kind: fault.LimitReported, Limit: pick(m.Source, limits)}, 0, by)
	}
}

// replay adds a record that comes again.
func replay(m *maker) {
	if by := m.fault(fault.Replay, scenario.None, scenario.None, scenario.None); by != 0 {
		m.addExtra(scenario.Extra{Kind: fault.Replay, Back: m.N(1024)}, 0, by)
	}
}

// stop ends the stream in the middle; a scenario has one such end.
func stop(k fault.Kind) func(m *maker) {
	return func(m *maker) {
		for i := range m.Extras {
			if m.Extras[i].Kind.Stops() {
				return
			}
		}
		session := 0
		if k == fault.Interrupted {
			session = m.N(len(m.Sessions))
		}
		m.putBeside(k, session)
		if k == fault.Truncated && m.Chance(128) {
			m.End = spec.Cut
		}
	}
}

// fullAfter restates a message after its pieces, or everything where a list of all
// messages may come anywhere; or another session is shown whole before all.
func fullAfter(m *maker) {
	switch {
	case fault.RestatesAll(m.f):
		atRoot(fault.FullAfter)(m)
	case !fault.ShowsAnother(m.f):
		onMessage(fault.FullAfter, restatable)(m)
	case m.Chance(64) && !slices.ContainsFunc(m.Extras, func(e scenario.Extra) bool { return e.Kind == fault.FullAfter }):
		if by := m.fault(fault.FullAfter, scenario.None, scenario.None, scenario.None); by != 0 {
			m.addExtra(scenario.Extra{Kind: fault.FullAfter}, 0, by)
			m.Faults[len(m.Faults)-1].Rule = "session/continued"
		}
	}
}

// endAlone adds the end of a sub-session of which nothing came before; a scenario has
// one.
func endAlone(m *maker) {
	if !slices.ContainsFunc(m.Extras, func(e scenario.Extra) bool { return e.Kind == fault.EndAlone }) {
		beside(fault.EndAlone)(m)
	}
}
