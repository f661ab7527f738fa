package scenario

import "github.com/quock-dev/quock/spec"

// addExtra puts something beside the tree, in a session and at a place in the
// order, under a fault.
func (m *maker) addExtra(e Extra, session int, by Set) {
	e.At, e.Session, e.Need = m.n(1024), session, by|m.Sessions[session].Need
	m.Extras = append(m.Extras, e)
}

// beside is an entry for one extra, in any session.
func beside(k FaultKind) func(m *maker) {
	return func(m *maker) { m.putBeside(k, m.n(len(m.Sessions))) }
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

var noises = []spec.Note{spec.NoteSystem, spec.NoteMedia, spec.NoteCustom, spec.NoteHeartbeat, spec.NoteUnknown}

// noises are the kinds of note that the dialect has.
func (m *maker) noises() []spec.Note {
	if len(m.f.Notes) > 0 {
		return m.f.Notes
	}
	return noises
}

// noise adds a few records that say nothing, under one fault; or a block.
func noise(m *maker) {
	if m.f.Asides && m.chance(128) {
		onMessage(Noise, extensible)(m)
		return
	}
	by := m.fault(Noise, None, None, None)
	if by == 0 {
		return
	}
	for range 1 + m.n(6) {
		x := Extra{Kind: Noise, Note: pick(m.dice, m.noises())}
		if x.Note == spec.NoteSystem || x.Note == spec.NoteCustom {
			x.Text = m.text(4)
		}
		m.addExtra(x, m.n(len(m.Sessions)), by)
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
	session := m.n(len(m.Sessions))
	if by := m.fault(OwnContent, session, None, None); by != 0 {
		m.addExtra(Extra{Kind: OwnContent, Note: spec.NoteCustom, Text: m.text(4)}, session, by)
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
	for range 1 + m.n(4) {
		m.addExtra(Extra{Kind: LimitReported, Limit: pick(m.dice, limits)}, 0, by)
	}
}

// replay adds a record that comes again.
func replay(m *maker) {
	if by := m.fault(Replay, None, None, None); by != 0 {
		m.addExtra(Extra{Kind: Replay, Back: m.n(1024)}, 0, by)
	}
}

// stop ends the stream in the middle; a scenario has one such end.
func stop(k FaultKind) func(m *maker) {
	return func(m *maker) {
		for i := range m.Extras {
			if m.Extras[i].Kind.stops() {
				return
			}
		}
		session := 0
		if k == Interrupted {
			session = m.n(len(m.Sessions))
		}
		m.putBeside(k, session)
		if k == Truncated && m.chance(128) {
			m.End = spec.Cut
		}
	}
}

// stops reports whether nothing is told behind a fault of the kind.
func (k FaultKind) stops() bool {
	return k == Truncated || k == CancelledAll || k == FatalError || k == Interrupted
}

// InputEnd is how the input ends.
func (sc *Scenario) InputEnd() spec.Cause {
	for i := range sc.Extras {
		if e := &sc.Extras[i]; e.Kind == Truncated && e.Holds(sc.On()) {
			return sc.End
		}
	}
	return spec.EOF
}

// extras adds the groups of what is told beside the tree. They wait for nothing
// and are put into the order where their At says (see Order).
func (b *Script) extras() {
	b.extra = int32(len(b.Groups))
	for i := range b.sc.Extras {
		e := &b.sc.Extras[i]
		b.base = b.bare()
		b.base.Extra, b.base.Session, b.base.Cond = int32(i), int32(e.Session), e.Cond
		b.group()
		switch e.Kind {
		case Noise, OwnContent:
			b.say(Notes, Cond{})
		case OrphanResult:
			b.say(ResultOrphaned, Cond{})
		case NoSession:
			b.say(TextHomeless, Cond{})
		case StrayClose:
			b.say(CloseOrphaned, Cond{})
		case LimitReported:
			b.say(Limits, Cond{})
		case NotFatal:
			b.say(Errs, Cond{})
		case Replay:
			b.say(Repeats, Cond{})
		case FullAfter:
			b.restated()
		default:
			b.stop(e.Kind)
		}
	}
}

// stop fills a group behind which nothing is told.
func (b *Script) stop(k FaultKind) {
	switch k {
	case CancelledAll:
		b.say(Cancels, Cond{})
	case FatalError:
		b.say(Fails, Cond{})
	case Interrupted:
		b.say(Waits, Cond{})
		if b.base.Session != 0 {
			b.base.Session = 0
			b.say(Waits, Cond{}).JoinBy = apart
		}
	}
	b.say(Stops, Cond{})
}

// apart is no fault: a step that joins by it has a record of its own.
const apart Set = 1
