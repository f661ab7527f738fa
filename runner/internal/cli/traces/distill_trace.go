package traces

import (
	"context"
	"errors"
	"fmt"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/distilling"
	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

// A oneTrace is the state of distilling one trace.
type oneTrace struct {
	*distillery
	distilling.Job
	ctx context.Context
}

// trace distills one trace.
func (d *distillery) trace(ctx context.Context, place trace.Place) error {
	return d.importing(ctx, place, func(from *trace.Import) error {
		fmt.Fprintf(d.Out, "trace %s: %s (%s)\n", words.Line(place.Name), from.Dialect, from.Reason)
		one := &oneTrace{distillery: d, ctx: ctx, Job: distilling.Job{
			From: from, Store: d.store, Secrets: d.secrets, Anonym: anonym.Options{Keep: d.flags.keep}, Failed: d.flags.fails, Out: d.Out, Ended: ctx.Err,
			Options: distill.Options{Jobs: d.flags.jobs, Runs: d.flags.runs, Stop: d.flags.stop(ctx)},
		}}
		return one.distill()
	})
}

// importing opens a trace and calls do with it. Errors name the trace.
func (d *distillery) importing(ctx context.Context, place trace.Place, do func(*trace.Import) error) error {
	if place.Err != nil {
		return unread(place, place.Err)
	}
	options := d.flags.Options
	file, err := input.OpenCase(ctx, d.In, place, &options)
	if ctx.Err() != nil {
		return console.Exit(console.Interrupted, fmt.Errorf("trace %s: interrupted", words.Line(place.Name)))
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
		return console.Exit(console.Interrupted, fmt.Errorf("trace %s: interrupted", words.Line(place.Name)))
	}
	return exitWith(place, err)
}

// exitWith returns err with the trace's name and its exit code.
func exitWith(place trace.Place, err error) error {
	if err == nil {
		return nil
	}
	code := console.CodeOf(err)
	if trace.None(err) || errors.Is(err, runner.ErrPasses) || errors.Is(err, distilling.ErrNothing) || errors.Is(err, distill.ErrUnbroken) || errors.Is(err, runner.ErrAnyway) {
		code = console.Usage
	}
	return console.Exit(code, fmt.Errorf("trace %s: %w", words.Line(place.Name), err))
}

// distill looks for secrets, chooses what to keep, and keeps it.
func (d *oneTrace) distill() error {
	d.reading.Does("looking for secrets")
	err := d.Search()
	if d.reading.Does("looking for what to keep"); err != nil {
		return err
	}
	switch {
	case d.flags.fails:
		return d.failing()
	case d.flags.breaks != "":
		return d.breaking()
	}
	return d.Covers()
}

// breaking keeps a stream that itself breaks a rule for producers.
func (d *oneTrace) breaking() error {
	if err := d.Count(); err != nil {
		return err
	}
	one, err := distill.Breaks(distilling.Recording(d.From), d.flags.breaks, d.Options)
	if err != nil {
		return err
	}
	_, err = d.Keep(one)
	return err
}
