package check

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Stored lists what is wrong with a transcript that came out of a store, those
// of its history last. Its procedure:
//
//  1. A difference that one rule names is charged to that: a row without its
//     call (register-first), another session's content (no-foreign), a log
//     (log-append-only).
//  2. Any other is charged by where it was seen: after a reload or in another
//     process to reload-equals-live, at any moment or after a kill to
//     poll-is-prefix, the second time to idempotent-export. In a session that
//     shows a difference of step 1 it follows from that.
//  3. What is wrong with the history is charged (provider-valid, result-order,
//     reload-equals-live, no-foreign) where the session that it is made from is
//     right; else it follows from what is wrong there.
func Stored(e *Evidence) []Assignment {
	var all []Assignment
	named := map[string]bool{}
	for _, d := range e.Differences() {
		b := Assignment{namedBy(e, &d), d}
		named[d.Session] = named[d.Session] || b.Rule != ""
		all = append(all, b)
	}
	wrong := map[string]bool{}
	for i := range all {
		b := &all[i]
		wrong[b.Difference.Session] = true
		if b.Rule == "" && !named[b.Difference.Session] {
			b.Rule = e.Surface.rule()
		}
	}
	if e.Surface != LoadedAgain {
		all = append(all, storedHistory(e, wrong)...)
	}
	return all
}

// rule returns the rule about everything that is observed on the surface.
func (s Surface) rule() string {
	switch s {
	case Polled, Killed:
		return "persist/poll-is-prefix"
	case LoadedAgain:
		return "persist/idempotent-export"
	}
	return "persist/reload-equals-live"
}

// namedBy returns the rule that names the difference on every surface, "" for
// none. On the second load only logs are named.
func namedBy(e *Evidence, d *spec.Difference) string {
	switch a := aspectOf(d); {
	case a == toolLog:
		return "persist/log-append-only"
	case e.Surface == LoadedAgain:
		return ""
	case a == orphans && d.Kind == spec.Extra:
		return "persist/register-first"
	case foreign(e, d.Session, d.Want, d.Got, d.Field() == "text"):
		return "persist/no-foreign"
	}
	return ""
}

// foreign reports whether content of another session stands in a session that
// does not have it itself. words says that the content is text only.
func foreign(e *Evidence, session, want, got string, words bool) bool {
	whole := e.Whole
	if whole == nil {
		whole = e.Want
	}
	for i := range whole.Sessions {
		s := &whole.Sessions[i]
		if s.ID == session {
			continue
		}
		for _, mark := range marks(s, words) {
			if strings.Contains(got, mark) && !strings.Contains(want, mark) && !has(whole, session, mark, words) {
				return true
			}
		}
	}
	return false
}

// marks returns how a session's own texts and calls appear: in the JSON of a
// part or call, or, with words, in a text.
func marks(s *spec.Session, words bool) []string {
	var all []string
	for i := range s.Messages {
		for _, p := range s.Messages[i].Parts {
			switch text := strings.Trim(quoted(p.Text), `"`); {
			case text == "":
			case words:
				all = append(all, text)
			default:
				all = append(all, `"text":"`+text+`"`)
			}
		}
	}
	if words {
		return all
	}
	for _, c := range s.Calls() {
		if c.ID != "" {
			all = append(all, `"id":`+quoted(c.ID))
		}
	}
	return all
}

func has(t *spec.Transcript, session, mark string, words bool) bool {
	for i := range t.Sessions {
		if t.Sessions[i].ID != session {
			continue
		}
		for _, own := range marks(&t.Sessions[i], words) {
			if strings.Contains(own, mark) {
				return true
			}
		}
	}
	return false
}

// storedHistory returns the faults of the history. They are blamed if the
// history's session itself is right.
func storedHistory(e *Evidence, wrong map[string]bool) []Assignment {
	var all []Assignment
	e.historyOf() // fills the evidence's cache
	for _, f := range e.historyFaults {
		b := Assignment{Difference: f.Difference}
		if !wrong[f.Session] {
			b.Rule = historyRule(e, &f)
		}
		all = append(all, b)
	}
	return all
}

func historyRule(e *Evidence, f *historyFault) string {
	switch f.historyClass {
	case historyInvalid:
		return "persist/provider-valid"
	case historyOrder:
		return "persist/result-order"
	case historyForeign:
		if foreign(e, f.Session, f.Want, f.Got, true) {
			return "persist/no-foreign"
		}
	}
	return "persist/reload-equals-live"
}
