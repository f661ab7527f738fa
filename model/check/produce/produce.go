// Package produce judges a recorded stream itself, not a reader of it: whether its
// producer kept the rules of family produce.
//
// Goals: each breach with its record, and with the sentence of the format that
// demands otherwise. Non-goals: reading the stream (package model), and the text of
// the formats (the dialects' duties and violations).
package produce

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// A Breach is a place at which a recorded stream breaks a produce rule.
type Breach struct {
	Rule    string
	Session string
	// Call, Message and Agent name the affected items, as far as they apply.
	Call    string
	Message string
	Agent   string
	// At is the record with the fault, or the record that opened what was never
	// closed; 0 if it is not known.
	At int
	// Earlier is a record that the one at At contradicts, 0 where there is none.
	Earlier int
	// Detail describes the fault.
	Detail string
	// Force says how far the format obliges its producers, according to the
	// sentence Clause. Clause is empty if the features belong to no format.
	Force  spec.Force
	Clause spec.Clause

	of string // the subject of the duty
}

// Fails reports whether the breach breaks a MUST that the format demands. Any
// other breach is a note.
func (b *Breach) Fails() bool {
	r, known := spec.RuleByID(b.Rule)
	return b.Force == spec.Demanded && (!known || r.Level == spec.Must)
}

// A producer judges a finished transcript.
type producer struct {
	rule  string
	judge func(*spec.Features, *spec.Transcript) []Breach
}

var producers = []producer{
	{"produce/start-before-result", startBeforeResult},
	{"produce/closed", closed},
	{"produce/arguments-parse", argumentsParse},
	{"produce/known-agent", knownAgent},
	{"produce/unique-live-ids", uniqueLiveIDs},
}

// legal is the rule for violations of a format's text.
const legal = "produce/legal"

// Breaches judges a recorded stream by its transcript after the end, and by its
// records' violations of the format. It omits what the format does not ask of
// producers (spec.Silent). Breaches are sorted by rule, then by record.
func Breaches(f spec.Features, t *spec.Transcript, violations ...spec.Violation) []Breach {
	all := illegal(violations)
	for _, p := range producers {
		for _, b := range p.judge(&f, t) {
			duty := f.Duty(p.rule, b.of)
			b.Rule, b.Force, b.Clause = p.rule, duty.Force, duty.Clause
			if duty.Force != spec.Silent && !slices.ContainsFunc(violations, b.sameAs) {
				all = append(all, b)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Breach) int { return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.At, b.At)) })
	return all
}

// illegal converts violations to breaches. What readers may strip or ignore
// becomes a note.
func illegal(violations []spec.Violation) []Breach {
	var all []Breach
	for _, v := range violations {
		b := Breach{
			Rule: legal, Session: v.Session, Message: v.Message, Call: v.Call, At: v.Record, Earlier: v.Earlier,
			Detail: v.Detail, Force: v.Force, Clause: v.Clause,
		}
		all = append(all, b)
	}
	return all
}

// sameAs reports whether a violation is the same fault as the breach, found
// where an end was due.
func (b *Breach) sameAs(v spec.Violation) bool {
	return v.Force == spec.Demanded && b.Clause == v.Clause && b.Session == v.Session && b.Message == v.Message && b.Call == v.Call
}

// Rules lists the rules that Breaches judges.
func Rules() []string {
	ids := []string{legal}
	for _, p := range producers {
		ids = append(ids, p.rule)
	}
	slices.Sort(ids)
	return ids
}

// startBeforeResult: each result was preceded by its call.
func startBeforeResult(_ *spec.Features, t *spec.Transcript) []Breach {
	var found []Breach
	for _, s := range t.Sessions {
		for _, o := range s.Orphans {
			found = append(found, Breach{Session: s.ID, Call: o.ID, At: o.At, Detail: "a result without its call"})
		}
	}
	return append(found, reported(t, "a completion without its start", spec.StartLost)...)
}

// argumentsParse: complete arguments are one JSON value.
func argumentsParse(_ *spec.Features, t *spec.Transcript) []Breach {
	return reported(t, "complete arguments that are no JSON value", spec.MalformedArguments)
}

// knownAgent: a sub-session leads to its call, and so to its agent.
func knownAgent(f *spec.Features, t *spec.Transcript) []Breach {
	if !f.ChildLink {
		return nil
	}
	var found []Breach
	calls := callIDs(t)
	for _, s := range t.Sessions {
		switch {
		case s.Parent == nil && s.ParentCall == nil:
		case s.ParentCall == nil:
			found = append(found, Breach{Session: s.ID, At: s.At, Detail: "a sub-session that the stream does not link to its call"})
		case !calls[*s.ParentCall]:
			found = append(found, Breach{Session: s.ID, Call: *s.ParentCall, At: s.At, Detail: "a sub-session of a call that the stream does not show"})
		}
	}
	return found
}

// callIDs returns the ids of the calls in the transcript.
func callIDs(t *spec.Transcript) map[string]bool {
	ids := map[string]bool{}
	for i := range t.Sessions {
		for _, c := range t.Sessions[i].Calls() {
			ids[c.ID] = true
		}
	}
	return ids
}

// uniqueLiveIDs: no two calls open at once share session and id.
func uniqueLiveIDs(_ *spec.Features, t *spec.Transcript) []Breach {
	return reported(t, "an id that names two open calls", spec.ClashingIDs)
}

func reported(t *spec.Transcript, detail string, kind spec.AnomalyKind) []Breach {
	var found []Breach
	where := t.Where()
	for i := range t.Anomalies {
		if a := &t.Anomalies[i]; a.Kind == kind {
			found = append(found, Breach{Session: a.Session, At: where(a), Detail: detail})
		}
	}
	return found
}
