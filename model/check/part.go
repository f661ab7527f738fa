package check

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// The functions below name the rule that speaks of one part of a transcript. A rule
// that the dialect does not have gives way to the next one.

func unquoted(text string) string {
	var s string
	if json.Unmarshal([]byte(text), &s) != nil {
		return text
	}
	return s
}

// textRule: texts and thoughts.
func textRule(m *misreading, d *spec.Difference) string {
	want, got := unquoted(d.Want), unquoted(d.Got)
	if d.Field() == "" {
		want, got = partText(d.Want), partText(d.Got)
	}
	switch w, g := sessionOf(m.Want, d.Session), sessionOf(m.Got, d.Session); {
	case want == "" && got == "":
		return "identity/metadata-kept" // a part that is metadata alone
	case w != nil && g != nil && proseOf(w) == proseOf(g):
		return "identity/part-order"
	case w != nil && slices.Contains(w.Unattributed, added(d)):
		return unattributedRule(m, d)
	case want != "" && got == want+want, d.Kind == spec.Extra && w != nil && anyText(w, got):
		return m.first("repeat/partial-then-full", "fragment/concatenate")
	}
	return "fragment/concatenate"
}

func partText(part string) string {
	var p spec.Part
	_ = json.Unmarshal([]byte(part), &p) // another shape has no text
	return p.Text
}

func anyText(s *spec.Session, text string) bool {
	return anyOf(s.Messages, func(m *spec.Message) bool {
		return anyOf(m.Parts, func(p *spec.Part) bool { return p.Text == text })
	})
}

// argsRule: arguments, as bytes, as a value, and as those of another call.
func argsRule(m *misreading, d *spec.Difference) string {
	want, got := unquoted(d.Want), unquoted(d.Got)
	valid := json.Valid([]byte(want))
	switch {
	case m.exchanged():
		return m.first("fragment/scoped-key", "fragment/concatenate")
	case want == "":
		return "fragment/no-arguments"
	case got == want+want, valid && spec.JSONEqual([]byte(want), []byte(got)):
		return m.first("repeat/partial-then-full", "fragment/concatenate")
	case !valid && (strings.HasPrefix(got, want) && json.Valid([]byte(got)) || got == "" && m.over(d)):
		if got == "" && m.wantsReport(d.Session, spec.MalformedArguments) {
			return m.first("fragment/malformed-kept", "fragment/concatenate")
		}
		return m.first("fragment/truncated-not-repaired", "fragment/concatenate")
	}
	return "fragment/concatenate"
}

// exchanged reports whether one call lacks arguments and another one has more than
// it should.
func (m *misreading) exchanged() bool {
	loses, gains := false, false
	for i := range m.diffs {
		d := &m.diffs[i]
		if aspectOf(d) == args {
			loses = loses || len(d.Got) < len(d.Want)
			gains = gains || len(d.Got) > len(d.Want)
		}
	}
	return loses && gains
}

// over reports whether the call of the difference takes no more arguments.
func (m *misreading) over(d *spec.Difference) bool {
	all := callsOf(m.Want, d.Session, d.Call)
	return len(all) > 0 && all[0].Status.Terminal()
}

// placementRule: which calls there are, and where they stand.
func placementRule(m *misreading, d *spec.Difference) string {
	want, got := callsOf(m.Want, d.Session, d.Call), callsOf(m.Got, d.Session, d.Call)
	switch {
	case strings.Contains(d.Path, ".abandoned["),
		d.Kind == spec.Missing && len(got) == 0 && len(want) == 1 && (want[0].Status == spec.Abandoned || want[0].Status == spec.Cancelled):
		return "missing/abandoned"
	case d.Kind == spec.Extra && len(want) > 0 && len(got) > len(want) && !m.clash(d):
		return "attach/exactly-once"
	case d.Kind == spec.Extra && d.Call == "" && !strings.Contains(d.Path, ".parts["):
		return m.first("fragment/unclaimed", "attach/explicit-owner", "attach/backward")
	case strings.Contains(d.Path, ".parts["):
		return "identity/part-order"
	case m.misreports(d.Session, spec.StartLost) != nil:
		return "missing/start-lost"
	case d.Field() == "id" && strings.Contains(unquoted(d.Got), unquoted(d.Want)):
		return "fragment/name-set-once"
	case m.Features.Owner != spec.Derived || m.Want == nil:
		return m.first("attach/explicit-owner", "attach/backward")
	}
	return m.derivedPlace(d)
}

