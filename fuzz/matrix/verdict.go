package matrix

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// A Verdict says what a run shows about the suite.
type Verdict struct {
	// Survivors are the mutants that no case kills, or that no check sees.
	// Foreign are the mutants that only checks of other families see.
	Survivors, Foreign []string
	// Blind are the rules that catch nothing wrong.
	Blind []string
	// Broken are the errors of proofs that fail.
	Broken []error
}

// Judge derives a verdict from rows and proofs. It ignores proofs of rules that
// without reports. The rows must come from a run without the same rules.
func Judge(rows []Row, proofs []Proof, rules []spec.Rule, without func(rule string) bool) Verdict {
	var v Verdict
	killed := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Survives():
			v.Survivors = append(v.Survivors, r.Mutant.Path())
		case r.Foreign():
			v.Foreign = append(v.Foreign, r.Mutant.Path())
		case r.Caught():
			killed[r.Mutant.Rule()] = true
		}
	}
	for _, p := range proofs {
		switch {
		case p.Err != nil:
			v.Broken = append(v.Broken, p.Err)
		case !without(p.Rule):
			killed[p.Rule] = true
		}
	}
	for _, r := range rules {
		if !killed[r.ID] {
			v.Blind = append(v.Blind, r.ID)
		}
	}
	return v
}

// Sound reports whether the verdict has no complaint.
func (v *Verdict) Sound() bool {
	return len(v.Survivors)+len(v.Foreign)+len(v.Blind)+len(v.Broken) == 0
}

// Reason says in one sentence what is wrong, "" if nothing is.
func (v *Verdict) Reason() string {
	var all []string
	say := func(names []string, one, many string) {
		switch {
		case len(names) == 1:
			all = append(all, fmt.Sprintf("%s %s", names[0], one))
		case len(names) > 1:
			all = append(all, fmt.Sprintf("%s %s", some(names), many))
		}
	}
	say(v.Survivors, "survives", "survive")
	say(v.Foreign, "is seen only by other families", "are seen only by other families")
	say(v.Blind, "catches no mutant or proof", "catch no mutant or proof")
	for _, err := range v.Broken {
		all = append(all, fmt.Sprintf("a proof fails (%v)", err))
	}
	return strings.Join(all, "; ")
}

// some joins the first few names.
func some(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
