package generator

import (
	"strings"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// maker makes one scenario.
type maker struct {
	*choice.Source
	*scenario.Scenario
	f *spec.Features
	weights
	budget int
	// asked is how many delegations were made.
	asked int
	// spans are the numbers of the spans of choices that made each call.
	spans []int
	// silentChildren are the sub-sessions that say nothing.
	silentChildren []silentChild
	// plan and fit are scratch space: the kinds of the items of one message, the
	// kinds of fault that fit.
	plan []spec.PartKind
	fit  []fault.Kind
	// fitDialect and fitLevel are what fit is for.
	fitDialect string
	fitLevel   fault.Level
}

// A Maker makes scenarios and keeps its memory from one to the next.
type Maker struct{ maker }

// Make invents a scenario: the tree first, turn by turn, then the faults on it,
// then how texts and arguments are cut; each from the dealer's layer. It takes the
// memory of an earlier scenario, which is lost.
func (k *Maker) Make(sc *scenario.Scenario, d *choice.Sources, p *Profile) {
	m := &k.maker
	reset(sc, p)
	m.Source, m.Scenario, m.f, m.asked = d.Layer(choice.Tree), sc, &sc.Features, 0
	m.spans, m.silentChildren = m.spans[:0], m.silentChildren[:0]
	m.explore(p)
	m.root()
	for i := 0; i < len(m.Turns); i++ {
		m.turn(i)
	}
	m.Source = d.Layer(choice.Faults)
	m.putFaults()
	m.Source = d.Layer(choice.Cuts)
	m.cut()
}

// explore draws how the case explores, and how long it may get.
func (m *maker) explore(p *Profile) {
	m.Open(choice.Weights, choice.None)
	defer m.Close()
	m.weights.draw(m.Source, p.Strategy)
	m.budget = p.Size
	if m.budget == 0 {
		m.budget = lengths(m.Source)
	}
}

func reset(sc *scenario.Scenario, p *Profile) {
	*sc = scenario.Scenario{
		Features: p.Features, Level: p.Level, End: spec.EOF,
		Sessions: sc.Sessions[:0], Turns: sc.Turns[:0], Messages: sc.Messages[:0], Items: sc.Items[:0],
		Calls: sc.Calls[:0], Extras: sc.Extras[:0], Cuts: sc.Cuts[:0], Faults: sc.Faults[:0],
	}
}

// roll makes a choice that has w of 256 chances in an even strategy.
func (m *maker) roll(k knob, w int) bool { return m.Chance(min(w*m.weights.knob(k)>>6, 240)) }

// fault adds a fault and returns it as a set; none where there are too many.
func (m *maker) fault(k fault.Kind, session, message, call int) scenario.Set {
	if len(m.Faults) >= scenario.MaxFaults {
		return 0
	}
	m.Faults = append(m.Faults, scenario.Fault{Kind: k, Rule: m.rule(k), Session: session, Message: message, Call: call})
	return 1 << len(m.Faults)
}

// rule draws what a fault of a kind is about: its rule, or one of those that
// the same deed is about as well.
func (m *maker) rule(k fault.Kind) string {
	also := k.Also()
	if len(also) == 0 {
		return k.Rule()
	}
	for range 4 {
		a := &also[m.N(len(also))]
		if a.Fits(m.f) {
			return a.Rule
		}
	}
	return k.Rule()
}

func (m *maker) root() {
	m.Sessions = append(m.Sessions, scenario.Session{ID: m.rootID(), Parent: scenario.None, By: scenario.None, First: scenario.None, Last: scenario.None})
	n := 1
	if m.f.Turns != spec.TurnsRun && m.roll(knobTurns, m.turnChance()) {
		n += 1 + m.N(3)
	}
	for range n {
		m.addTurn(0, scenario.None, scenario.Cond{})
	}
}

// turnChance is that of several turns, in 256: where owners are derived what a
// turn leaves open matters to the next.
func (m *maker) turnChance() int {
	if m.f.Owner == spec.Derived {
		return 180
	}
	return 128
}

func (m *maker) rootID() string {
	if m.f.NamelessRoot {
		return ""
	}
	return sessionIDs.At(0)
}

// addTurn appends a turn to a session.
func (m *maker) addTurn(session, by int, c scenario.Cond) int {
	i := len(m.Turns)
	s := &m.Sessions[session]
	m.Turns = append(m.Turns, scenario.Turn{ID: m.turnID(session, i), Session: session, Next: scenario.None, By: by, Cond: c.And(s.Cond)})
	if s.Last == scenario.None {
		s.First = i
	} else {
		m.Turns[s.Last].Next = i
	}
	s.Last = i
	return i
}

// turnID numbers turns through the stream, or a session's own where the wire
// names none; a turn that its session's start begins has that one's id.
func (m *maker) turnID(session, i int) string {
	switch {
	case m.f.TurnIDs && m.f.ChildStart && session > 0:
		return m.Sessions[session].ID
	case m.f.TurnIDs:
		return turnIDs.At(i)
	}
	n := 0
	for t := m.Sessions[session].First; t != scenario.None; t = m.Turns[t].Next {
		n++
	}
	return scenario.Slots.At(n)
}

// turn fills a turn with what is said to begin and end it, and its model calls.
func (m *maker) turn(i int) {
	m.Open(choice.Turn, m.askedBy(i))
	defer m.Close()
	m.prompt(i)
	m.ending(i)
	from := len(m.Messages)
	n := 1
	for n < 6 && m.roll(knobMessages, 110) {
		n++
	}
	if m.Chance(10) && m.f.Turns == spec.TurnsMarked && m.f.TurnStarts {
		n = 0
	}
	if m.f.MessageTurns {
		n = 1
	}
	for k := range n {
		m.message(i, k+1 == n)
	}
	m.Turns[i].Messages = scenario.Span{From: from, To: len(m.Messages)}
	if m.f.MessageTurns || m.f.ModelCalls && m.f.TurnStops {
		m.Turns[i].Stop = m.Messages[len(m.Messages)-1].Stop
	}
	m.toolFirstRule(i)
}

// askedBy is the span of choices that made the call which asks for the turn.
func (m *maker) askedBy(turn int) int {
	if by := m.Turns[turn].By; by != scenario.None {
		return m.spans[by]
	}
	return choice.None
}

// prompt is the user message: what a delegation asks, where the child is linked
// by it.
func (m *maker) prompt(i int) {
	t := &m.Turns[i]
	switch {
	case !m.f.UserMessages, t.By != scenario.None && m.f.Nested:
	case t.By != scenario.None && m.f.Delegation.Description != "":
		t.Prompt = m.Calls[t.By].Description
	case t.By != scenario.None && (m.f.ResultEnds || m.f.Kept):
		t.Prompt = text(m.Source, 4)
	case t.By != scenario.None && m.f.Turns == spec.TurnsOverlap:
		if !m.Calls[t.By].Background && m.roll(knobPrompt, 160) {
			t.Prompt = text(m.Source, 4)
		}
	case m.f.Turns == spec.TurnsOverlap:
	case m.roll(knobPrompt, 160):
		t.Prompt, t.Late = text(m.Source, 4), m.Chance(80) || m.f.ResultEnds
	}
}

// ending says how a turn ends.
func (m *maker) ending(i int) {
	t := &m.Turns[i]
	root := t.Session == 0
	t.UserTurn = root && m.f.UserTurn && m.Chance(200)
	if !m.f.Terminal || m.f.Batches || (m.f.ChildEnd || m.f.ResultEnds) && !root {
		return
	}
	if m.f.TurnUsage && m.roll(knobUsage, 128) {
		t.Usage = m.usage()
	}
	if m.f.TurnStops && !m.f.MessageTurns && !m.f.ModelCalls && (m.f.StopsAlways || m.Chance(160)) {
		t.Stop = m.stop(false)
	}
}

// stop is why something stopped: its words are the dialect's.
func (m *maker) stop(calls bool) string {
	words := m.f.StopWords
	if len(words) == 0 {
		words = []string{"end_turn", "tool_use"}
	}
	if calls {
		return words[1]
	}
	return words[0]
}

func (m *maker) usage() spec.Usage {
	return spec.Usage{Input: int64(1 + m.N(5000)), Output: int64(1 + m.N(500))}
}

// child adds the sub-session, or the further turn, that a call delegates to.
func (m *maker) child(call int) {
	c := &m.Calls[call]
	id := len(m.Sessions)
	parent := &m.Sessions[c.Session]
	m.Sessions = append(m.Sessions, scenario.Session{
		ID: m.childID(call, id), Parent: c.Session, By: call,
		Depth: parent.Depth + 1, First: scenario.None, Last: scenario.None, Cond: c.Cond,
	})
	c.Child = m.addTurn(id, call, scenario.Cond{})
}

func (m *maker) childID(call, n int) string {
	switch {
	case m.f.Turns == spec.TurnsOverlap, m.f.Kept:
		return m.Calls[call].ID
	case m.f.Turns == spec.TurnsRun, m.f.ResultEnds:
		parent := m.Sessions[m.Calls[call].Session].ID
		if parent == "" {
			return taskIDs.At(n)
		}
		return strings.Join([]string{parent, taskIDs.At(n)}, "|")
	}
	return sessionIDs.At(n)
}