// derivedPlace is placementRule where owners are derived. A call that is active still
// was completed by the result of another one. A call that is gone beside others on its
// message was replaced.
func (m *misreading) derivedPlace(d *spec.Difference) string {
	id := d.Call
	if d.Field() == "id" {
		id = unquoted(d.Got)
	}
	switch {
	case d.Kind != spec.Missing && anyOf(m.Want.Active, func(a *spec.ActiveCall) bool { return a.Session == d.Session && a.Call == id }):
		return "attach/by-id"
	case d.Field() == "id" && len(callsOf(m.Got, d.Session, d.Call)) > 0, d.Kind == spec.Missing && m.replaced(d):
		return "attach/accumulate"
	}
	return "attach/backward"
}

// replaced reports whether a call is gone from a message that has several.
func (m *misreading) replaced(d *spec.Difference) bool {
	w := sessionOf(m.Want, d.Session)
	if w == nil || len(callsOf(m.Got, d.Session, d.Call)) > 0 {
		return false
	}
	return anyOf(w.Messages, func(one *spec.Message) bool {
		has := anyOf(one.Calls, func(c *spec.Call) bool { return c.ID == d.Call })
		return has && anyOf(one.Calls, func(c *spec.Call) bool { return len(callsOf(m.Got, d.Session, c.ID)) > 0 })
	})
}

// clash reports whether the calls of one id are expected to clash.
func (m *misreading) clash(d *spec.Difference) bool {
	return m.wantsReport(d.Session, spec.ClashingIDs) || m.misreports(d.Session, spec.ClashingIDs) != nil
}

// callStatusRule: the status of a call whose result is right.
func callStatusRule(_ *misreading, d *spec.Difference) string {
	want, got := spec.Status(unquoted(d.Want)), spec.Status(unquoted(d.Got))
	either := func(s spec.Status) bool { return want == s || got == s }
	switch {
	case either(spec.Waiting):
		return "notify/waiting"
	case either(spec.Cancelled), either(spec.Denied):
		return "account/outcome-distinct"
	case either(spec.Abandoned):
		return "missing/abandoned"
	case want.Terminal() && got.Terminal():
		return "account/outcome-distinct"
	case want.Terminal() || got.Terminal():
		return "attach/by-id" // its result went elsewhere, or came from elsewhere
	}
	return "notify/lifecycle"
}

// resultRule: a result and its mark as an error.
func resultRule(m *misreading, d *spec.Difference) string {
	if d.Field() == "is_error" && !m.differs(strings.TrimSuffix(d.Path, "is_error")+"result") {
		return "account/outcome-distinct"
	}
	return "attach/by-id"
}

// linkRule: a sub-session's link to the call that made it.
func linkRule(m *misreading, d *spec.Difference) string {
	if d.Kind == spec.Changed || m.elsewhere(d) {
		return "session/parallel"
	}
	return "session/recorded"
}

// elsewhere reports whether the link that one call lacks is another call's.
func (m *misreading) elsewhere(d *spec.Difference) bool {
	for i := range m.diffs {
		o := &m.diffs[i]
		if aspectOf(o) == child && (d.Want != "" && d.Want == o.Got || d.Got != "" && d.Got == o.Want) {
			return true
		}
	}
	return false
}

// treeRule: which sessions there are, and under what.
func treeRule(m *misreading, d *spec.Difference) string {
	switch {
	case d.Field() == "parent":
		return "session/nested"
	case d.Field() == "parent_call":
		return linkRule(m, d)
	case d.Kind == spec.Extra:
		return "session/unattributed"
	}
	return "session/recorded"
}

// messageRule: which messages there are, their ids, roles and turns.
func messageRule(m *misreading, d *spec.Difference) string {
	other := sessionOf(m.Want, d.Session)
	item := *d
	if d.Kind == spec.Missing {
		other, item.Got = sessionOf(m.Got, d.Session), d.Want
	}
	switch {
	case d.Field() == "turn":
		return m.first("attach/turn-bound", "account/own-turn", "step/by-message-id")
	case strings.Contains(proseOf(other), added(&item)): // a boundary in the wrong place
		return m.first("step/by-message-id", "noise/transparent")
	}
	return m.first("step/by-message-id", "fragment/concatenate")
}

// completeRule: whether a message is complete. Without ids a boundary alone completes
// it.
func completeRule(m *misreading, d *spec.Difference) string {
	if d.Want == "false" && m.inIncompleteTurn(d) {
		return "missing/every-prefix"
	}
	return m.first("step/by-message-id", "noise/transparent")
}

