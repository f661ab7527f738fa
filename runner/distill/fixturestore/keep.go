package fixturestore

import (
	"fmt"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
)

// Keeping says how to keep a distillate.
type Keeping struct {
	// Origin is where the recording comes from. Keep adds what was kept of it.
	Origin fixtures.Origin
	// Failed says that a candidate fails on the distillate, and breaks its rule.
	Failed bool
	// Anonym says which values stay.
	Anonym anonym.Options
	// Secrets finds what must not be written.
	Secrets *secret.Finder
	// Stop, if not nil, is asked before the file is written; its error ends the work.
	Stop func() error
}

// A Stored is a distillate that was kept.
type Stored struct {
	Neutral *distill.Neutral
	Fixture *fixtures.Distilled
	// Path is the new file. Known, if not empty, is the fixture that shows the same:
	// then nothing was written.
	Path, Known string
}

// Keep replaces the names and words of a distillate, completes the fixture, and
// puts it into the folder. It is an error if the distillate is then no longer what
// it was kept for, or if the file would hold a secret or a word of the recording.
func (s *Store) Keep(one *distill.Distillate, k Keeping) (*Stored, error) {
	neutral, err := one.Neutral(k.Anonym)
	if err != nil {
		return nil, fmt.Errorf("what is kept of its %s: %w", one.Place(), err)
	}
	fixture := k.fixture(one, neutral)
	if err := k.clean(one, neutral, fixture); err != nil {
		return nil, err
	}
	if k.Stop != nil {
		if err := k.Stop(); err != nil {
			return nil, err
		}
	}
	kept := &Stored{Neutral: neutral, Fixture: fixture}
	kept.Path, kept.Known, err = s.Put(fixture, neutral.Stream)
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// fixture is a distillate as the fixture to write.
func (k *Keeping) fixture(one *distill.Distillate, n *distill.Neutral) *fixtures.Distilled {
	f := &fixtures.Distilled{
		Rule: one.Rule, Dialect: n.Stream.Features.Dialect, Records: n.Records, Raw: n.Raw, End: n.Stream.End, Origin: k.Origin,
	}
	if k.Failed {
		f.Failed = one.Rule
	}
	f.Origin.KeptRecords, f.Origin.KeptEvents, f.Origin.Replaced = len(n.Records), len(n.Stream.Events), n.Describe()
	return f
}

// clean returns why a fixture must not be written.
func (k *Keeping) clean(one *distill.Distillate, n *distill.Neutral, f *fixtures.Distilled) error {
	if err := Complete(f); err != nil {
		return err
	}
	own := *f
	own.Name = "unnamed" // the name comes when it is written
	text, err := own.Format()
	if err != nil {
		return err
	}
	return one.Clean(n, text, k.Anonym, k.Secrets)
}
