package judging

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A SuiteRun is the result of one run of a suite.
type SuiteRun struct {
	suite     *Suite
	plan      *plan.Plan
	again     func(rule string) string
	rules     []string
	log       report.Log
	outcome   baseline.Outcome
	others    []string // rules that fail and were not asked for
	summaries []report.RuleSummary
	replays   map[string]replay.Archive
}

// Rule judges a rule that was asked for. A failing rule has the whole finding as its
// failure, and its replay file is written. A rule is skipped, with the reason, if it
// could not be judged, if all its failures are known, or if it is a SHOULD. If both are
// "" it passes.
func (r *SuiteRun) Rule(ctx context.Context, id string) (failure, skipped string) {
	at := slices.IndexFunc(r.summaries, func(s report.RuleSummary) bool { return s.Rule == id })
	if at < 0 {
		return "", "no case of this run puts the rule to the test"
	}
	s := &r.summaries[at]
	switch {
	case s.Verdict.Passed():
		return "", ""
	case s.Listed():
		return "", "known: " + strings.Join(r.issues(id), ", ")
	case !s.Verdict.Blames():
		return "", s.Verdict.String() + ": " + r.reason(id)
	case !baseline.Binding(id):
		return "", "a SHOULD is reported, and no failure\n" + r.finding(ctx, id)
	}
	return r.finding(ctx, id), ""
}

// issues are the issues under which the rule's failures are known.
func (r *SuiteRun) issues(id string) []string {
	var all []string
	for _, g := range r.log.Groups() {
		if g.Best.Rule == id && g.Known {
			all = append(all, g.Issues...)
		}
	}
	return all
}

// reason says of the first case why it could not judge the rule.
func (r *SuiteRun) reason(id string) string {
	for i := range r.log.Cases {
		c := &r.log.Cases[i]
		tests := slices.ContainsFunc(c.Rules, func(v report.RuleVerdict) bool { return v.Rule == id })
		if tests && c.Detail != "" {
			return words.Line(c.Name + ": " + c.Detail)
		}
	}
	return "other failures hide what the rule is about, or the cases are too small to show it"
}

// finding describes the failures of a rule that are not known; "" is what charges none.
func (r *SuiteRun) finding(ctx context.Context, id string) string {
	var b strings.Builder
	for _, g := range r.log.Groups() {
		if g.Best.Rule == id && !g.Known {
			r.group(ctx, &b, g)
		}
	}
	return b.String()
}

// group describes one verdict of a rule: the finding on the smallest stream that was
// found, that stream, and how to run it again.
func (r *SuiteRun) group(ctx context.Context, b *strings.Builder, g report.Group) {
	kept, found := r.replays[g.Best.Replay]
	var small *runner.Shrinking
	c, _, err := replay.Read(kept.Text)
	if err == nil {
		small = r.suite.shrunk(ctx, r.plan, c, &g)
	}
	describe(b, &r.log, g, small)
	switch {
	case small != nil:
		kept = small.Replay
	case err == nil:
		b.WriteString(Stream(c))
	}
	fmt.Fprintf(b, "   again: %s\n", r.again(g.Best.Rule))
	if found && r.suite.options.Folder != "" {
		r.keep(b, kept, &g.Best)
	}
}

// describe writes a finding with the smallest stream, if there is one.
func describe(b *strings.Builder, l *report.Log, g report.Group, small *runner.Shrinking) {
	name := g.Best.Case
	if small != nil {
		g.Best = small.Finding
	}
	g.Best.Replay = ""                 // there is no command to replay a Go value
	_ = report.Text{}.Finding(b, l, g) // a Builder takes everything
	if small != nil {
		fmt.Fprintf(b, "   found in %s; the smallest stream of %s that shows it:\n%s",
			words.Line(name), small.Case.Dialect, Records(small.Case.Records))
	}
}

