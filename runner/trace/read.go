// Package trace reads a recorded stream: where it lies, which dialect it is, what
// it means, what its producer did wrong, what nobody understands, each with its
// line, and whether the process that wrote it tells the same story.
//
// Goals: any file, folder or pointer ends in a result or in one sentence;
// everything read before a bad place, and after it, is in the result; memory is
// that of what the stream says, never of one long line or of what compressed
// bytes pretend to be.
//
// Non-goals: judging candidates; following a file that still grows.
package trace

import (
	"errors"
	"io"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// What no result can be given for, and what ends one early (ErrSize,
// ErrRecords).
var (
	ErrEmpty   = errors.New("there is no record in it")
	ErrBinary  = errors.New("it is binary, not lines of JSON or Server-Sent Events")
	ErrDialect = errors.New("its dialect is not known")
	ErrUnread  = errors.New("which quock does not read yet")
	ErrOther   = errors.New("it is of another dialect than said")
	ErrSize    = errors.New("it is too large; --max-size sets how much is read")
	ErrRecords = errors.New("it is too long; --max-records sets how much is read")
)

// None reports whether an error says that there is no trace to read at all.
func None(err error) bool {
	return errors.Is(err, ErrEmpty) || errors.Is(err, ErrBinary) || errors.Is(err, ErrDialect) || errors.Is(err, ErrUnread) || errors.Is(err, ErrOther)
}

// DefaultRecords is how many records are read, unless Options say otherwise. A
// Reading keeps the line of each.
const DefaultRecords = 2_000_000

// kept is how many problems and unknown records are kept; the rest is counted.
const kept = 1000

// A Reading is what a recorded stream was found to say.
type Reading struct {
	// Dialect names dialect and variant, Reason says how that is known.
	Dialect string
	Reason  string
	// Why is what spoke for and against every dialect, a line each.
	Why []string
	// Recording is what the recorder kept beside the stream, nil for a lone file.
	Recording *Recording
	// Records counts the records, bad ones included.
	Records    int
	Features   spec.Features
	Transcript spec.Transcript
	// Breaches are the rules for producers that the stream breaks.
	Breaches []check.Breach
	// Problems are the first places that are not understood at all, Unknown the
	// first records of an unknown kind; Bad and Strange count all of them.
	Problems     []wire.Problem
	Unknown      []Unknown
	Bad, Strange int
	// Understood counts the records that are neither.
	Understood int

	lines      []int // of the records, by number from 1
	violations []spec.Violation
	unended    bool // see check.Unended
}

// An Unknown is a record of a kind that its dialect does not know.
type Unknown struct {
	Record, Line int
	// Raw is the record's beginning.
	Raw string
}

// Options say how a stream is read.
type Options struct {
	// Dialect, if not empty, is the stream's; else it is found by content.
	Dialect string
	Limits  wire.Limits
	// Size is how many bytes are read, unpacked; 0 means DefaultSize.
	Size int64
	// Records is how many records are read; 0 means DefaultRecords, but for an
	// Import, which keeps none.
	Records int
	// Recording, if not nil, is what lies beside the stream.
	Recording *Recording
	// End, if not empty, is how the stream ended, where its bytes do not say so.
	End spec.Cause
}

// Read reads the whole stream; gzip and zstd are unpacked. The error is one of
// this package's, wrapped, or what the reader failed with; the Reading then
// holds what was read before.
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

// kept are the options of a reading that keeps something of each record.
func (o Options) kept() Options {
	if o.Records <= 0 {
		o.Records = DefaultRecords
	}
	return o
}

// decode reads the records and settles what they mean.
func (r *Reading) decode(i *Import) (broken error) {
	state := model.New(r.Features, defaultPolicies())
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
	r.Breaches = check.Produce(r.Features, &r.Transcript, r.violations...)
	r.unended = r.Transcript.Outcome == spec.OutcomeIncomplete && i.Cause() != spec.Cut && check.Unended(&r.Features, &r.Transcript)
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

// violates keeps what a record does against the text of its format, and reports
// whether a reader may refuse it for that: then it is read as far as it goes, and
// is no place that cannot be read.
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

// Line is the line of a record, 0 where it has none.
func (r *Reading) Line(record int) int {
	if record < 1 || record > len(r.lines) {
		return 0
	}
	return r.lines[record-1]
}

// framed is a codec whose stream is framed as the file is, whatever its variant.
type framed struct {
	wire.Codec
	framing wire.Framing
}

func (f framed) Framing(string) wire.Framing { return f.framing }

func defaultPolicies() spec.Policies {
	values := spec.PolicyValues()
	return spec.Policies{HeldAttach: values["held-attach"][0], ArgumentsComplete: values["arguments-complete"][0]}
}
