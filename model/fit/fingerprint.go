package fit

import (
	"bytes"
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// A fingerprint of a transcript is the sum of one hash for each of its leaves,
// with its place. What is compared as a multiset needs no order then. Two
// transcripts with one fingerprint are equal as comparisons see them; two with
// different ones may be so nevertheless, where a comparison is lenient.

// A hasher adds up the leaves, and apart from them the flags that only tell a
// comparison how to compare.
type hasher struct {
	observes    spec.Parts
	sum, manner uint64
}

const (
	basis = 14695981039346656037
	prime = 1099511628211
)

func text(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * prime
	}
	return (h ^ 0xff) * prime
}

func mix(h, n uint64) uint64 {
	h = (h ^ (n + 7)) * prime
	return (h ^ h>>29) * prime
}

// spread distributes a hash, so that sums of hashes differ.
func spread(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

func (h *hasher) leaf(place uint64, name, value string) {
	if value != "" {
		h.sum += spread(text(text(place, name), value))
	}
}

func (h *hasher) number(place uint64, name string, n int) {
	h.sum += spread(mix(text(place, name), uint64(n)))
}

func (h *hasher) flag(place uint64, name string, is bool) {
	if is {
		h.number(place, name, 1)
	}
}

func (h *hasher) optional(place uint64, name string, value *string) {
	if value != nil {
		h.leaf(place, name, "."+*value)
	}
}

// json adds a JSON value, if it is not empty. Spaces do not matter.
func (h *hasher) json(place uint64, name string, value json.RawMessage) {
	if spec.EmptyJSON(value) {
		return
	}
	var compact bytes.Buffer
	if json.Compact(&compact, value) == nil {
		value = compact.Bytes()
	}
	h.leaf(place, name, string(value))
}

func (h *hasher) usage(place uint64, u *spec.Usage) {
	if u != nil {
		h.number(mix(place, uint64(u.Input)), "usage", int(u.Output))
	}
}

func (h *hasher) sees(p spec.Observable) bool { return h.observes.Has(p) }

// Fingerprint returns the fingerprint of what is observed of a transcript. Where
// it is equal, so is what a comparison sees.
func Fingerprint(t *spec.Transcript, observes spec.Parts) uint64 {
	print, manner := fingerprint(t, observes)
	return print ^ spread(manner)
}

// fingerprint returns the fingerprint of what is observed of a transcript, and
// one of how it is to be compared.
func fingerprint(t *spec.Transcript, observes spec.Parts) (print, manner uint64) {
	h := &hasher{observes: observes}
	if h.sees(spec.ObserveOutcome) {
		h.leaf(basis, "outcome", string(t.Outcome))
	}
	for i := range t.Sessions {
		h.session(&t.Sessions[i])
	}
	for i := range t.Active {
		if a := &t.Active[i]; h.sees(spec.ObserveActive) {
			h.leaf(text(text(text(text(basis, "active"), a.Session), a.Call), a.Name), "phase", string(a.Phase))
		}
	}
	for i := range t.Agents {
		if h.sees(spec.ObserveAgents) {
			h.agent(&t.Agents[i])
		}
	}
	if h.sees(spec.ObserveQuota) {
		h.flag(basis, "limited", t.Quota.Limited)
		h.optional(basis, "window", t.Quota.Window)
	}
	for i, entry := range t.History {
		if h.sees(spec.ObserveHistory) {
			h.json(mix(basis, uint64(i)), "history", entry)
		}
	}
	for i := range t.Anomalies {
		if a := &t.Anomalies[i]; h.sees(spec.ObserveAnomalies) && !a.Kind.Optional() {
			h.leaf(text(text(basis, "anomaly"), a.Session), "kind", string(a.Kind))
		}
	}
	return h.sum, h.manner
}

func (h *hasher) session(s *spec.Session) {
	at := text(text(basis, "session"), s.ID)
	h.number(at, "session", 1)
	if h.sees(spec.ObserveSessions) {
		h.optional(at, "parent", s.Parent)
		h.optional(at, "parent_call", s.ParentCall)
		h.optional(at, "agent", s.Agent)
		h.leaf(at, "status", string(s.Status))
	}
	for i := range s.Turns {
		if h.sees(spec.ObserveTurns) {
			h.turn(mix(text(at, "turn"), uint64(i)), &s.Turns[i])
		}
	}
	for i := range s.Messages {
		h.message(mix(text(at, "message"), uint64(i)), &s.Messages[i])
	}
	h.calls(text(at, "held"), s.Held)
	h.calls(text(at, "abandoned"), s.Abandoned)
	for i := range s.Orphans {
		o := mix(text(at, "orphan"), uint64(i))
		h.number(o, "orphan", 1)
		h.leaf(o, "id", s.Orphans[i].ID)
		h.json(o, "result", s.Orphans[i].Result)
	}
	for i, u := range s.Unattributed {
		h.leaf(mix(at, uint64(i)), "unattributed", "."+u)
	}
}

func (h *hasher) turn(at uint64, t *spec.Turn) {
	h.leaf(at, "status", string(t.Status))
	h.optional(at, "stop", t.StopReason)
	h.optional(at, "error", t.Error)
	h.usage(at, t.Usage)
}

func (h *hasher) message(at uint64, m *spec.Message) {
	h.calls(at, m.Calls)
	if !h.sees(spec.ObserveMessages) {
		return
	}
	if h.sees(spec.ObserveTurns) {
		h.number(at, "turn", m.Turn)
	}
	h.leaf(at, "id", m.ID)
	h.leaf(at, "role", "."+m.Role)
	h.optional(at, "agent", m.Agent)
	h.flag(at, "complete", m.Complete)
	h.optional(at, "stop", m.StopReason)
	h.usage(at, m.Usage)
	h.json(at, "metadata", m.Metadata)
	for i := range m.Parts {
		p := mix(text(at, "part"), uint64(i))
		h.leaf(p, "kind", string(m.Parts[i].Kind))
		h.leaf(p, "text", m.Parts[i].Text)
		if call := m.Parts[i].Call; call != nil {
			h.number(p, "call", *call)
		}
		h.json(p, "metadata", m.Parts[i].Metadata)
	}
}

func (h *hasher) calls(at uint64, calls []spec.Call) {
	if !h.sees(spec.ObserveCalls) {
		return
	}
	for i := range calls {
		c, at := &calls[i], mix(text(at, "call"), uint64(i))
		h.number(at, "call", 1)
		h.leaf(at, "id", c.ID)
		h.leaf(at, "name", c.Name)
		h.leaf(at, "args", c.Args)
		h.manner += spread(mix(at, flags(c.ArgsValue, c.ArgsOpen)))
		h.leaf(at, "status", string(c.Status))
		h.json(at, "result", c.Result)
		h.flag(at, "is_error", c.IsError)
		if h.sees(spec.ObserveSessions) {
			h.optional(at, "child", c.Child)
		}
		h.json(at, "metadata", c.Metadata)
	}
}

func flags(all ...bool) (bits uint64) {
	for i, is := range all {
		if is {
			bits |= 1 << i
		}
	}
	return bits
}

func (h *hasher) agent(a *spec.AgentRun) {
	at := text(text(text(text(basis, "agent"), a.Name), a.Call), a.Parent)
	h.leaf(at, "status", string(a.Status))
	h.optional(at, "session", a.Session)
	for i, e := range a.Log {
		h.leaf(mix(at, uint64(i)), e.ID, "."+e.Tool)
	}
}
