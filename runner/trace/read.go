// Package trace reads a recorded stream: which dialect it is, what it means,
// what its producer did wrong, and what nobody understands, each with its line.
//
// Goals: any file ends in a result or in one sentence; everything read before a
// bad place, and after it, is in the result; memory is that of what the stream
// says, never of one long line.
//
// Non-goals: judging candidates; following a file that still grows.
package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// What no result can be given for.
var (
	ErrEmpty   = errors.New("there is no record in it")
	ErrBinary  = errors.New("it is binary, not lines of JSON or Server-Sent Events")
	ErrDialect = errors.New("its dialect is not known")
)

// A Reading is what a recorded stream was found to say.
type Reading struct {
	// Dialect names dialect and variant, Reason says how that is known.
	Dialect string
	Reason  string
	// Records counts the records, bad ones included.
	Records    int
	Features   spec.Features
	Transcript spec.Transcript
	// Breaches are the rules for producers that the stream breaks.
	Breaches []check.Breach
	// Problems are records that are not understood at all, Unknown those of an
	// unknown kind.
	Problems []wire.Problem
	Unknown  []Unknown

	lines []int // of the records, by number from 1
}

// An Unknown is a record of a kind that its dialect does not know.
type Unknown struct {
	Record, Line int
	Raw          []byte
}

// Options say how a stream is read.
type Options struct {
	// Dialect, if not empty, is the stream's; else it is found by content.
	Dialect string
	Limits  wire.Limits
}

// Read reads the whole stream. The error is one of this package's, wrapped, or
// what the reader failed with; the Reading then holds what was read before.
func Read(from io.ReadSeeker, o Options) (*Reading, error) {
	f, err := recognise(from, o)
	if err != nil {
		return &Reading{}, err
	}
	r := &Reading{Features: f.codec.Features(f.variant), Reason: f.reason}
	r.Dialect = r.Features.Dialect
	state, end := model.New(r.Features, defaultPolicies()), spec.EOF
	var broken error
	for batch, err := range wire.Decode(framed{f.codec, f.framing}, f.variant, from, o.Limits) {
		if err != nil {
			broken, end = fmt.Errorf("behind record %d: %w", r.Records, err), spec.Cut
			break
		}
		if end = spec.EOF; batch.Problem != nil && batch.Problem.Reason == wire.Truncated {
			end = spec.Cut
		}
		r.take(&batch, state)
	}
	state.End(end)
	r.Transcript = state.Transcript()
	r.Breaches = check.Produce(r.Features, &r.Transcript)
	if r.Records == 0 && broken == nil {
		return r, ErrEmpty
	}
	return r, broken
}

func (r *Reading) take(b *wire.Batch, state *model.State) {
	r.Records = b.Record.Number
	r.lines = append(r.lines, b.Record.Line)
	if b.Problem != nil {
		r.Problems = append(r.Problems, *b.Problem)
	}
	for i := range b.Events {
		e := &b.Events[i]
		state.Step(e)
		if e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown {
			r.Unknown = append(r.Unknown, Unknown{b.Record.Number, b.Record.Line, bytes.Clone(b.Record.JSON)})
		}
	}
}

// Line is the line of a record, 0 where it has none.
func (r *Reading) Line(record int) int {
	if record < 1 || record > len(r.lines) {
		return 0
	}
	return r.lines[record-1]
}

// Successful reports whether the stream says that all went well, and nothing
// that its dialect obliges its producer to is missing.
func (r *Reading) Successful() bool {
	switch r.Transcript.Outcome {
	case spec.OutcomeCompleted, spec.OutcomeUnknown:
	default:
		return false
	}
	for _, b := range r.Breaches {
		if rule, ok := spec.RuleByID(b.Rule); !ok || rule.Level == spec.Must {
			return false
		}
	}
	return len(r.Problems) == 0
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

// excerpt is the beginning of a record, for people.
func excerpt(raw []byte) string {
	const most = 160
	text := strings.ToValidUTF8(string(raw[:min(len(raw), most)]), "\ufffd")
	if len(raw) > most {
		text += "…"
	}
	return text
}