// inIncompleteTurn reports whether the message of a difference is expected in a turn that
// never ended.
func (m *misreading) inIncompleteTurn(d *spec.Difference) bool {
	w := sessionOf(m.Want, d.Session)
	return w != nil && anyOf(w.Messages, func(one *spec.Message) bool {
		return one.At == d.WantAt && one.Turn < len(w.Turns) && w.Turns[one.Turn].Status == spec.Incomplete
	})
}

// unattributedRule: content that nothing claims, by the report that is due with it.
func unattributedRule(m *misreading, d *spec.Difference) string {
	for _, k := range strayKinds {
		if m.wantsReport(d.Session, k) {
			return k.Rule()
		}
	}
	return "fragment/unclaimed"
}

// turnRule: the turns of a session and how they ended.
func turnRule(m *misreading, d *spec.Difference) string {
	if d.Field() != "status" {
		return m.first("account/own-turn", "missing/every-prefix")
	}
	if d.Got == `"open"` && d.Want == `"failed"` && m.differs(strings.TrimSuffix(d.Path, "status")+"error") {
		return "account/error-kept"
	}
	return m.endRule(spec.Status(unquoted(d.Want)), spec.Status(unquoted(d.Got)))
}

// endRule names the rule of an end that is misread.
func (m *misreading) endRule(want, got spec.Status) string {
	either := func(s spec.Status) bool { return want == s || got == s }
	switch {
	case either(spec.Waiting):
		return m.first("notify/waiting", "account/outcome-distinct")
	case want == spec.Incomplete:
		return "missing/every-prefix"
	case isEnd(want) && isEnd(got) && either(spec.Cancelled):
		return "account/outcome-distinct"
	case isEnd(want) && isEnd(got):
		return m.first("account/terminal-by-structure", "account/outcome-distinct")
	case want == spec.Open && got == spec.Failed:
		return "account/error-kept"
	}
	return m.first("account/own-turn", "missing/every-prefix")
}

func isEnd(s spec.Status) bool {
	return s == spec.Completed || s == spec.Failed || s == spec.Cancelled
}

// outcomeRule: how the run ended.
func outcomeRule(m *misreading, d *spec.Difference) string {
	want, got := spec.Status(unquoted(d.Want)), spec.Status(unquoted(d.Got))
	if isEnd(want) && isEnd(got) {
		return m.endRule(want, got)
	}
	return "missing/every-prefix"
}

// activeRule: what is active of a call that is itself right.
func activeRule(m *misreading, d *spec.Difference) string {
	waits := d.Want
	if d.Kind == spec.Extra {
		waits = d.Got
	}
	if strings.Contains(waits, `"`+string(spec.Waiting)+`"`) {
		return m.first("notify/waiting", "notify/lifecycle")
	}
	if m.renamed(d) {
		return m.first("fragment/name-set-once", "notify/lifecycle")
	}
	for _, c := range callsOf(m.Want, d.Session, d.Call) {
		if d.Kind == spec.Extra && (c.Status == spec.Abandoned || c.Status == spec.Cancelled) {
			return m.first("notify/turn-end-clears", "missing/abandoned")
		}
	}
	return "notify/lifecycle"
}

// renamed reports whether the call is active under an id that was made longer.
func (m *misreading) renamed(d *spec.Difference) bool {
	return d.Field() == "" && d.Call != "" && anyOf(m.diffs, func(o *spec.Difference) bool {
		return aspectOf(o) == active && o.Session == d.Session && o.Kind != d.Kind && o.Call != "" &&
			(strings.HasPrefix(o.Call, d.Call) || strings.HasPrefix(d.Call, o.Call))
	})
}

// agentRule: the agent that a call runs.
func agentRule(m *misreading, d *spec.Difference) string {
	switch {
	case d.Field() == "session":
		return "session/recorded"
	case d.Field() == "name":
		return "identity/agent-from-arguments"
	case d.Kind != spec.Extra || d.Field() != "":
		return "identity/agent-lifecycle"
	}
	for _, c := range callsOf(m.Want, d.Session, d.Call) {
		if !json.Valid([]byte(c.Args)) {
			return m.first("fragment/not-before-complete", "identity/agent-from-arguments")
		}
	}
	return "identity/agent-from-arguments"
}

// orphanRule: results without a call, which a completion that names its call is not.
func orphanRule(m *misreading, d *spec.Difference) string {
	if m.misreports(d.Session, spec.StartLost) != nil {
		return "missing/start-lost"
	}
	return "missing/orphan-result"
}

// orphanOf is the id of the call that an orphan names.
func orphanOf(d *spec.Difference) string {
	var o spec.Orphan
	_ = json.Unmarshal([]byte(d.Got), &o) // a field of one has no id
	return o.ID
}
