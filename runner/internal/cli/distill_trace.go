package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// A distilling is the state of distilling one trace.
type distilling struct {
	*distillery
	ctx    context.Context
	from   *trace.Import
	survey *secret.Survey
	counts trace.Counts
	hashed int64 // bytes that were searched for secrets
}

// trace distills one trace.
func (d *distillery) trace(ctx context.Context, place trace.Place) error {
	return d.importing(ctx, place, func(from *trace.Import) error {
		fmt.Fprintf(d.out, "trace %s: %s (%s)\n", words.Line(place.Name), from.Dialect, from.Reason)
		one := &distilling{distillery: d, ctx: ctx, from: from}
		return one.distill()
	})
}

// importing opens a trace and calls do with it. Errors name the trace.
func (d *distillery) importing(ctx context.Context, place trace.Place, do func(*trace.Import) error) error {
	if place.Err != nil {
		return unread(place, place.Err)
	}
	options := d.flags.Options
	file, err := input.OpenCase(ctx, d.in, place, &options)
	if ctx.Err() != nil {
		return exit(exitInterrupted, fmt.Errorf("trace %s: interrupted", words.Line(place.Name)))
	}
	if err != nil {
		return unread(place, err)
	}
	defer file.Close()
	if place.Dir != "" {
		options.Recording = trace.LoadRecording(place.Dir)
	}
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	d.reading = terminal.NewCountedReader(input.Until(ctx, file), size, d.line, ": read to the end, making it small")
	from, err := trace.Open(d.reading, options)
	if err == nil {
		defer from.Close()
		err = do(from)
	}
	if err != nil && ctx.Err() != nil { // what was done to its end before the signal stays done
		return exit(exitInterrupted, fmt.Errorf("trace %s: interrupted", words.Line(place.Name)))
	}
	return exitWith(place, err)
}

// exitWith returns err with the trace's name and its exit code.
func exitWith(place trace.Place, err error) error {
	if err == nil {
		return nil
	}
	code := codeOf(err)
	if trace.None(err) || errors.Is(err, runner.ErrPasses) || errors.Is(err, distill.ErrUnbroken) || errors.Is(err, runner.ErrAnyway) {
		code = exitUsage
	}
	return exit(code, fmt.Errorf("trace %s: %w", words.Line(place.Name), err))
}

// distill looks for secrets, chooses what to keep, and keeps it.
func (d *distilling) distill() error {
	if err := d.search(); err != nil {
		return err
	}
	switch {
	case d.flags.fails:
		return d.failing()
	case d.flags.breaks != "":
		return d.breaking()
	}
	return d.covering()
}

// search searches all of the trace's bytes for secrets.
func (d *distilling) search() error {
	d.reading.Does("looking for secrets")
	defer d.reading.Does("looking for what to keep")
	raw, err := d.from.Raw()
	if err != nil {
		return err
	}
	if d.survey, err = secret.NewSurvey(raw, d.secrets, d.flags.jobs); err != nil {
		return err
	}
	d.hashed = d.from.Counts().Bytes
	fmt.Fprintf(d.out, "secrets: %s\n", describeSecrets(d.survey.Secrets))
	return nil
}

// recordingOf returns a trace as the distiller reads it.
func recordingOf(from *trace.Import) *distill.Recording {
	return &distill.Recording{Dialect: from.Dialect, Batches: from.Batches, Cause: from.Cause}
}

// reducing returns how streams are reduced.
func (d *distilling) reducing() distill.Options {
	return distill.Options{Jobs: d.flags.jobs, Runs: d.flags.runs, Stop: d.flags.stop(d.ctx)}
}

// count reads the trace once, to count its records and events.
func (d *distilling) count() error {
	for _, err := range d.from.Batches() {
		if err != nil {
			return err
		}
	}
	d.counted()
	return nil
}

// counted records the counts of the pass that just ended.
func (d *distilling) counted() {
	d.counts = d.from.Counts()
	d.size()
}

// breaking keeps a stream that itself breaks a rule for producers.
func (d *distilling) breaking() error {
	if err := d.count(); err != nil {
		return err
	}
	one, err := distill.Breaks(recordingOf(d.from), d.flags.breaks, d.reducing())
	if err != nil {
		return err
	}
	_, err = d.keep(one)
	return err
}

// keep writes one distillate, if it still shows its point without the trace's
// words, and returns its neutral form.
func (d *distilling) keep(one *distill.Distillate) (*distill.Neutral, error) {
	if err := d.ctx.Err(); err != nil { // the reduction was cut short
		return nil, err
	}
	if d.counts.Bytes != d.hashed {
		return nil, fmt.Errorf("%d bytes were searched for secrets, but %d were distilled: %w", d.hashed, d.counts.Bytes, trace.ErrChanged)
	}
	kept, err := d.shelf.Keep(one, shelf.Keeping{
		Origin: fixtures.Origin{
			Version: d.from.Version(), Records: d.counts.Records, Events: d.counts.Events, Bytes: d.counts.Bytes, Hash: d.survey.Hash,
		},
		Failed: d.flags.fails, Anonym: anonym.Options{Keep: d.flags.keep}, Secrets: d.secrets, Stop: d.ctx.Err,
	})
	if err != nil {
		return nil, err
	}
	d.shown(one, kept)
	return kept.Neutral, nil
}

// covering keeps every behaviour that the trace shows.
func (d *distilling) covering() error {
	result, err := distill.Covers(recordingOf(d.from), d.reducing())
	if err = errors.Join(err, d.ctx.Err()); err != nil {
		return err
	}
	d.counted()
	if result.Behaviours.Len() == 0 {
		return exit(exitUsage, errNothing)
	}
	fmt.Fprintf(d.out, "shows: %s, %d of them rules that it puts to the test\n", words.Counted(result.Behaviours.Len(), "behaviour"), len(result.Behaviours.Rules()))
	records, kept, err := d.coverings(result.Distillates)
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "\nkept: %d of %s, in %d of %s\n", result.Behaviours.Len()-result.Behaviours.Minus(kept).Len(), words.Counted(result.Behaviours.Len(), "behaviour"), records, words.Counted(d.counts.Records, "record"))
	if result.Stopped {
		fmt.Fprintln(d.out, "the budget ended the reduction: more may go with more --runs or --time")
	}
	if lost := result.Behaviours.Minus(kept); lost.Len() > 0 {
		return exit(exitIncomplete, fmt.Errorf("%s: %w", strings.Join(lost.Names(), "; "), distill.ErrWords))
	}
	return nil
}

// errNothing is the error for a trace without any behaviour.
var errNothing = errors.New("it shows nothing that could be kept: no turn, message or call; there is nothing to distill")

// coverings keeps the streams that still show their behaviours without the
// trace's words. It returns how many records they have and what they show.
func (d *distilling) coverings(all []distill.Distillate) (records int, kept behaviour.Set, err error) {
	for i := range all {
		n, err := d.keep(&all[i])
		if errors.Is(err, distill.ErrWords) {
			all[i].Holds = func(spec.Stream, [][]byte) bool { return true }
			n, err = d.keep(&all[i])
		}
		if err != nil {
			return records, kept, err
		}
		records, kept = records+len(n.Records), kept.Union(behaviour.All(&n.Stream))
	}
	return records, kept, nil
}

// novel returns the places where the trace shows a behaviour for the first time.
// A candidate is most likely to fail there.
func (d *distilling) novel() ([][2]int, error) {
	pass, err := distill.Kept(recordingOf(d.from))
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
