package generator

import (
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

const (
	maxDepth    = 4
	maxSessions = 10
)

// call adds a call, and what it delegates to.
func (m *maker) call(message int) {
	msg := &m.Messages[message]
	i := len(m.Calls)
	m.spans = append(m.spans, m.Open(choice.Call, choice.None))
	defer m.Close()
	m.Calls = append(m.Calls, scenario.Call{
		ID: callIDs.At(i), Session: msg.Session, Turn: msg.Turn, Message: message, Item: len(m.Items),
		Child: scenario.None, Like: scenario.None, Twin: scenario.None, Result: pick(m.Source, m.results()), Cond: msg.Cond,
	})
	delegates := m.delegates(msg.Session)
	starts := delegates && (m.f.Delegation.Tool == "" || m.f.ChildInCall || !m.Chance(44))
	if starts {
		m.delegateFault(i)
	} else if m.sparable(message) && m.Chance(24) && !m.grounds(message) && m.likely(fault.OneCall) {
		m.under(i, fault.OneCall)
	}
	c := &m.Calls[i]
	m.Items = append(m.Items, scenario.Item{
		Kind: spec.CallPart, Message: message, Call: i, Like: scenario.None, Slot: m.slot(message, spec.CallPart), Cond: c.Cond,
	})
	m.outcome(c)
	switch {
	case starts:
		m.delegate(i)
	case delegates:
		m.asksFor(c)
	default:
		m.tool(i)
	}
}

func (m *maker) results() []json.RawMessage {
	if m.f.ResultMembers {
		return memberResults
	}
	return results
}

// sparable reports whether a message may be without its next call: where calls are
// what makes a turn go on, one of them is always there.
func (m *maker) sparable(message int) bool {
	return !m.f.ModelCalls || slices.ContainsFunc(m.Items[m.Messages[message].Items.From:], func(it scenario.Item) bool {
		return it.Kind == spec.CallPart
	})
}

func (m *maker) delegates(session int) bool {
	return m.f.Children == spec.ChildrenSpeak && m.Sessions[session].Depth < maxDepth && len(m.Sessions) < maxSessions && m.asked < len(descriptions)-1 &&
		m.budget > 0 && m.roll(knobDelegate, 76)
}

// delegateFault makes a delegation a fault, a deep one and a second one of the
// same message always: performed away, neither the call nor its child is there.
func (m *maker) delegateFault(i int) {
	c := &m.Calls[i]
	switch {
	case m.f.Outlives && m.roll(knobBackground, 60):
		c.Background = true
		m.under(i, fault.Outliving)
	case m.delegatesAlready(c.Message, i):
		m.under(i, fault.Parallel)
	case m.Sessions[c.Session].Depth >= 2:
		m.under(i, fault.Nested)
	case m.likely(fault.Delegated):
		m.under(i, fault.Delegated)
	}
}

func (m *maker) under(call int, k fault.Kind) {
	c := &m.Calls[call]
	c.Need |= m.fault(k, c.Session, c.Message, call)
}

func (m *maker) delegatesAlready(message, call int) bool {
	for i := call - 1; i >= 0 && m.Calls[i].Message == message; i-- {
		if m.Calls[i].Child != scenario.None {
			return true
		}
	}
	return false
}

// delegate makes the call a delegation, to a new sub-session or, where a
// finished one can be asked again, to that.
func (m *maker) delegate(i int) {
	m.asksFor(&m.Calls[i])
	if old := m.finished(i); old != scenario.None && m.roll(knobContinue, 60) {
		m.again(i, old)
		return
	}
	m.child(i)
}

// asksFor gives a call the delegation tool and its arguments.
func (m *maker) asksFor(c *scenario.Call) {
	c.Name = m.f.Delegation.Tool
	if c.Name == "" {
		c.Name = "aa_oneshot"
		if m.arguments(c); m.f.Speakers {
			c.Agent = pick(m.Source, agentNames)
		}
		return
	}
	m.delegationArguments(c)
}

func (m *maker) delegationArguments(c *scenario.Call) {
	d := m.delegation()
	c.Args, c.Value, c.Agent, c.Description = d.args, d.args, d.agent, d.description
	c.Parsed = !m.f.ArgsText
}

// delegation draws who is asked what; where sub-sessions are linked by what they
// are asked, nothing twice.
func (m *maker) delegation() *delegation {
	table := tables[m.f.Delegation.Argument]
	if m.f.Delegation.Description == "" {
		return &table[m.N(len(table))]
	}
	m.asked++
	what := m.asked % len(descriptions)
	return &table[2*(m.N(len(agentNames))*len(descriptions)+what)+m.N(2)]
}

// finished is a sub-session of the call's session whose runs are over before
// the call's message begins, and that the dialect can continue.
func (m *maker) finished(i int) int {
	if m.f.Turns != spec.TurnsMarked || m.f.ChildStart {
		return scenario.None
	}
	c := &m.Calls[i]
	for s := len(m.Sessions) - 1; s > 0; s-- {
		if m.Sessions[s].Parent == c.Session && m.Calls[m.Turns[m.Sessions[s].Last].By].Message < c.Message {
			return s
		}
	}
	return scenario.None
}

// again asks a finished sub-session once more.
func (m *maker) again(i, session int) {
	m.under(i, fault.Continued)
	c := &m.Calls[i]
	c.Child = m.addTurn(session, i, c.Cond)
	m.Items[c.Item].Cond = c.Cond.And(m.Turns[c.Child].Cond)
	c.Cond = m.Items[c.Item].Cond
}

// tool makes the call an ordinary one.
func (m *maker) tool(i int) {
	c := &m.Calls[i]
	switch {
	case m.about(i):
	case len(m.f.ValueTools) > 0 && m.Chance(56):
		s := pick(m.Source, m.f.ValueTools)
		m.sample(c, &s)
		c.Parsed = true
	case len(m.f.Tools) > 0:
		s := pick(m.Source, m.f.Tools)
		m.sample(c, &s)
	default:
		c.Name = pick(m.Source, scenario.Tools)
		m.arguments(c)
	}
}

// sample makes the call like an example. No fault touches one that may come whole, for
// without its start it is none that misses it.
func (m *maker) sample(c *scenario.Call, s *spec.ToolSample) {
	c.Name, c.Args, c.Value, c.Parsed, c.Shows = s.Name, s.Args, s.Args, !m.f.ArgsText && s.Args != "", s.Shows
	if c.IsError = c.IsError && s.Failure != nil; s.Args == "" {
		c.Value = "{}"
	}
	switch {
	case c.Result == nil && !s.Whole:
	case c.IsError:
		c.Result = s.Failure
	default:
		c.Result = s.Result
	}
	if s.Whole {
		c.Whole, c.Kept = !m.f.Executing || m.Chance(128), true
	}
}

func (m *maker) arguments(c *scenario.Call) {
	a := &arguments[m.N(len(arguments))]
	c.Args, c.Value = a.text, a.value
	c.Parsed = !m.f.ArgsText || m.f.Owner == spec.Derived && m.Chance(24)
}

// outcome says how the call ends.
func (m *maker) outcome(c *scenario.Call) {
	c.IsError = m.Chance(40) && m.f.ErrorResults && !c.Background // what failed to launch has no child
	c.Inline = m.f.Batches && m.roll(knobInline, 24)
	if m.f.DoneCarries && m.Chance(20) {
		c.Result = nil
	}
	if (m.f.TextResults || m.f.ErrorText && c.IsError) && c.Result[0] != '"' {
		c.Result = results[0]
	}
}
