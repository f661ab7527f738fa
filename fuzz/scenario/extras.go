package scenario

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// addExtra puts something beside the tree, in a session and at a place in the
// order, under a fault.
func (m *maker) addExtra(e Extra, session int, by Set) {
	e.At, e.Session, e.Need = m.N(1024), session, by|m.Sessions[session].Need
	m.Extras = append(m.Extras, e)
}

// beside is an entry for one extra, in any session.
func beside(k FaultKind) func(m *maker) {
	return func(m *maker) { m.putBeside(k, m.N(len(m.Sessions))) }
}

// atRoot is beside, in the session of the user.
func atRoot(k FaultKind) func(m *maker) {
	return func(m *maker) { m.putBeside(k, 0) }
}

func (m *maker) putBeside(k FaultKind, session int) {
	if by := m.fault(k, session, None, None); by != 0 {
		m.addExtra(Extra{Kind: k}, session, by)
	}
}

// noise adds a few records that say nothing, under one fault; or a block.
func noise(m *maker) {
	if m.f.Asides && m.Chance(128) {
		onMessage(Noise, extensible)(m)
		return
	}
	by := m.fault(Noise, None, None, None)
	if by == 0 {
		return
	}
	for range 1 + m.N(6) {
		x := Extra{Kind: Noise, Note: pick(m.Source, NoteKinds(m.f))}
		if x.Note == spec.NoteSystem || x.Note == spec.NoteCustom {
			x.Text = text(m.Source, 4)
		}
		m.addExtra(x, m.N(len(m.Sessions)), by)
	}
}

// extensible: a block can stand behind all others of the message.
func extensible(m *maker, msg *Message) bool {
	for j := msg.Items.From; j < msg.Items.To; j++ {
		if c := m.Items[j].Call; c != None && m.Calls[c].Fault.Kind == Served {
			return false
		}
	}
	return notWhole(m, msg)
}

// ownContent adds a message that a tool itself says.
func ownContent(m *maker) {
	session := m.N(len(m.Sessions))
	if by := m.fault(OwnContent, session, None, None); by != 0 {
		m.addExtra(Extra{Kind: OwnContent, Note: spec.NoteCustom, Text: text(m.Source, 4)}, session, by)
	}
}

var limits = []spec.Limit{
	{Rejected: true, Window: "five_hour"}, {Rejected: true}, {Window: "five_hour"}, {Window: "seven_day"}, {},
}

// limitReports adds quota records, under one fault.
func limitReports(m *maker) {
	by := m.fault(LimitReported, None, None, None)
	if by == 0 {
		return
	}
	for range 1 + m.N(4) {
		m.addExtra(Extra{Kind: LimitReported, Limit: pick(m.Source, limits)}, 0, by)
	}
}

// replay adds a record that comes again.
func replay(m *maker) {
	if by := m.fault(Replay, None, None, None); by != 0 {
		m.addExtra(Extra{Kind: Replay, Back: m.N(1024)}, 0, by)
	}
}

// stop ends the stream in the middle; a scenario has one such end.
func stop(k FaultKind) func(m *maker) {
	return func(m *maker) {
		for i := range m.Extras {
			if m.Extras[i].Kind.Stops() {
				return
			}
		}
		session := 0
		if k == Interrupted {
			session = m.N(len(m.Sessions))
		}
		m.putBeside(k, session)
		if k == Truncated && m.Chance(128) {
			m.End = spec.Cut
		}
	}
}

// fullAfter restates a message after its pieces, or everything where a list of all
// messages may come anywhere; or another session is shown whole before all.
func fullAfter(m *maker) {
	switch {
	case RestatesAll(m.f):
		atRoot(FullAfter)(m)
	case !ShowsAnother(m.f):
		onMessage(FullAfter, restatable)(m)
	case m.Chance(64) && !slices.ContainsFunc(m.Extras, func(e Extra) bool { return e.Kind == FullAfter }):
		if by := m.fault(FullAfter, None, None, None); by != 0 {
			m.addExtra(Extra{Kind: FullAfter}, 0, by)
			m.Faults[len(m.Faults)-1].Rule = "session/continued"
		}
	}
}
