package probe

import "github.com/quock-dev/quock/spec"

// The transcript's types, so that a candidate imports only this package. Their
// fields are explained in probe.md and in package spec.
type (
	Transcript  = spec.Transcript
	Session     = spec.Session
	Turn        = spec.Turn
	Message     = spec.Message
	MessagePart = spec.Part
	Call        = spec.Call
	Orphan      = spec.Orphan
	ActiveCall  = spec.ActiveCall
	AgentRun    = spec.AgentRun
	LogEntry    = spec.LogEntry
	Quota       = spec.Quota
	Anomaly     = spec.Anomaly
	Usage       = spec.Usage
	Outcome     = spec.Outcome
	Status      = spec.Status
	AnomalyKind = spec.AnomalyKind
	PartKind    = spec.PartKind
)
