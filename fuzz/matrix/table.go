package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/fuzz/zoo"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// A Table holds the results of a run for printing.
type Table struct {
	// Seeds, Cases and Strategy are the parameters of the run.
	Seeds, Cases int
	Strategy     string
	Rows         []Row
	Proofs       []Proof
	Rules        []spec.Rule
}

// buckets are the numbers of cases for the columns of solved tasks.
var buckets = []int{10, 100, 1000, 10000}

// models returns the lines about mutants, with a heading.
func (t *Table) models() [][]string {
	lines := [][]string{{"wrong model", "rule", "median", "p90", "10", "100", "1000", "10000", "by rule", "departed", "seen by"}}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{r.Mutant.Path(), r.Mutant.Rule(), t.quantile(r, Killed, 0.5, r.Written.Killed), t.quantile(r, Killed, 0.9, r.Written.Killed)}
		for _, cases := range buckets {
			line = append(line, t.within(r, cases))
		}
		n := r.Counts()
		line = append(line, t.quantile(r, Rule, 0.5, r.Written.Rule), fmt.Sprintf("%d of %d", n.Triggered, n.Reached), seenBy(r))
		lines = append(lines, line)
	}
	return lines
}

// quantile formats a quantile. It is ">" with the limit if it exceeds the
// limit, and "written" if only hand-written cases reached the moment.
func (t *Table) quantile(r *Row, m Moment, share float64, written bool) string {
	switch n := r.Quantile(m, share); {
	case n != Never:
		return strconv.Itoa(n)
	case r.Within(m, Never) > 0:
		return ">" + strconv.Itoa(t.Cases)
	case written:
		return "written"
	}
	return "never"
}

// within formats the share of tasks that were solved within so many cases.
func (t *Table) within(r *Row, cases int) string {
	if cases > t.Cases && len(r.Tasks) != r.Within(Killed, Never) {
		return "-"
	}
	return strconv.Itoa(r.Within(Killed, cases)) + "/" + strconv.Itoa(len(r.Tasks))
}

// seenBy says whose checks saw the mutant: of its rule, of its family, or of
// other families.
func seenBy(r *Row) string {
	own, family, foreign := 0, 0, 0
	for _, rule := range r.Seen() {
		switch {
		case rule == r.Mutant.Rule():
			own++
		case trial.Family(rule) == trial.Family(r.Mutant.Rule()):
			family++
		default:
			foreign++
		}
	}
	var by []string
	for _, part := range []string{given(own, "its rule"), numbered(family, "of its family"), numbered(foreign, "foreign")} {
		if part != "" {
			by = append(by, part)
		}
	}
	if len(by) == 0 {
		return "nobody"
	}
	return strings.Join(by, ", ")
}

func given(n int, what string) string {
	if n == 0 {
		return ""
	}
	return what
}

func numbered(n int, what string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s", n, what)
}

// rules returns the lines about rules, with a heading.
func (t *Table) rules() [][]string {
	lines := [][]string{{"rule", "its wrong models caught", "others seen", "other proofs"}}
	for _, rule := range t.Rules {
		own, caught, others := 0, 0, 0
		for i := range t.Rows {
			r := &t.Rows[i]
			switch {
			case r.Mutant.Rule() == rule.ID:
				own++
				caught += count(r.Caught())
			case slices.Contains(r.Seen(), rule.ID):
				others++
			}
		}
		models := "-"
		if own > 0 {
			models = fmt.Sprintf("%d of %d", caught, own)
		}
		lines = append(lines, []string{rule.ID, models, orDash(others), t.proofs(rule.ID)})
	}
	return lines
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// proofs counts the proofs of a rule that hold, by kind.
func (t *Table) proofs(rule string) string {
	var parts []string
	for _, kind := range []zoo.Kind{zoo.Candidate, zoo.Store, zoo.Adapter, zoo.Trace, zoo.Framer, zoo.Writer} {
		n := 0
		for _, p := range t.Proofs {
			n += count(p.Rule == rule && p.Kind == kind && p.Err == nil)
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}
