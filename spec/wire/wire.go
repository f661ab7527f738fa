// Package wire is the contract between bytes and events: what a dialect's
// codec does, how bytes are cut into records, and where a record that is not
// understood stands.
//
// Goals: decoding is total (whatever the record, it gives events or a
// positioned problem, and unknown kinds are surfaced, never lost); encoding
// writes what the dialect can express; one pass, bounded memory.
//
// Non-goals: the meaning of a stream (package model). Each dialect is a
// package below this one; package dialects lists them.
package wire

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
)

// A Codec is one dialect in both directions.
type Codec interface {
	// Name is the dialect's bare name: "langgraph".
	Name() string
	// Variants are the names after the colon, the default first; empty where
	// the dialect has one shape only.
	Variants() []string
	// Features is what the variant ("" for the default) marks and leaves open.
	Features(variant string) spec.Features
	// Framing says how bytes are cut into records.
	Framing(variant string) Framing
	// NewDecoder returns a decoder for one stream. A decoder accepts every
	// variant's records, whichever variant it is asked for: the variant only
	// decides where records look alike.
	NewDecoder(variant string) Decoder
	// NewEncoder returns an encoder for one stream.
	NewEncoder(variant string) Encoder
	// Sniff says how sure the codec is that the records (the first of a
	// stream, at most 20) are of its dialect, from 0 to 100, and why.
	Sniff(records [][]byte) (score int, why string)
}

// A Decoder turns the records of one stream into events. It keeps what the
// dialect's own correlation needs and nothing else; its memory is bounded by
// what is open, not by the length of the stream, except for ids.
type Decoder interface {
	// Decode appends the events of one record, whose JSON text is given, to
	// dst; each bears the record's number, counted by the decoder from 1. A
	// record that is not understood at all gives a Problem and no event; a
	// known record of unknown kind gives a note of kind unknown. A bad record
	// counts, too, also an empty one, which stands for bytes that a Reader could
	// not cut a record from. The record's bytes may be reused by the caller
	// afterwards.
	Decode(dst []spec.Event, record []byte) ([]spec.Event, *Problem)
}

// A Verifier is a Decoder that holds each record against the text of its format.
type Verifier interface {
	Decoder
	// Violations are what the latest record does against that text, in the order in
	// which it is found; none where all is well. A record that is a Problem has them,
	// too. They are valid until the next record.
	Violations() []spec.Violation
}

// An Encoder writes events as records.
type Encoder interface {
	// Encode appends the JSON text of the one record that says all of events
	// (which share their Record number) to dst. What the dialect cannot say is
	// an error that names the kind and the field; encoding nothing of an event
	// in silence is not allowed.
	Encode(dst []byte, events []spec.Event) ([]byte, error)
}

// Unwritten is the encoder of a dialect, by its name, that is read and never written
// (spec.Features.ReadOnly).
type Unwritten string

// Encode implements Encoder: nothing can be said.
func (u Unwritten) Encode(dst []byte, _ []spec.Event) ([]byte, error) {
	return dst, fmt.Errorf("%s: its streams are read, and none is written", string(u))
}

// A Former is an Encoder that knows more than one form of some records.
type Former interface {
	Encoder
	// Take makes the encoder write in these forms from its next record on.
	Take(f spec.Forms)
}

// Framing says how a stream's bytes are cut into records.
type Framing uint8

const (
	// Lines: one JSON text a line, LF or CRLF; empty lines are skipped.
	Lines Framing = iota
	// SSE: Server-Sent Events; a record is {"event":…,"id":…,"data":…} without
	// what the event does not have.
	SSE
	// Coded: one code, a colon and one JSON text a line; a record is
	// {"code":…,"value":…}. See Reader for all.
	Coded
	// Document: the whole input is one JSON text, white space and line ends
	// anywhere in it.
	Document
)

// String is the framing in a word.
func (f Framing) String() string {
	switch f {
	case Lines:
		return "lines"
	case SSE:
		return "sse"
	case Coded:
		return "coded lines"
	case Document:
		return "document"
	}
	return fmt.Sprintf("framing(%d)", uint8(f))
}

// A Problem is a record, or a stretch of bytes, that is not understood. It is
// the stream's fault, a value and no Go error.
type Problem struct {
	// Record is the record's number, from 1; Line and Offset its first line,
	// from 1, and byte, from 0, in the input, where known (Line 0: unknown).
	Record int
	Line   int
	Offset int64
	// Reason is one of malformed, truncated, limit, unsupported.
	Reason string
	// Detail says what is wrong, without quoting the input.
	Detail string
	// Noise: a Reader found a line that is no part of a record either, such as one
	// that a program logged between them.
	Noise bool
}

// A Versioner is a codec whose streams say which version of its producer wrote
// them.
type Versioner interface {
	// Version is what a record says of that, "" if nothing.
	Version(record []byte) string
}

// A Moder is a codec whose producer writes a record only to those who asked for
// its mode.
type Moder interface {
	// Mode is the mode of a record, one of spec.StreamModes; "" for a record that
	// comes whatever was asked for, or is not understood.
	Mode(record []byte) string
}

// A NodeReader is a codec whose graphs have nodes that speak. Its decoders take them for
// speakers in the session of their graph.
type NodeReader interface {
	// NewNodeDecoder returns a decoder that takes each of them for a session of its own.
	NewNodeDecoder(variant string) Decoder
}

// String is the problem with its position, for people.
func (p *Problem) String() string {
	switch {
	case p.Line > 0:
		return fmt.Sprintf("line %d (byte %d): %s: %s", p.Line, p.Offset, p.Reason, p.Detail)
	case p.Record > 0:
		return fmt.Sprintf("record %d: %s: %s", p.Record, p.Reason, p.Detail)
	}
	return p.Reason + ": " + p.Detail
}