// keep writes the replay file, under the name of the rule.
func (r *SuiteRun) keep(b *strings.Builder, file replay.Archive, f *spec.Finding) {
	file.Name = strings.ReplaceAll(cmp.Or(f.Rule, f.Habit, "no-rule"), "/", "-") + "." + f.Verdict.String() + ".txtar"
	folder := r.suite.options.Folder
	if _, err := replay.SaveIn(folder)(file); err != nil {
		fmt.Fprintf(b, "   no replay file: %s\n", words.Line(err.Error()))
		return
	}
	fmt.Fprintf(b, "   as a test of its own: suite.Replay(t, newCandidate, %q)\n", filepath.ToSlash(filepath.Join(folder, file.Name)))
}

// attempts is the most runs of the candidate for making a stream small.
const attempts = 400

// shrunk makes the stream of a finding small, with the faults that cover its rule; nil if
// that is not possible.
func (s *Suite) shrunk(ctx context.Context, p *plan.Plan, c *plan.Case, g *report.Group) *runner.Shrinking {
	if g.Best.Verdict == spec.Timeout || g.Best.Habit != "" || c.Asked != nil || len(c.Before) > 0 {
		return nil
	}
	own := *c
	own.Faults = slices.DeleteFunc(slices.Clone(c.Faults), func(h spec.Fault) bool { return h.Rule != g.Best.Rule })
	small, err := runner.Shrink(ctx, p, s.starter, s.limits, &own, runner.ShrinkOptions{Rules: []string{g.Best.Rule}, Jobs: 1, Runs: attempts})
	if err != nil || small.Case == nil || small.Finding.Rule != g.Best.Rule || small.Finding.Verdict != g.Best.Verdict {
		return nil
	}
	return small
}

// mostRecords and widestRecord bound how much of a stream a message shows.
const (
	mostRecords  = 40
	widestRecord = 400
)

// Stream returns the records of a case under a heading.
func Stream(c *plan.Case) string {
	return "   the stream, of " + c.Dialect + ":\n" + Records(c.Records)
}

// Records returns records with their numbers, one a line.
func Records(records [][]byte) string {
	var b strings.Builder
	if len(records) == 0 {
		b.WriteString("     no record at all\n")
	}
	for i, record := range records {
		if i == mostRecords {
			fmt.Fprintf(&b, "     … and %d more\n", len(records)-i)
			break
		}
		fmt.Fprintf(&b, "   %3d %s\n", i+1, words.Line(words.Clip(string(record), widestRecord)))
	}
	return b.String()
}

// Rest returns what the run says besides the rules: findings that charge no rule,
// complaints about the list, what was not judged. It fails if the command would end
// with another code than 0 for another reason than a rule that was asked for.
func (r *SuiteRun) Rest(ctx context.Context) (failed bool, text string) {
	var b strings.Builder
	rest := r.outcome
	rest.Unlisted = slices.DeleteFunc(slices.Clone(rest.Unlisted), func(f baseline.Failure) bool {
		return slices.Contains(r.rules, f.Rule)
	})
	code, why := rest.Exit(&r.log)
	if hidden := r.hidden(); code == baseline.Fine && hidden != "" {
		code, why = baseline.Incomplete, hidden
	}
	if code != baseline.Fine {
		fmt.Fprintf(&b, "%s\n", words.Line(why))
	}
	for _, f := range rest.Unlisted {
		if found := r.finding(ctx, f.Rule); !strings.Contains(b.String(), found) {
			b.WriteString(found)
		}
	}
	for _, complaint := range rest.Stale {
		fmt.Fprintf(&b, "%s: %s\n", r.suite.options.Known, complaint)
	}
	return code != baseline.Fine, b.String()
}

// Diagnosis returns with which deviations the reference reads as the candidate does; ""
// if nothing failed.
func (r *SuiteRun) Diagnosis() string {
	var b strings.Builder
	own := r.log
	own.Cases = slices.Clone(own.Cases)
	for i := range own.Cases {
		own.Cases[i].Findings = nil // their replay files are not on disk
	}
	_ = report.Text{}.Diagnosis(&b, &own) // a Builder takes everything
	return b.String()
}

// Summary says in a line what was run.
func (r *SuiteRun) Summary() string {
	h := &r.log.Header
	return fmt.Sprintf("%s: %s of %s, level %s, seed %d", h.Candidate.Name, words.Counted(len(r.log.Cases), "case"),
		strings.Join(h.Dialects, ", "), h.Level, h.Seed)
}
