package generator

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// A ward is a sub-session that says nothing, with the latest call about it, and
// whether that ended it.
type ward struct {
	id    string
	last  int
	ended bool
}

// maxWards bounds the sub-sessions of a scenario that say nothing.
const maxWards = 6

// about makes the call one about a sub-session that says nothing, if there is one for
// what the call does.
func (m *maker) about(i int) bool {
	if len(m.f.Agents) == 0 || !m.roll(knobDelegate, wardChance(len(m.wards))) {
		return false
	}
	s := pick(m.Source, m.f.Agents)
	w := m.ward(i, s.Does)
	if w == nil {
		return false
	}
	c := &m.Calls[i]
	here := func(text string) string { return strings.ReplaceAll(text, spec.AgentHere, w.id) }
	m.sample(c, &s.ToolSample)
	c.Args, c.Value, c.Result, c.IsError = here(c.Args), here(c.Value), json.RawMessage(here(string(s.Result))), false
	c.Agency, c.Ward, c.WardIs, c.Agent, c.Kept = s.Does, w.id, s.Status, s.Agent, true
	if w.last != scenario.None {
		c.Cond = c.Cond.And(m.Calls[w.last].Cond)
		m.Items[c.Item].Cond = c.Cond
	}
	w.last, w.ended = i, s.Does == spec.AgentEnds
	return true
}

// wardChance is that of a call about one, in 256: where there are some, more is done
// with them.
func wardChance(wards int) int {
	if wards > 0 {
		return 160
	}
	return 76
}

// ward is the sub-session that a call is about: a new one, or one whose latest call
// was over before the call's message began.
func (m *maker) ward(call int, does spec.AgentDeed) *ward {
	if does == spec.AgentStarts {
		if len(m.wards) == maxWards {
			return nil
		}
		m.wards = append(m.wards, ward{id: wardIDs.At(len(m.wards)), last: scenario.None})
		return &m.wards[len(m.wards)-1]
	}
	i := m.search(len(m.wards), func(i int) bool {
		w := &m.wards[i]
		return w.ended == (does == spec.AgentGoesOn) && m.Calls[w.last].Message < m.Calls[call].Message
	})
	if i == scenario.None {
		return nil
	}
	return &m.wards[i]
}

var wardIDs = scenario.NewNumbered("thread-")
