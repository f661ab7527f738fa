package probe

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// Role says what a candidate makes of a stream.
type Role string

// The roles.
const (
	Reducer Role = "reducer" // stream to transcript
	Store   Role = "store"   // a reducer that persists and reloads
	Adapter Role = "adapter" // stream in one dialect to stream in another
)

// Intake says how a run brings its stream.
type Intake string

// The intakes.
const (
	IntakeEvents Intake = "events" // parsed records
	IntakeBytes  Intake = "bytes"  // transport chunks
)

// The names of the parts of the transcript that a candidate may observe, as
// they stand in HelloReply.Observes.
const (
	PartOutcome   = "outcome"
	PartSessions  = "sessions"
	PartTurns     = "turns"
	PartMessages  = "messages"
	PartCalls     = "calls"
	PartActive    = "active"
	PartAgents    = "agents"
	PartQuota     = "quota"
	PartHistory   = "history"
	PartAnomalies = "anomalies"
)

// Reason says why a stream is rejected.
type Reason string

// The reasons.
const (
	Malformed   Reason = "malformed"
	Limit       Reason = "limit"
	Unsupported Reason = "unsupported"
	Ambiguous   Reason = "ambiguous"
)

// End is how the input of a run ends.
type End string

// The ends: the producer closed the stream, or the transport broke.
const (
	EOF End = "eof"
	Cut End = "cut"
)

// Roles lists every role.
func Roles() []Role { return []Role{Reducer, Store, Adapter} }

// Intakes lists every intake.
func Intakes() []Intake { return []Intake{IntakeEvents, IntakeBytes} }

// Reasons lists every reason.
func Reasons() []Reason { return []Reason{Malformed, Limit, Unsupported, Ambiguous} }

// Ends lists every end.
func Ends() []End { return []End{EOF, Cut} }

// PartNames lists the names of the parts, in the order of the transcript.
func PartNames() []string {
	return []string{
		PartOutcome, PartSessions, PartTurns, PartMessages, PartCalls,
		PartActive, PartAgents, PartQuota, PartHistory, PartAnomalies,
	}
}

// Observed reports whether the candidate reports the part of that name.
func (h *HelloReply) Observed(part string) bool { return slices.Contains(h.Observes, part) }

// fieldComplete is the one field that may be lacked and is needed otherwise.
const fieldComplete = "complete"

// reports is whether a transcript of the candidate holds a part, or a field of
// one.
func (h *HelloReply) reports(name string) bool {
	return h.Observed(name) || name == fieldComplete && !slices.Contains(h.Lacks, name)
}

// Parts are the parts that the candidate reports, without the fields that it
// lacks. ParseHelloReply has checked them; an unknown name is left out.
func (h *HelloReply) Parts() spec.Parts {
	parts, _ := spec.ParseParts(h.Observes)
	lacks, _ := spec.ParseFields(h.Lacks)
	return parts.Lacking(lacks)
}

// Reads reports whether the candidate reads the dialect, bare or with its
// variant: a bare name in Dialects means every variant.
func (h *HelloReply) Reads(dialect string) bool {
	return slices.Contains(h.Dialects, dialect) || slices.Contains(h.Dialects, bare(dialect))
}
