package check

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// findLeaks finds the content of one session that stands in another one: words, a call
// or a result that their own session lacks or misplaces.
func (m *misreading) findLeaks() {
	if m.Want == nil || len(m.Want.Sessions) < 2 {
		return
	}
	for i := range m.diffs {
		d := &m.diffs[i]
		if d.Kind == spec.Missing || aspectOf(d)&(messages|text|partOrder|placement|active|orphans) == 0 {
			continue
		}
		if from := m.source(d); from != nil {
			m.leaks[d.Path] = m.between(from.ID, d.Session)
			m.mixed[from.ID], m.mixed[d.Session] = true, true
		}
	}
}

// source is the session whose content the difference shows, nil for none.
func (m *misreading) source(d *spec.Difference) *spec.Session {
	words, own := added(d), proseOf(sessionOf(m.Want, d.Session))
	for i := range m.Want.Sessions {
		s := &m.Want.Sessions[i]
		switch {
		case s.ID == d.Session:
		case aspectOf(d)&(placement|active|orphans) != 0:
			if m.strayed(d, s.ID) {
				return s
			}
		case m.sessions[s.ID]&(content|placement|tree) == 0:
		case words != "" && strings.Contains(proseOf(s), words) && !strings.Contains(own, words):
			return s
		}
	}
	return nil
}

// strayed reports whether a call or result that the difference adds is one of another
// session, which lacks it. An id that both sessions have stands for two calls.
func (m *misreading) strayed(d *spec.Difference, from string) bool {
	id := d.Call
	if aspectOf(d) == orphans {
		id = orphanOf(d)
		return id != "" && m.calls[[2]string{from, id}]&result != 0
	}
	lost := func(o *spec.Difference) bool {
		return o.Kind == spec.Missing && o.Session == from && o.Call == id && aspectOf(o)&(placement|active) != 0
	}
	return id != "" && anyOf(m.diffs, lost) && len(callsOf(m.Want, d.Session, id)) == 0 &&
		!anyOf(m.Want.Active, func(a *spec.ActiveCall) bool { return a.Session == d.Session && a.Call == id })
}

// added returns the words that the difference adds.
func added(d *spec.Difference) string {
	if d.Field() == "" {
		var item struct {
			Text  string
			Parts []spec.Part
		}
		_ = json.Unmarshal([]byte(d.Got), &item) // another shape has no words
		for _, p := range item.Parts {
			item.Text += p.Text
		}
		return item.Text
	}
	want, got := unquoted(d.Want), unquoted(d.Got)
	for len(want) > 0 && len(got) > 0 && want[0] == got[0] {
		want, got = want[1:], got[1:]
	}
	for len(want) > 0 && len(got) > 0 && want[len(want)-1] == got[len(got)-1] {
		want, got = want[:len(want)-1], got[:len(got)-1]
	}
	return got
}

// between names the rule about two sessions that must not mix: no-leak for a session
// and one above it, parallel for siblings.
func (m *misreading) between(one, other string) string {
	a, b := sessionOf(m.Want, one), sessionOf(m.Want, other)
	switch {
	case a == nil || b == nil:
		return "session/no-leak"
	case m.above(a, other) || m.above(b, one):
		return "session/no-leak"
	case a.Parent != nil && b.Parent != nil && *a.Parent == *b.Parent:
		return "session/parallel"
	}
	return "session/non-interference"
}

// above reports whether a session has the other one above it.
func (m *misreading) above(s *spec.Session, other string) bool {
	for range m.Want.Sessions {
		if s == nil || s.Parent == nil || *s.Parent == s.ID {
			return false
		}
		if *s.Parent == other {
			return true
		}
		s = sessionOf(m.Want, *s.Parent)
	}
	return false
}
