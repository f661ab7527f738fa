package report

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// rules prints a line for each rule, in a block for each family.
func rules(w *printer, l *Log) {
	all, family := rulesOf(l.Cases, l.Known), ""
	for _, r := range all {
		now, _, _ := strings.Cut(r.Rule, "/")
		if now != family {
			family = now
			w.f("\n%s\n", family)
		}
		w.f("  %-15s %-32s %s\n", r.Word(), r.Rule, r.CountWords())
	}
	w.f("\nrules: %s%s\n", tally(len(all), func(i int) spec.Verdict { return all[i].Verdict }), listed(all))
	w.f("cases: %s\n", tally(len(l.Cases), func(i int) spec.Verdict { return l.Cases[i].Verdict }))
	undetermined := 0
	for i := range l.Cases {
		if l.Cases[i].Undetermined {
			undetermined++
		}
	}
	if undetermined > 0 {
		w.f("cases whose outcome their construction does not fix, so that the model alone was asked: %d of %d\n", undetermined, len(l.Cases))
	}
	relations(w, l)
}

// Word returns the rule's verdict for the table: "known" if all its failures are
// known.
func (s *RuleSummary) Word() string {
	if s.Listed() {
		return "known"
	}
	return shout(s.Verdict)
}

// CountWords returns the rule's cases by verdict, and how many of the failures are known,
// if not all are.
func (s *RuleSummary) CountWords() string {
	text, known := counts(s.Counts), 0
	for _, n := range s.Known {
		known += n
	}
	if known > 0 && !s.Listed() {
		text += fmt.Sprintf("; %d of the failures known", known)
	}
	return text
}

// listed says how many rules have only known failures.
func listed(all []RuleSummary) string {
	n := 0
	for i := range all {
		if all[i].Listed() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d fail only where it is known", n)
}

// shout returns the verdict for the table, in capitals if it blames the candidate.
func shout(v spec.Verdict) string {
	if v.Blames() {
		return strings.ToUpper(v.String())
	}
	return v.String()
}

func counts(by map[spec.Verdict]int) string {
	var parts []string
	for _, v := range weights {
		if n := by[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

func tally(n int, verdict func(int) spec.Verdict) string {
	by := map[spec.Verdict]int{}
	for i := range n {
		by[verdict(i).OrHarnessError()]++
	}
	if n == 0 {
		return "none"
	}
	return counts(by)
}
