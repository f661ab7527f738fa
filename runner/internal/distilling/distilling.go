// Package distilling distills one trace: it searches it for secrets, chooses what to keep,
// puts that into the fixture store, and says in words what it did.
//
// Goals: the command and the page that a trace is dropped on keep the same bytes, and say the
// same of them. Non-goals: finding and opening traces; judging candidates.
package distilling

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A Job is the state of distilling one trace. The caller sets what has a name.
type Job struct {
	From *trace.Import
	// Store takes what is kept, Secrets finds what must not be.
	Store   *fixturestore.Store
	Secrets *secret.Finder
	// Options say how streams are reduced, Anonym which values stay. Failed says that a
	// candidate fails on what is kept.
	Options distill.Options
	Anonym  anonym.Options
	Failed  bool
	// Out gets what is done in words; its errors are the caller's to notice.
	Out io.Writer
	// Ended, asked between steps, ends the work with its error.
	Ended func() error

	survey *secret.Survey
	counts trace.Counts
	hashed int64 // bytes that were searched for secrets
}

// Search searches all of the trace's bytes for secrets.
func (d *Job) Search() error {
	raw, err := d.From.Raw()
	if err != nil {
		return err
	}
	if d.survey, err = secret.NewSurvey(raw, d.Secrets, d.Options.Jobs); err != nil {
		return err
	}
	d.hashed = d.From.Counts().Bytes
	fmt.Fprintf(d.Out, "secrets: %s\n", describeSecrets(d.survey.Secrets))
	return nil
}

// Recording is the trace as the distiller reads it.
func Recording(from *trace.Import) *distill.Recording {
	return &distill.Recording{Dialect: from.Dialect, Batches: from.Batches, Cause: from.Cause}
}

// Count reads the trace once, to count its records and events.
func (d *Job) Count() error {
	for _, err := range d.From.Batches() {
		if err != nil {
			return err
		}
	}
	d.counted()
	return nil
}

// counted records the counts of the pass that just ended.
func (d *Job) counted() {
	d.counts = d.From.Counts()
	d.size()
}

// Keep writes one distillate, if it still shows its point without the trace's
// words, and returns its neutral form.
func (d *Job) Keep(one *distill.Distillate) (*distill.Neutral, error) {
	if err := d.Ended(); err != nil { // the reduction was cut short
		return nil, err
	}
	if d.counts.Bytes != d.hashed {
		return nil, fmt.Errorf("%d bytes were searched for secrets, but %d were distilled: %w", d.hashed, d.counts.Bytes, trace.ErrChanged)
	}
	kept, err := d.Store.Keep(one, fixturestore.Keeping{
		Origin: fixtures.Origin{
			Version: d.From.Version(), Records: d.counts.Records, Events: d.counts.Events, Bytes: d.counts.Bytes, Hash: d.survey.Hash,
		},
		Failed: d.Failed, Anonym: d.Anonym, Secrets: d.Secrets, Stop: d.Ended,
	})
	if err != nil {
		return nil, err
	}
	d.shown(one, kept)
	return kept.Neutral, nil
}

// Covers keeps every behaviour that the trace shows.
func (d *Job) Covers() error {
	result, err := distill.Covers(Recording(d.From), d.Options)
	if err = errors.Join(err, d.Ended()); err != nil {
		return err
	}
	d.counted()
	if result.Behaviours.Len() == 0 {
		return ErrNothing
	}
	fmt.Fprintf(d.Out, "shows: %s, %d of them rules that it puts to the test\n", words.Counted(result.Behaviours.Len(), "behaviour"), len(result.Behaviours.Rules()))
	records, kept, err := d.coverings(result.Distillates)
	if err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "\nkept: %d of %s, in %d of %s\n", result.Behaviours.Len()-result.Behaviours.Minus(kept).Len(), words.Counted(result.Behaviours.Len(), "behaviour"), records, words.Counted(d.counts.Records, "record"))
	if result.Stopped {
		fmt.Fprintln(d.Out, "the budget ended the reduction: more may go with more --runs or --time")
	}
	if lost := result.Behaviours.Minus(kept); lost.Len() > 0 {
		return fmt.Errorf("%s: %w", strings.Join(lost.Names(), "; "), distill.ErrWords)
	}
	return nil
}

