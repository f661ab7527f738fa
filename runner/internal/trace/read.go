// Package trace reads a recorded stream. It finds the file, detects the dialect,
// and reports what the stream means, which rules its producer breaks and what is
// not understood, each with its line. It also compares the stream's end with the end
// of the process that wrote it.
//
// Goals: every file, folder or pointer gives a result or one sentence. The result
// holds everything before and after a bad place. Memory depends on the content of
// the stream; a long line or a compression bomb cannot exhaust it.
//
// Non-goals: judging candidates; following a file that still grows.
package trace

import (
	"errors"
	"io"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Errors for streams without a result. ErrSize and ErrRecords end a reading early
// and leave a partial result.
var (
	ErrEmpty   = errors.New("there is no record in it")
	ErrBinary  = errors.New("it is binary, not lines of JSON or Server-Sent Events")
	ErrDialect = errors.New("its dialect is not known")
	ErrUnread  = errors.New("which quock does not read yet")
	ErrOther   = errors.New("it is of another dialect than said") // Options.Dialect is wrong
	ErrSize    = errors.New("it is too large; --max-size sets how much is read")
	ErrRecords = errors.New("it is too long; --max-records sets how much is read")
)

// None reports whether an error means that there is no trace to read.
func None(err error) bool {
	return errors.Is(err, ErrEmpty) || errors.Is(err, ErrBinary) || errors.Is(err, ErrDialect) || errors.Is(err, ErrUnread) || errors.Is(err, ErrOther)
}

// DefaultRecords is the default of Options.Records. A Reading keeps the line of
// each record.
const DefaultRecords = 2_000_000

// kept is how many problems and unknown records are kept; the rest are counted.
const kept = 1000

// A Reading is the result of reading a recorded stream.
type Reading struct {
	// Dialect names dialect and variant; Reason says how they were determined.
	Dialect string
	Reason  string
	// Why is the evidence for and against every dialect, one line each.
	Why []string
	// Recording holds the recorder's other files; nil for a lone file.
	Recording *Recording
	// Records counts the records, bad ones included.
	Records    int
	Features   spec.Features
	Transcript spec.Transcript
	// Breaches are the rules for producers that the stream breaks.
	Breaches []produce.Breach
	// Problems are the first places that cannot be read, Unknown the first records of
	// an unknown kind. Bad and Strange count all of them.
	Problems     []wire.Problem
	Unknown      []Unknown
	Bad, Strange int
	// Understood counts the records that are neither.
	Understood int

	lines      []int // of the records, by number from 1
	violations []spec.Violation
	unended    bool // see produce.Unended
}

// An Unknown is a record of a kind that its dialect does not have.
type Unknown struct {
	Record, Line int
	// Raw is the beginning of the record.
	Raw string
}

// Options say how a stream is read.
type Options struct {
	// Dialect, if not empty, is the stream's dialect; else it is detected.
	Dialect string
	Limits  wire.Limits
	// Size is the most bytes to read, unpacked; 0 means DefaultSize.
	Size int64
	// Records is the most records to read; 0 means DefaultRecords, or no limit for an
	// Import, which keeps no records.
	Records int
	// Recording, if not nil, holds the recorder's other files.
	Recording *Recording
	// End, if not empty, is how the stream ended, if its bytes do not show it.
	End spec.Cause
}

// Read reads the whole stream and unpacks gzip and zstd. The error wraps one of
// this package's, or is the reader's. The Reading then holds what was read before.
func Read(from io.ReadSeeker, o Options) (*Reading, error) {
	r := &Reading{Recording: o.Recording}
	i, err := Open(from, o.kept())
	r.Why = i.Why
	if err != nil {
		return r, err
	}
	defer i.Close()
	r.Dialect, r.Reason, r.Features = i.Dialect, i.Reason, i.Features
	return r, r.decode(i)
}

// kept returns the options for a reading that keeps something of each record.
func (o Options) kept() Options {
	if o.Records <= 0 {
		o.Records = DefaultRecords
	}
	return o
}

// decode reads the records and applies them to the model.
func (r *Reading) decode(i *Import) (broken error) {
	state := model.New(r.Features, Policies())
	for batch, err := range i.Batches() {
		if broken = err; err == nil {
			r.take(&batch, state)
		}
	}
	if short := i.Short(); short != nil {
		r.problem(short)
	}
	state.End(i.Cause())
	r.Transcript = state.Transcript()
	r.Breaches = produce.Breaches(r.Features, &r.Transcript, r.violations...)
	r.unended = r.Transcript.Outcome == spec.OutcomeIncomplete && i.Cause() != spec.Cut && produce.Unended(&r.Features, &r.Transcript)
	return broken
}

func (r *Reading) take(b *wire.Batch, state *model.State) {
	r.Records = b.Record.Number
	r.lines = append(r.lines, b.Record.Line)
	illegal, strange := r.violates(b), false
	for i := range b.Events {
		e := &b.Events[i]
		state.Step(e)
		strange = strange || e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown
	}
	switch {
	case b.Problem != nil && !illegal:
		r.problem(b.Problem)
	case strange:
		r.unknown(&b.Record)
	default:
		r.Understood++
	}
}

// violates keeps a record's violation of its format, and reports whether a reader
// may refuse the record for it. Such a record is read as far as possible and does
// not count as a place that cannot be read.
func (r *Reading) violates(b *wire.Batch) bool {
	refused := false
	for _, v := range b.Violations() {
		refused = refused || v.Refused
		if len(r.violations) < kept {
			r.violations = append(r.violations, v)
		}
	}
	return refused
}

func (r *Reading) problem(p *wire.Problem) {
	if r.Bad++; r.Bad <= kept {
		r.Problems = append(r.Problems, *p)
	}
}

func (r *Reading) unknown(record *wire.Record) {
	if r.Strange++; r.Strange <= kept {
		r.Unknown = append(r.Unknown, Unknown{record.Number, record.Line, excerpt(record.JSON)})
	}
}

// Line returns the line of a record; 0 if it has none.
func (r *Reading) Line(record int) int {
	if record < 1 || record > len(r.lines) {
		return 0
	}
	return r.lines[record-1]
}

// framed is a codec with the framing of the file, whatever the variant's own.
type framed struct {
	wire.Codec
	framing wire.Framing
}

func (f framed) Framing(string) wire.Framing { return f.framing }

// Policies returns the policies by which a stream is read that nobody declares any for.
func Policies() spec.Policies {
	values := spec.PolicyValues()
	return spec.Policies{HeldAttach: values["held-attach"][0], ArgumentsComplete: values["arguments-complete"][0]}
}
