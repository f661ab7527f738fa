package distill

import (
	"errors"
	"fmt"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/distill/anonym"
	"github.com/quock-dev/quock/spec"
)

// ErrWords says that what a stream was kept for hangs on its words.
var ErrWords = errors.New("it is no longer what it was kept for once its names and words are neutral; --keep lets a field stay as it is")

// A Neutral is a distillate without the recording's names and words.
type Neutral struct {
	// Stream is what Records say in the dialect, and what they decode to.
	Stream  spec.Stream
	Records [][]byte
	// Raw says that the records kept the form in which they were recorded, with
	// what no event tells; else the dialect's codec wrote them.
	Raw bool
	// Replaced counts what was replaced, by kind; Stayed are the words that the
	// dialect cannot do without.
	Replaced []anonym.Count
	Stayed   []string
}

// Neutral is the distillate with neutral names and words, in the first form in
// which it still is what it was kept for: its events in their normal order,
// written anew; its events in their own order; the records themselves, where
// their bytes matter. ErrWords if it is so in none.
func (d *Distillate) Neutral(o anonym.Options) (*Neutral, error) {
	to, err := formatOf(d.Stream.Features.Dialect)
	if err != nil {
		return nil, err
	}
	f := forming{d, to, o}
	forms := []func() (*Neutral, error){f.normal, f.plain, f.raw}
	if d.Records != nil {
		forms = forms[2:]
	}
	var last error
	for _, form := range forms {
		n, err := form()
		switch {
		case err != nil:
			last = err
		case d.Holds(n.Stream, n.Records):
			return n, nil
		}
	}
	if last != nil {
		return nil, fmt.Errorf("%w (%w)", ErrWords, last)
	}
	return nil, ErrWords
}

// A forming makes the forms of one distillate.
type forming struct {
	*Distillate
	format
	options anonym.Options
}

func (f *forming) normal() (*Neutral, error) {
	s := shrink.Normal(&shrink.Subject{Stream: f.Stream, Faults: f.Faults})
	return f.anew(s.Stream)
}

func (f *forming) plain() (*Neutral, error) { return f.anew(f.Stream) }

// anew is a stream with neutral values, written by the dialect's codec.
func (f *forming) anew(s spec.Stream) (*Neutral, error) {
	records, err := f.write(s)
	if err != nil {
		return nil, err
	}
	n, err := f.neutral(records, s.End, false)
	if err != nil {
		return nil, err
	}
	if n.Records, err = f.write(n.Stream); err != nil {
		return nil, err
	}
	n.Stream, err = f.read(n.Records, s.End)
	return n, err
}

// raw are the records themselves with neutral values.
func (f *forming) raw() (*Neutral, error) {
	records := f.Records
	if records == nil {
		var err error
		if records, err = f.write(f.Stream); err != nil {
			return nil, err
		}
	}
	return f.neutral(records, f.Stream.End, true)
}

// neutral are records with neutral values. Those that were written anew can be
// read; others may be what the distillate is about.
func (f *forming) neutral(records [][]byte, end spec.Cause, raw bool) (*Neutral, error) {
	neutral, report, err := anonym.Records(f.Stream.Features.Dialect, records, f.options)
	if err != nil {
		return nil, err
	}
	n := &Neutral{Records: neutral, Raw: raw, Replaced: report.Replaced, Stayed: report.Stayed}
	if n.Stream, err = f.read(neutral, end); err != nil && !raw {
		return nil, err
	}
	return n, nil
}

// Describe is what was replaced, in words.
func (n *Neutral) Describe() string {
	if len(n.Replaced) == 0 {
		return "nothing: no name or text of the trace was left"
	}
	r := anonym.Report{Replaced: n.Replaced}
	return r.String()
}
