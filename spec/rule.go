package spec

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed rules/*.md
var ruleFiles embed.FS

// Level says how strongly a rule binds.
type Level string

// A breach of a MUST is non-conformance; a breach of a SHOULD is reported.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
)

// A Rule is one normative sentence, with all that is needed to judge it. Rules
// are read from spec/rules; rules/README.md describes those files.
type Rule struct {
	// ID is "family/name" and never changes.
	ID     string
	Family string
	Level  Level
	// Source lists the letters of the documents that the rule comes from. Cases
	// lists public bugs that break it.
	Source string
	Cases  []string
	// Sentence is what must hold. Notes is what else is decided about it, "" if
	// nothing.
	Sentence string
	Notes    string
	Why      string
	// Example is a stream of the neutral dialect, one event a line. It is read
	// with the features of Dialect. Right is its meaning, Wrong a plausible
	// misreading.
	Example string
	Dialect string
	Right   string
	Wrong   string
	// A candidate must observe all of Observes and one of Either to be judged.
	// An empty Either demands nothing.
	Observes Parts
	Either   Parts
	// Fields are the fields without which a part does not count as observed.
	Fields Field
	// Needs is what a dialect must declare for the rule to apply. All of it
	// must hold: see Applies.
	Needs []string
	// Waits says why no check exists yet, "" if one must exist.
	Waits string
	// File and Line are the place of the rule.
	File string
	Line int
}

// Observable reports whether a candidate that observes p can be judged.
func (r *Rule) Observable(p Parts) bool {
	p = p.For(r.Fields)
	return p.HasAll(r.Observes) && (r.Either == 0 || p&r.Either != 0)
}

// Applies reports whether the dialect can show what the rule is about: whether
// f meets each of Needs. A need is a list of alternatives joined with "|", of
// which one must hold: the JSON name of a field of Features that must be set,
// "!" and the name of one that must not be set, or "name=value".
func (r *Rule) Applies(f *Features) bool {
	for _, need := range r.Needs {
		if ok, err := f.Meets(need); err != nil || !ok {
			return false
		}
	}
	return true
}

// Events returns the events of the example, numbered as records from 1.
func (r *Rule) Events() ([]Event, error) {
	var events []Event
	for i, line := range strings.Split(r.Example, "\n") {
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		d.DisallowUnknownFields()
		e := Event{Record: i + 1}
		if err := d.Decode(&e); err != nil {
			return nil, fmt.Errorf("%s: example, line %d: %w", r.ID, i+1, err)
		}
		if d.More() {
			return nil, fmt.Errorf("%s: example, line %d: more than one event", r.ID, i+1)
		}
		events = append(events, e)
	}
	return events, nil
}

type registry struct {
	rules []Rule
	byID  map[string]int
}

var registered = sync.OnceValue(func() registry {
	rules, err := ParseRules(ruleFiles)
	if err != nil {
		panic(err)
	}
	r := registry{rules: rules, byID: make(map[string]int, len(rules))}
	for i := range rules {
		r.byID[rules[i].ID] = i
	}
	return r
})

// Rules returns every rule: families in the order of Families, and rules of a
// family in the order of its file. It panics if the embedded files are broken;
// a test of this package rules that out.
func Rules() []Rule { return slices.Clone(registered().rules) }

// RuleByID returns the rule of that id, and whether there is one.
func RuleByID(id string) (Rule, bool) {
	r := registered()
	i, ok := r.byID[id]
	if !ok {
		return Rule{}, false
	}
	return r.rules[i], true
}

// Families lists the families of rules, in the order in which they are read.
func Families() []string {
	return []string{
		"fragment", "identity", "session", "attach", "notify", "missing", "repeat",
		"step", "persist", "account", "wire", "noise", "adapt", "produce",
	}
}
