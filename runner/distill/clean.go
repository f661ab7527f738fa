package distill

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/runner/distill/secret"
)

// ErrUnclean says that what would be written still says what it must not.
var ErrUnclean = errors.New("nothing of it is written")

// Clean says why text, which is all that would be written of a distillate's
// neutral form, must not be: a secret is found in it, or a word of the recording
// in its records. The error, an ErrUnclean, tells kinds and places, never words.
func (d *Distillate) Clean(n *Neutral, text []byte, o anonym.Options, finder *secret.Finder) error {
	if hits := finder.Find(text); len(hits) > 0 {
		return fmt.Errorf("what would be written holds what looks like a secret (%s, at byte %d of it): %w", hits[0].Kind, hits[0].Offset, ErrUnclean)
	}
	o.Allow = append(slices.Clone(o.Allow), n.Stayed...)
	records := bytes.Join(n.Records, []byte("\n"))
	if leaks := anonym.Leaks(d.Stream, d.Records, records, o); len(leaks) > 0 {
		return fmt.Errorf("what would be written still holds what the trace says (%s, at byte %d of its records), in %d places: %w",
			leaks[0].Kind, leaks[0].Offset, len(leaks), ErrUnclean)
	}
	return nil
}
