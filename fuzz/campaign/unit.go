package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/quock-dev/quock/fuzz/campaign/exact"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// ErrForeign says that bytes are no unit or result of this campaign.
var ErrForeign = errors.New("bytes that this campaign did not make")

// A Unit is work of a round that needs the candidate: cases to try, a failing case to
// attribute, a failure to reduce, or a diagnosis. Equal units have equal results, whoever does
// them and whenever; only a flaky candidate and a lack of time make a difference. Only an
// Engine makes units.
type Unit struct {
	work work
	// cover and entries are what the hashes of a unit of this process stand for, so that
	// its doer need not read them.
	cover   *snapshot
	entries map[string]*perform.Token
}

// work is what a unit is as bytes. One of the pointers is set.
type work struct {
	Dialect string
	// Known are the deviations that are set aside.
	Known     []string
	Try       *tryWork
	Attribute *origin
	Reduce    *reduceWork
	Diagnose  *diagnoseWork
}

// tryWork is cases to try, and the hash of the coverage before the round.
type tryWork struct {
	Cover string
	Jobs  []job
}

// An origin is a failing case: its number, token and size, and how it failed.
type origin struct {
	Case            uint64
	Token           string
	Events, Records int
	First           Attempt
}

// reduceWork is a failure to reduce, and the case that it was found in.
type reduceWork struct {
	Origin  origin
	As      shrink.Signature
	Subject subject
}

// diagnoseWork is what a diagnosis is made by: failing cases by their tokens, entries of
// the corpus and findings by their hashes.
type diagnoseWork struct {
	Tokens, Entries []string
	Findings        []filedBlob
}

type filedBlob struct{ Name, Sum string }

// A subject is a shrink.Subject in the unit's dialect.
type subject struct {
	Events []spec.Event
	End    spec.Cause
	Forms  spec.Forms
	Faults []spec.Fault
}

func subjectOf(s *shrink.Subject) subject {
	return subject{s.Stream.Events, s.Stream.End, s.Stream.Forms, s.Faults}
}

func (s *subject) in(f *spec.Features) shrink.Subject {
	return shrink.Subject{Stream: spec.Stream{Features: *f, Events: s.Events, End: s.End, Forms: s.Forms}, Faults: s.Faults}
}

// head is what stands before the bytes of a unit and of a result.
type head struct{ Campaign, Choosing int }

var here = head{Version, perform.Choosing}

func marshal(v any) []byte { return append(exact.Encode(&here), exact.Encode(v)...) }

// unmarshal reads what marshal wrote. The error is ErrVersion or ErrForeign.
func unmarshal(b []byte, into any) error {
	var h head
	rest, err := exact.Prefix(b, &h)
	switch {
	case err == nil && h != here:
		return fmt.Errorf("%w: %d with cases of version %d, not %d with %d", ErrVersion, h.Campaign, h.Choosing, here.Campaign, here.Choosing)
	case err == nil:
		err = exact.Decode(rest, into)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return nil
}

// Marshal returns the unit as bytes: all that its doer needs, but for its Blobs. It must
// not be called in parallel for units of one step.
func (u *Unit) Marshal() []byte {
	if u.cover != nil {
		u.work.Try.Cover = u.cover.name()
	}
	return marshal(&u.work)
}

// UnmarshalUnit reads the bytes of a unit. The error is ErrVersion or ErrForeign.
func UnmarshalUnit(b []byte) (*Unit, error) {
	u := &Unit{}
	if err := unmarshal(b, &u.work); err != nil {
		return nil, fmt.Errorf("reading a unit: %w", err)
	}
	return u, u.whole()
}

// whole reports as an error that a unit is not one kind of work.
func (u *Unit) whole() error {
	kinds := flag(u.work.Try != nil) + flag(u.work.Attribute != nil) + flag(u.work.Reduce != nil) + flag(u.work.Diagnose != nil)
	if kinds != 1 {
		return fmt.Errorf("reading a unit: %w: it is %d kinds of work", ErrForeign, kinds)
	}
	return nil
}

// Key is the hash of the unit's bytes, in hex. See Marshal.
func (u *Unit) Key() string { return sumOf(u.Marshal()) }

// Cases returns how many cases the unit tries; 0 for other work.
func (u *Unit) Cases() int {
	if u.work.Try == nil {
		return 0
	}
	return len(u.work.Try.Jobs)
}

// What says in words what the unit is for.
func (u *Unit) What() string {
	switch {
	case u.work.Try != nil:
		return "trying cases"
	case u.work.Attribute != nil:
		return "finding what is to blame"
	case u.work.Reduce != nil:
		return "reducing failures"
	}
	return "diagnosing"
}

// Known returns the names of the deviations that Reader.Know has to be given before the
// unit is done.
func (u *Unit) Known() []string { return u.work.Known }

// Blobs returns the hashes of the texts that the unit's doer reads: SHA-256 in hex. See
// Marshal.
func (u *Unit) Blobs() (all []string) {
	add := func(hash string) {
		if hash != "" {
			all = append(all, hash)
		}
	}
	switch w := &u.work; {
	case w.Try != nil:
		if u.cover != nil {
			w.Try.Cover = u.cover.name()
		}
		add(w.Try.Cover)
		for i := range w.Try.Jobs {
			add(w.Try.Jobs[i].From)
			add(w.Try.Jobs[i].With)
		}
	case w.Diagnose != nil:
		all = append(all, w.Diagnose.Entries...)
		for _, f := range w.Diagnose.Findings {
			add(f.Sum)
		}
	}
	return all
}

// Blobs returns the text with a hash.
type Blobs func(hash string) ([]byte, error)

// read reads a text and compares it with its hash.
func (b Blobs) read(hash string) ([]byte, error) {
	text, err := b(hash)
	if err == nil && sumOf(text) != hash {
		err = fmt.Errorf("%w: the text with the hash %.12s has another", ErrForeign, hash)
	}
	return text, err
}

// A snapshot is the coverage before a round. It is written only where somebody asks for
// its name.
type snapshot struct {
	cover *Cover
	text  []byte
	hash  string
}

func (s *snapshot) name() string {
	if s.hash == "" {
		s.text = s.cover.text()
		s.hash = sumOf(s.text)
	}
	return s.hash
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
