package fixturestore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// ErrRecords says that a fixture's records are not what they should be.
var ErrRecords = errors.New("its records")

// Stream is what a fixture's records say. Records that nobody understands may be
// what it is about, if they are raw.
func Stream(d *fixtures.Distilled) (spec.Stream, error) {
	codec, variant, err := dialects.Lookup(d.Dialect)
	if err != nil {
		return spec.Stream{}, err
	}
	s, problems := wire.DecodeRecords(codec, variant, d.Records)
	s.End = d.End
	if d.Raw {
		return s, nil
	}
	if len(problems) > 0 {
		return s, fmt.Errorf("%w cannot be read: %s", ErrRecords, &problems[0])
	}
	anew, err := wire.EncodeStream(codec, variant, s)
	if err != nil {
		return s, fmt.Errorf("%w are not raw, and cannot be written anew: %w", ErrRecords, err)
	}
	if !slices.EqualFunc(anew, d.Records, bytes.Equal) {
		return s, fmt.Errorf("%w are not raw, and not what the codec writes", ErrRecords)
	}
	return s, nil
}

// agrees holds a stream against what a fixture's records say.
func agrees(d *fixtures.Distilled, stream spec.Stream) error {
	written, err := Stream(d)
	switch {
	case err != nil:
		return fmt.Errorf("a fixture to be written: %w", err)
	case !slices.EqualFunc(written.Events, stream.Events, func(a, b spec.Event) bool { return a.Kind == b.Kind }):
		return fmt.Errorf("a fixture to be written: %w do not say its stream", ErrRecords)
	}
	return nil
}

// keyOf is the hash of a fixture's normal form: the same for all that differ
// only in names and in the interleaving of what is independent. Where the
// records' own bytes matter they are part of it.
func keyOf(d *fixtures.Distilled) (string, error) {
	s, err := Stream(d)
	if err != nil {
		return "", err
	}
	normal := shrink.Normal(&shrink.Subject{Stream: s})
	sum := sha256.New()
	if err := writeStream(sum, d, &normal.Stream); err != nil {
		return "", fmt.Errorf("%w: %w", ErrRecords, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func writeStream(sum hash.Hash, d *fixtures.Distilled, s *spec.Stream) error {
	text := json.NewEncoder(sum)
	if err := text.Encode([]any{d.Dialect, d.End, d.Policies, d.Raw}); err != nil {
		return err
	}
	for i := range s.Events {
		if err := text.Encode([]any{s.Events[i].Record, &s.Events[i]}); err != nil {
			return err
		}
	}
	if d.Raw {
		return text.Encode(d.Records)
	}
	return nil
}

// nameOf is a fixture's name: what it shows, its dialect, and a hash. All words
// in it are the specification's.
func nameOf(d *fixtures.Distilled, hash string) string {
	dash := strings.NewReplacer("/", "-", ":", "-")
	return dash.Replace(shown(d)) + "." + dash.Replace(d.Dialect) + "." + hash
}

// shown is what a fixture shows first: its rule, else what it breaks, else what
// it puts to the test, else its behaviour.
func shown(d *fixtures.Distilled) string {
	for _, words := range [][]string{{d.Rule}, d.Breaks, d.Rules} {
		if len(words) > 0 && words[0] != "" {
			return words[0]
		}
	}
	return "behaviour"
}
