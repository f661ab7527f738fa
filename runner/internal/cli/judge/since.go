package judge

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/runner/baseline"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/cli/runlog"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/words"
)

// An earlier run is what --since compares with.
type earlier struct {
	name string // of its log
	log  *report.Log
	// later says how the failures of this run relate to it. common is how many cases
	// both have.
	later  baseline.Later
	common int
}

// readEarlier reads the log of --since; nil without the flag.
func readEarlier(f *runFlags) (*earlier, error) {
	switch {
	case f.since == "":
		return nil, nil
	case f.writeKnown != "":
		return nil, console.Exit(console.Usage, errors.New("--since and --write-known: a list has all failures, not only those that are new; give one of the two"))
	}
	log, err := runlog.Read(f.since)
	if err != nil {
		return nil, err
	}
	if err := whole(f.since, log); err != nil {
		return nil, console.Exit(console.Usage, err)
	}
	return &earlier{name: f.since, log: log}, nil
}

// whole refuses the log of a run that did not come to its end, or says why it cannot be
// compared.
func whole(name string, log *report.Log) error {
	switch f := log.Footer; {
	case f == nil:
		return fmt.Errorf("log %s was cut off: what it lacks cannot be told from what is new; write it again with: quock run --log %[1]s …", name)
	case f.Stopped != "" && f.Stopped != report.OutOfTime:
		return fmt.Errorf("log %s is of a run that did not come to its end (%s): what it lacks cannot be told from what is new; write it again with: quock run --log %[1]s …", name, f.Stopped)
	}
	return nil
}

// refuse says why a run cannot be compared with the earlier one.
func (e *earlier) refuse(h *report.Header) error {
	old := &e.log.Header
	again := fmt.Sprintf("; write %s again with the flags of this run and --log", e.name)
	switch {
	case runlog.OtherCandidate(old, h):
		return fmt.Errorf("--since %s: it is a log of %s, and this is %s: compare two versions of one candidate", e.name, runlog.Named(old), runlog.Named(h))
	case old.Seed != h.Seed:
		return fmt.Errorf("--since %s: it was run with --seed %d, and this with %d: all generated cases are others%s", e.name, old.Seed, h.Seed, again)
	case old.Level != h.Level:
		return fmt.Errorf("--since %s: it was run with --level %s, and this with %s%s", e.name, old.Level, h.Level, again)
	case old.Shard != "" && old.Shard != h.Shard:
		return fmt.Errorf("--since %s: it is of shard %s: merge the logs of all shards first, with: quock merge LOG… --into %[1]s", e.name, old.Shard)
	case !slices.ContainsFunc(h.Dialects, func(d string) bool { return slices.Contains(old.Dialects, d) }):
		return fmt.Errorf("--since %s: it was run on %s, and this on %s%s", e.name, strings.Join(old.Dialects, ", "), strings.Join(h.Dialects, ", "), again)
	}
	return nil
}

// compare lists what the earlier run has.
func (j *judgement) compare(outcome *baseline.Outcome) {
	if e := j.earlier; e != nil {
		e.later, e.common = outcome.Since(&j.log, report.NewEarlier(e.log), filepath.Base(e.name))
	}
}

// mostNew is how many new failures are named.
const mostNew = 10

// printSince says what is new since the earlier run.
func (j *judgement) printSince(outcome *baseline.Outcome) {
	e := j.earlier
	if e == nil {
		return
	}
	shown := words.Line(e.name)
	if e.common == 0 {
		fmt.Fprintf(j.text, "\nsince %s: it has none of the cases of this run, so that nothing can be compared; every failure counts\n", shown)
		return
	}
	fmt.Fprintf(j.text, "\nsince %s: %d new, %d known from it, %d in cases that it does not have\n", shown, len(outcome.Unlisted), e.later.Before, e.later.Unasked)
	before, all := report.NewEarlier(e.log), map[string]*report.Case{}
	for i := range j.log.Cases {
		all[j.log.Cases[i].Name] = &j.log.Cases[i]
	}
	for i, f := range outcome.Unlisted {
		if i == mostNew {
			fmt.Fprintf(j.text, "  … and %d more that are new\n", len(outcome.Unlisted)-i)
			break
		}
		was := "not among its cases"
		if old := before.Case(&j.log.Header, all[f.Case]); old != nil {
			was = "there: " + old.Verdict.OrHarnessError().String()
		}
		fmt.Fprintf(j.text, "  new: %s (%s)\n", words.Line(f.String()), was)
	}
	for _, c := range report.Compare(e.log, &j.log).Gone {
		if c.Best != nil {
			fmt.Fprintf(j.text, "  gone: %s, %s\n", words.Line(words.Clip(c.Title, console.MostNamed)), words.Counted(c.Before, "case"))
		}
	}
}

// refused says why the run must not begin: it cannot be compared as it was asked to.
func (j *judgement) refused() error {
	if err := j.expected(); err != nil || j.earlier == nil {
		return err
	}
	return j.earlier.refuse(&j.log.Header)
}

// corpusNumber is the form of a corpus's number.
var corpusNumber = regexp.MustCompile(`^[0-9a-f]{16}$`)

// expected refuses a corpus that is not the one of --expect-corpus, and says which of
// its cases differ, if the earlier run had that one.
func (j *judgement) expected() error {
	want := j.flags.corpus
	switch {
	case want == "" || want == j.log.Header.Corpus:
		return nil
	case !corpusNumber.MatchString(want):
		return fmt.Errorf("--expect-corpus %s: this is no number of a corpus, such as %s of this run", want, j.log.Header.Corpus)
	}
	err := fmt.Errorf("--expect-corpus %s: this corpus is %s: quock or a folder of --fixtures changed. Nothing was run", want, j.log.Header.Corpus)
	switch e := j.earlier; {
	case e == nil:
		return fmt.Errorf("%w. With --since LOG, of a run with that corpus, it is said what changed", err)
	case e.log.Header.Corpus != want:
		return fmt.Errorf("%w. %s, which --since names, has yet another corpus, %s", err, e.name, e.log.Header.Corpus)
	}
	return fmt.Errorf("%w. Beside %s: %s", err, j.earlier.name, j.corpusChanges())
}

// corpusChanges names the cases of the plan that the earlier run does not have, and
// those of its cases that the plan does not have, generated ones aside.
func (j *judgement) corpusChanges() string {
	now, was := map[string]bool{}, map[string]bool{}
	var added, gone []string
	for i := range j.earlier.log.Cases {
		if c := &j.earlier.log.Cases[i]; !generatedCase(c.Name) {
			was[c.Name] = true
		}
	}
	for c := range j.plan.Cases() {
		if generatedCase(c.Name) {
			continue
		}
		if now[c.Name] = true; !was[c.Name] {
			added = append(added, c.Name)
		}
	}
	for name := range was {
		if !now[name] {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	if len(added)+len(gone) == 0 {
		return "the same cases by name; records or expectations of some differ, or cases that this run does not select"
	}
	return fmt.Sprintf("%s new%s, %d gone%s", words.Counted(len(added), "case"), few(added), len(gone), few(gone))
}

func generatedCase(name string) bool { return strings.HasPrefix(name, "generated/") }

// few names the first of many cases.
func few(names []string) string {
	const most = 5
	if len(names) == 0 {
		return ""
	}
	shown := make([]string, 0, most)
	for _, name := range names[:min(most, len(names))] {
		shown = append(shown, words.Line(name))
	}
	if more := len(names) - most; more > 0 {
		shown = append(shown, fmt.Sprintf("%d more", more))
	}
	return " (" + strings.Join(shown, ", ") + ")"
}
