package generator

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// A silentChild is a sub-session that says nothing, with the latest call about it, and
// whether that ended it.
type silentChild struct {
	id    string
	last  int
	ended bool
}

// maxSilent bounds the sub-sessions of a scenario that say nothing.
const maxSilent = 6

// about makes the call one about a sub-session that says nothing, if there is one for
// what the call does.
func (m *maker) about(i int) bool {
	if len(m.f.Agents) == 0 || !m.roll(knobDelegate, silentChance(len(m.silentChildren))) {
		return false
	}
	s := pick(m.Source, m.f.Agents)
	w := m.silentChild(i, s.Does)
	if w == nil {
		return false
	}
	c := &m.Calls[i]
	here := func(text string) string { return strings.ReplaceAll(text, spec.AgentHere, w.id) }
	m.sample(c, &s.ToolSample)
	c.Args, c.Value, c.Result, c.IsError = here(c.Args), here(c.Value), json.RawMessage(here(string(s.Result))), false
	c.Agency, c.Silent, c.SilentIs, c.Agent, c.Kept = s.Does, w.id, s.Status, s.Agent, true
	if w.last != scenario.None {
		c.Cond = c.Cond.And(m.Calls[w.last].Cond)
		m.Items[c.Item].Cond = c.Cond
	}
	w.last, w.ended = i, s.Does == spec.AgentEnds
	return true
}

// silentChance is that of a call about one, in 256: where there are some, more is done
// with them.
func silentChance(n int) int {
	if n > 0 {
		return 160
	}
	return 76
}

// silentChild is the sub-session that a call is about: a new one, or one whose latest call
// was over before the call's message began.
func (m *maker) silentChild(call int, does spec.AgentDeed) *silentChild {
	if does == spec.AgentStarts {
		if len(m.silentChildren) == maxSilent {
			return nil
		}
		m.silentChildren = append(m.silentChildren, silentChild{id: silentIDs.At(len(m.silentChildren)), last: scenario.None})
		return &m.silentChildren[len(m.silentChildren)-1]
	}
	i := m.search(len(m.silentChildren), func(i int) bool {
		w := &m.silentChildren[i]
		return w.ended == (does == spec.AgentGoesOn) && m.Calls[w.last].Message < m.Calls[call].Message
	})
	if i == scenario.None {
		return nil
	}
	return &m.silentChildren[i]
}

var silentIDs = scenario.NewNumbered("thread-")
