package main

import (
	"fmt"
	"os"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/fixturestore"
	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/internal/distilling"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/words"
)

// distilled keeps all that a trace shows, as quock distill does, in the folder out.
func distilled(out string, place trace.Place) error {
	carried, err := fixtures.DistilledAll()
	if err != nil {
		return err
	}
	d := distilling.Job{Options: distill.Options{Jobs: 1}, Out: os.Stdout, Ended: func() error { return nil }}
	if d.Store, err = fixturestore.Open(out, carried); err != nil {
		return err
	}
	if d.Secrets, err = secret.New(); err != nil {
		return err
	}
	stream, o, err := open(place)
	if err != nil {
		return err
	}
	defer stream.Close()
	if d.From, err = trace.Open(stream, o); err != nil {
		return err
	}
	defer d.From.Close()
	fmt.Fprintf(d.Out, "trace %s: %s (%s)\n", words.Line(place.Name), d.From.Dialect, d.From.Reason)
	if err := d.Search(); err != nil {
		return sized(err, "distill", place)
	}
	return sized(d.Covers(), "distill", place)
}
