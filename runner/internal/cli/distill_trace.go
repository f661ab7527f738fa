package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/trace"
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
	file, err := d.openCase(ctx, place, &options)
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
	d.reading = terminal.NewCountedReader(stoppable{ctx, file}, size, d.line, ": read to the end, making it small")
	from, err := trace.Open(d.reading, options)
	if err == nil {
		defer from.Close()
		err = do(from)
	}
	if ctx.Err() != nil {
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
