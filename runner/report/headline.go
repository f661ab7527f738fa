package report

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Headline counts the rules of a log, and the failures that charge none.
type Headline struct {
	// Fail are the rules that fail, Should those of them whose breach is no
	// non-conformance, Known the rules that fail only where it is known.
	Fail, Should, Known int
	Pass, NotJudged     int
	// Uncharged are the failing cases that charge no rule and are not known.
	Uncharged int
}

// HeadlineOf counts the rules of a log.
func HeadlineOf(l *Log) (h Headline) {
	all := rulesOf(l.Cases, l.Known)
	for i := range all {
		switch r := &all[i]; {
		case r.Listed():
			h.Known++
		case r.Verdict.Blames():
			h.Fail++
			if rule, ok := spec.RuleByID(r.Rule); ok && rule.Level == spec.Should {
				h.Should++
			}
		case r.Verdict.Passed():
			h.Pass++
		default:
			h.NotJudged++
		}
	}
	for i := range l.Cases {
		c := &l.Cases[i]
		if c.Verdict.Blames() && uncharged(c) && len(l.Known.issues(c, c.Verdict, "")) == 0 {
			h.Uncharged++
		}
	}
	return h
}

// String returns the counts in one line.
func (h Headline) String() string {
	text := words.Counted(h.Fail, "rule") + " fail"
	if h.Fail == 1 {
		text += "s"
	}
	if h.Should > 0 {
		text += fmt.Sprintf(" (%d of them SHOULD)", h.Should)
	}
	all := []string{text, fmt.Sprintf("%d known", h.Known), fmt.Sprintf("%d pass", h.Pass)}
	if h.NotJudged > 0 {
		all = append(all, fmt.Sprintf("%d not judged", h.NotJudged))
	}
	if h.Uncharged > 0 {
		all = append(all, words.Counted(h.Uncharged, "failing case")+" without a rule")
	}
	return strings.Join(all, ", ")
}