// ErrNothing is the error for a trace without any behaviour.
var ErrNothing = errors.New("it shows nothing that could be kept: no turn, message or call; there is nothing to distill")

// coverings keeps the streams that still show their behaviours without the
// trace's words. It returns how many records they have and what they show.
func (d *Job) coverings(all []distill.Distillate) (records int, kept behaviour.Set, err error) {
	for i := range all {
		n, err := d.Keep(&all[i])
		if errors.Is(err, distill.ErrWords) {
			all[i].Holds = func(spec.Stream, [][]byte) bool { return true }
			n, err = d.Keep(&all[i])
		}
		if err != nil {
			return records, kept, err
		}
		records, kept = records+len(n.Records), kept.Union(behaviour.All(&n.Stream))
	}
	return records, kept, nil
}

// Novel returns the places where the trace shows a behaviour for the first time.
// A candidate is most likely to fail there.
func (d *Job) Novel() ([][2]int, error) {
	pass, err := distill.Kept(Recording(d.From))
	if err != nil {
		return nil, err
	}
	d.counted()
	ranges := make([][2]int, len(pass.Pieces))
	for i, p := range pass.Pieces {
		ranges[i] = [2]int{p.First, p.Last}
	}
	return ranges, nil
}

// describeSecrets describes the secrets of a trace: kinds, counts and lines.
func describeSecrets(all []secret.KindCount) string {
	if len(all) == 0 {
		return "none found in it"
	}
	var b strings.Builder
	b.WriteString("found in it, by kind and line; none is printed or kept")
	for _, k := range all {
		more := ""
		if k.N > len(k.Lines) {
			more = ", …"
		}
		fmt.Fprintf(&b, "\n  %d %s: %s%s", k.N, k.Kind, listed(k.Lines), more)
	}
	return b.String()
}

func listed(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

// size prints how much was read, and what could not be.
func (d *Job) size() {
	n := &d.counts
	fmt.Fprintf(d.Out, "read: %s, %s, %d bytes\n", words.Counted(n.Records, "record"), words.Counted(n.Events, "event"), n.Bytes)
	var odd []string
	add := func(n int, what, behind string) {
		if n > 0 {
			odd = append(odd, words.Counted(n, what)+behind)
		}
	}
	add(n.Bad, "place", " that cannot be read")
	add(n.Torn, "torn record", "")
	add(n.Noise, "line", " of something else")
	add(n.Unknown, "record", " of unknown kind")
	if n.Truncated {
		odd = append(odd, "its end is cut off")
	}
	if len(odd) > 0 {
		fmt.Fprintf(d.Out, "odd: %s\n", strings.Join(odd, ", "))
	}
}

// shown prints what became of a distillate.
func (d *Job) shown(one *distill.Distillate, kept *fixturestore.Stored) {
	at, f := one.Place(), kept.Fixture
	if kept.Known != "" {
		fmt.Fprintf(d.Out, "\n%s: known already, %s shows it\n", at, words.Line(kept.Known))
		return
	}
	fmt.Fprintf(d.Out, "\n%s: %s\n  %s, %s", at, words.Line(kept.Path), words.Counted(f.Origin.KeptRecords, "record"), words.Counted(f.Origin.KeptEvents, "event"))
	if len(f.Rules) > 0 {
		fmt.Fprintf(d.Out, "; puts %s to the test", words.Counted(len(f.Rules), "rule"))
	}
	if len(f.Breaks) > 0 {
		fmt.Fprintf(d.Out, "; shows %s", strings.Join(f.Breaks, ", "))
	}
	fmt.Fprintf(d.Out, "\n  replaced: %s\n", f.Origin.Replaced)
	for line := range strings.Lines(strings.TrimRight(f.Story, "\n")) {
		fmt.Fprintf(d.Out, "  | %s\n", strings.TrimRight(line, "\n"))
	}
}
