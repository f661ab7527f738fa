package check

import (
	"slices"
	"sort"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An Assignment is a difference with the rule that it is attributed to. Rule is "" if
// the difference follows from another one.
type Assignment struct {
	Rule       string
	Difference spec.Difference
}

// Rules returns the rules of attributed differences, sorted and without repetition.
func Rules(all []Assignment) []string {
	var ids []string
	for i := range all {
		if id := all[i].Rule; id != "" {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	return slices.Compact(ids)
}

// Base gives each difference of the evidence its base rule: the rule whose sentence
// speaks of that part of a transcript, for a failure that no fault explains. A
// difference that follows from another one gets none, for example an active call
// that exists on one side only. The differences may be some of the evidence's, in
// their order.
func Base(e *Evidence, diffs []spec.Difference) []Assignment {
	m := misread(e, diffs)
	all, named := make([]Assignment, len(diffs)), false
	for i := range diffs {
		all[i].Difference = diffs[i]
		if !m.follows(&diffs[i]) {
			all[i].Rule, named = m.rule(&diffs[i]), true
		}
	}
	if !named && len(all) > 0 {
		all[0].Rule = m.rule(&diffs[0])
	}
	return all
}

// A misreading is an index of what one observation gets wrong.
type misreading struct {
	*Evidence
	diffs []spec.Difference
	// sessions and calls hold the aspects that differ there.
	sessions map[string]aspect
	calls    map[[2]string]aspect
	all      aspect
	// leaks are the rules of differences that show another session's content, by
	// path. mixed are the sessions that gave or took it.
	leaks map[string]string
	mixed map[string]bool
}

func misread(e *Evidence, diffs []spec.Difference) *misreading {
	m := &misreading{
		Evidence: e, diffs: diffs, sessions: map[string]aspect{}, calls: map[[2]string]aspect{},
		leaks: map[string]string{}, mixed: map[string]bool{},
	}
	for i := range diffs {
		d, a := &diffs[i], aspectOf(&diffs[i])
		m.all |= a
		m.sessions[d.Session] |= a
		m.calls[at(d)] |= a
		if d.Part == spec.ObserveCalls && d.Field() == "id" {
			m.calls[[2]string{d.Session, unquoted(d.Got)}] |= a
		}
	}
	m.findLeaks()
	return m
}

// rule is the base rule of a difference.
func (m *misreading) rule(d *spec.Difference) string {
	if rule := m.leaks[d.Path]; rule != "" {
		return rule
	}
	a := aspectOf(d)
	if by, ok := byPart[a]; ok {
		return by(m, d)
	}
	for _, b := range baseRules {
		if a&b.aspect != 0 {
			return b.rule
		}
	}
	return "fragment/concatenate"
}

var baseRules = []struct {
	aspect
	rule string
}{
	{partOrder, "identity/part-order"},
	{callName, "fragment/name-set-once"},
	{status, "session/recorded"},
	{toolLog, "persist/log-append-only"},
	{quota, "account/limit-is-a-state"},
	{usage, "account/usage-once"},
	{stopReason, "account/stop-reason"},
	{speaker, "identity/speaker"},
	{metadata, "identity/metadata-kept"},
}

// byPart are the aspects whose base rule depends on what was expected and seen.
var byPart map[aspect]func(*misreading, *spec.Difference) string

func init() {
	byPart = map[aspect]func(*misreading, *spec.Difference) string{
		text: textRule, partOrder | text: textRule, args: argsRule, placement: placementRule,
		callStatus: callStatusRule, result: resultRule, child: linkRule, tree: treeRule,
		messages: messageRule, complete: completeRule, unattributed: unattributedRule,
		turns: turnRule, outcome: outcomeRule, active: activeRule, agents: agentRule,
		orphans: orphanRule,
		anomaly: func(_ *misreading, d *spec.Difference) string { return anomalyRule(d) },
	}
}

// first returns the first of the rules that applies to the dialect, else the last.
func (m *misreading) first(ids ...string) string {
	for _, id := range ids {
		if r, ok := spec.RuleByID(id); ok && r.Applies(&m.Features) {
			return id
		}
	}
	return ids[len(ids)-1]
}

func anomalyRule(d *spec.Difference) string {
	for _, k := range spec.AnomalyKinds() {
		if mentions(d, []spec.AnomalyKind{k}) && k.Rule() != "" {
			return k.Rule()
		}
	}
	return "wire/bad-line"
}

// wantsReport reports whether an anomaly of one of the kinds is expected in the
// session.
func (m *misreading) wantsReport(session string, kinds ...spec.AnomalyKind) bool {
	return m.Want != nil && anyOf(m.Want.Anomalies, func(a *spec.Anomaly) bool {
		return a.Session == session && slices.Contains(kinds, a.Kind)
	})
}

// misreports returns the difference in the reports of one of the kinds in a
// session, nil if there is none.
func (m *misreading) misreports(session string, kinds ...spec.AnomalyKind) *spec.Difference {
	for i := range m.diffs {
		if d := &m.diffs[i]; aspectOf(d) == anomaly && d.Session == session && mentions(d, kinds) {
			return d
		}
	}
	return nil
}

func sessionOf(t *spec.Transcript, id string) *spec.Session {
	if t == nil {
		return nil
	}
	return t.Session(id)
}

// callsOf returns all calls of a session that have the id.
func callsOf(t *spec.Transcript, session, id string) []*spec.Call {
	s := sessionOf(t, session)
	if s == nil {
		return nil
	}
	return slices.DeleteFunc(s.Calls(), func(c *spec.Call) bool { return c.ID != id })
}

// proseOf returns the texts and thoughts of a session in their order.
func proseOf(s *spec.Session) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	for i := range s.Messages {
		for _, p := range s.Messages[i].Parts {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
