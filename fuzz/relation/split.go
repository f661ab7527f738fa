package relation

import (
	"math/rand/v2"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// SplitSessions puts two independent conversations into one stream: the
// original and a copy. The copy has other names for sessions, events and waits,
// and the same names for calls, messages and turns. Each conversation must read
// as if it were alone. Events of no session (a cancel, the start of the user's
// turn, limits) appear once, when both conversations have reached them.
//
// It needs named root sessions, which dialects with marked turns have. The root
// of LangGraph and of Claude Code is "", so a stream is one conversation there.
// It skips streams with events that name no session: they fall back to the
// root, and there would be two roots.
func SplitSessions() Relation {
	return Relation{
		Name:    "split-sessions",
		Rules:   []string{"session/non-interference", "session/scoped-ids", "session/child-end-local"},
		Applies: rooted,
		Change: func(s spec.Stream, seed uint64) (spec.Stream, Match) {
			rng, all := random(seed, 7), records(s)
			if len(all) == 0 || !splittable(all) {
				return s, Match{}
			}
			copied := copyOf(s)
			m := merger{rng: rng, ours: all, theirs: records(copied), sticky: rng.IntN(8)}
			m.merge()
			return joined(s, m.out), m.match(mentioned(s), mentioned(copied))
		},
	}
}

// shared reports whether a record belongs to both conversations.
func shared(r record) bool {
	return r[0].Global || r[0].Kind == spec.LimitReport
}

// splittable reports whether each record either belongs to one conversation or
// is a single event of both.
func splittable(all []record) bool {
	for _, r := range all {
		for i := range r {
			e := &r[i]
			if e.NoSession || e.Kind == spec.History || shared(r) != (e.Global || e.Kind == spec.LimitReport) {
				return false
			}
		}
	}
	return true
}

// merger merges two conversations.
type merger struct {
	rng          *rand.Rand
	ours, theirs []record
	sticky       int // probability, in 1/8, that the last conversation continues

	out      []record
	atOurs   []where
	atTheirs []where
	their    bool
}

func (m *merger) merge() {
	i, j := 0, 0
	for i < len(m.ours) || j < len(m.theirs) {
		oursWait := i == len(m.ours) || shared(m.ours[i])
		theirsWait := j == len(m.theirs) || shared(m.theirs[j])
		switch {
		case oursWait && theirsWait:
			m.out = append(m.out, m.ours[i])
			i, j = i+1, j+1
			m.atOurs = append(m.atOurs, where{i, len(m.out)})
			m.atTheirs = append(m.atTheirs, where{j, len(m.out)})
		case m.theirTurn(oursWait, theirsWait):
			m.out = append(m.out, m.theirs[j])
			j++
			m.atTheirs = append(m.atTheirs, where{j, len(m.out)})
		default:
			m.out = append(m.out, m.ours[i])
			i++
			m.atOurs = append(m.atOurs, where{i, len(m.out)})
		}
	}
}

func (m *merger) theirTurn(oursWait, theirsWait bool) bool {
	switch {
	case oursWait:
		return true
	case theirsWait:
		return false
	case m.rng.IntN(8) >= m.sticky:
		m.their = m.rng.IntN(2) == 0
	}
	return m.their
}

// match compares each conversation with the original.
func (m *merger) match(ours, theirs map[string]bool) Match {
	back := marks(unmarked, true)
	first := sampled(m.rng, m.ours, m.atOurs, func(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
		part := only(changed, ours)
		return equal(observes, original, &part)
	})
	second := sampled(m.rng, m.theirs, m.atTheirs, func(observes spec.Parts, original, changed *spec.Transcript) []spec.Difference {
		part := only(changed, theirs)
		part = back.Transcript(&part)
		return equal(observes, original, &part)
	})
	end := func(like Match) Pair { return Pair{spec.AtEnd, spec.AtEnd, like.Pairs[0].Differ} }
	first.Pairs = append(first.Pairs, second.Pairs...)
	first.Pairs = append(first.Pairs, end(first), end(second))
	return first
}

// copyMark is the suffix of names in the copy.
const copyMark = "'"

// copyOf returns the stream with other names for sessions, events and waits; for turns,
// too, where they are requests of one connection.
func copyOf(s spec.Stream) spec.Stream {
	return through(s, marks(marked, s.Features.PromptOpens))
}

// marks replaces the names of sessions, events and waits, and of turns if asked.
func marks(one func(string) string, turns bool) ids.Map {
	return func(c ids.Class, _, id string) string {
		if c == ids.Calls || c == ids.Messages || c == ids.Turns && !turns {
			return id
		}
		return one(id)
	}
}

func marked(id string) string {
	if id == "" {
		return ""
	}
	return id + copyMark
}

func unmarked(id string) string { return strings.TrimSuffix(id, copyMark) }

// mentioned returns the sessions that a stream names.
func mentioned(s spec.Stream) map[string]bool {
	ids := map[string]bool{}
	for i := range s.Events {
		e := &s.Events[i]
		if !e.Global {
			ids[e.Session] = true
		}
		if e.Parent.OK {
			ids[e.Parent.ID] = true
		}
	}
	return ids
}

// only returns the part of a transcript that belongs to some of its sessions.
func only(t *spec.Transcript, ids map[string]bool) spec.Transcript {
	out := *t
	out.Sessions = keep(t.Sessions, func(s *spec.Session) bool { return ids[s.ID] })
	out.Active = keep(t.Active, func(a *spec.ActiveCall) bool { return ids[a.Session] })
	out.Agents = keep(t.Agents, func(a *spec.AgentRun) bool { return ids[a.Parent] })
	out.Anomalies = keep(t.Anomalies, func(a *spec.Anomaly) bool { return ids[a.Session] })
	return out
}

func keep[T any](list []T, is func(*T) bool) []T {
	var kept []T
	for i := range list {
		if is(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// rooted reports whether the root is a session among others that events name.
func rooted(f *spec.Features) bool {
	return f.Turns == spec.TurnsMarked && !f.NamelessRoot && !f.Nested && !f.Greeting
}
