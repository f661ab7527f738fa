package wire

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Scanner is the part that decoders share, which embed it: it counts the records and
// reads each in one pass, whether the text was checked before or not. The dialect says
// what a record means. It implements FastDecoder.
type Scanner struct {
	// Number is that of the present record, from 1.
	Number int
	// Envelope is the present record.
	Envelope scan.Envelope
	// Violated is what a decoder that is a Verifier finds in the present record.
	Violated []spec.Violation

	opens  []string
	events func(dst []spec.Event) ([]spec.Event, *Problem)
	failed *Problem // of the line that DecodeLine did not take, for the Decode that follows
}

// NewScanner makes the Scanner of a decoder that gives the events of the present record,
// as Decode does, once for each record: the Scanner sees to a Problem's number, and to
// that of the events. Opens are the members that the decoder asks the Envelope to open.
func NewScanner(events func(dst []spec.Event) ([]spec.Event, *Problem), opens ...string) Scanner {
	return Scanner{opens: opens, events: events}
}

// Decode implements Decoder.
func (s *Scanner) Decode(dst []spec.Event, record []byte) ([]spec.Event, *Problem) {
	problem := s.failed
	s.failed = nil
	if problem != nil && string(bytes.TrimSpace(record)) == string(s.Envelope.Text) {
		s.Number++
		return dst, problem
	}
	s.begin()
	if err := s.Envelope.Read(record, MaxDepth, s.opens...); err != nil {
		return dst, problemOf(err, s.Number)
	}
	return s.say(dst)
}

// DecodeLine implements FastDecoder. It does not take a line that is a Problem, which
// Decode says where it is asked about that line next.
func (s *Scanner) DecodeLine(dst []spec.Event, line []byte, depth int) ([]spec.Event, bool) {
	if !s.Envelope.Fast(line, depth, s.opens...) {
		return dst, false
	}
	s.begin()
	out, problem := s.say(dst)
	if s.failed = problem; problem != nil {
		s.Number--
		return dst, false
	}
	return out, true
}

func (s *Scanner) begin() {
	s.Number++
	s.Violated = s.Violated[:0]
}

// say gives the events of the present record.
func (s *Scanner) say(dst []spec.Event) ([]spec.Event, *Problem) {
	out, problem := s.events(dst)
	if problem != nil {
		problem.Record = s.Number
		return dst, problem
	}
	for i := len(dst); i < len(out); i++ {
		out[i].Record = s.Number
	}
	return out, nil
}

// Strict implements FastDecoder.
func (s *Scanner) Strict() Decoder { return slowScanner{s} }

// A slowScanner checks a record before it reads it.
type slowScanner struct{ scanner *Scanner }

// Decode implements Decoder.
func (s slowScanner) Decode(dst []spec.Event, record []byte) ([]spec.Event, *Problem) {
	s.scanner.begin()
	if err := s.scanner.Envelope.Slow(record, MaxDepth); err != nil {
		return dst, problemOf(err, s.scanner.Number)
	}
	return s.scanner.say(dst)
}
