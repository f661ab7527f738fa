package judge

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/runlog"
	"github.com/quock-dev/quock/runner/internal/github"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// github writes the annotations of a run, and the summary of its job, in a step of a
// GitHub workflow. The annotations go to standard error: the report stays as it is.
func (j *judgement) github(headline, why string) error {
	if !github.Running() {
		return nil
	}
	return errors.Join(github.Annotate(j.BareErr, j.annotations(headline)), github.Summarise(j.summary(headline, why)))
}

// annotations are one for each rule that fails and is not known: an error, or a warning
// for a SHOULD; and one for a run that does not pass without one.
func (j *judgement) annotations(headline string) (all []github.Annotation) {
	failed := false
	for _, g := range j.log.Groups() {
		if g.Known {
			continue
		}
		a := github.Annotation{Level: github.Error, Title: g.Heading(), Text: j.finding(g)}
		if rule, ok := spec.RuleByID(g.Best.Rule); ok && rule.Level == spec.Should {
			a.Level = github.Warning
		}
		failed = failed || a.Level == github.Error
		all = append(all, a)
	}
	if !failed && !strings.HasPrefix(headline, runlog.Words[console.Fine]) {
		all = append(all, github.Annotation{Level: github.Error, Title: "quock", Text: headline})
	}
	return all
}

// finding is the text of a group of findings.
func (j *judgement) finding(g report.Group) string {
	var text strings.Builder
	_ = report.Text{Folder: j.kept.Folder}.Finding(&text, &j.log, g) // a builder takes everything
	return text.String()
}

// mostSummarised is the most findings of a summary.
const mostSummarised = 50

// summary is the report as Markdown: verdict, diagnosis, a table of the families, and the
// findings with the commands that repeat them.
func (j *judgement) summary(headline, why string) string {
	var b, diagnosis strings.Builder
	h := &j.log.Header
	fmt.Fprintf(&b, "## %s\n\n%s, seed %d, corpus %s: %s\n\n", github.Plain(headline), github.Plain(h.Harness), h.Seed, github.Plain(h.Corpus),
		github.Plain(words.Clip(h.Candidate.Name, console.MostNamed)+" "+words.Clip(h.Candidate.Version, console.MostNamed)))
	_ = report.Text{Folder: j.kept.Folder}.Diagnosis(&diagnosis, &j.log) // a builder takes everything
	if text := strings.TrimSpace(diagnosis.String()); text != "" {
		fmt.Fprintf(&b, "%s\n", github.Code(text))
	}
	families(&b, j.log.Rules())
	for i, g := range j.log.Groups() {
		if i == mostSummarised {
			fmt.Fprintf(&b, "… and %d more; the log of this step has them\n\n", len(j.log.Groups())-i)
			break
		}
		fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n%s\n</details>\n\n", html.EscapeString(words.Line(g.Heading())), github.Code(j.finding(g)))
	}
	fmt.Fprintf(&b, "%s\n", github.Plain(why))
	return b.String()
}

// families writes a table of how many rules of each family fail, are known to, and pass.
func families(b *strings.Builder, rules []report.RuleSummary) {
	type counts struct{ fail, known, pass, other int }
	by, order := map[string]*counts{}, []string{}
	for i := range rules {
		r := &rules[i]
		family, _, _ := strings.Cut(r.Rule, "/")
		if by[family] == nil {
			by[family] = &counts{}
			order = append(order, family)
		}
		switch n := by[family]; {
		case r.Listed():
			n.known++
		case r.Verdict.Blames():
			n.fail++
		case r.Verdict.Passed():
			n.pass++
		default:
			n.other++
		}
	}
	b.WriteString("| family | fail | known | pass | not judged |\n|---|--:|--:|--:|--:|\n")
	for _, family := range order {
		n := by[family]
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", github.Plain(family), n.fail, n.known, n.pass, n.other)
	}
	b.WriteString("\n")
}
