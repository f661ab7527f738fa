// Package probe is the contract with an implementation under test: the
// messages of the line protocol as Go types, a line codec with limits, the
// check of an answer against its request, and Serve, with which a candidate in
// Go needs nothing else of this module.
//
// Goals: probe.md says everything that an author in any language needs; the
// types, schema.json and probe.md say the same (a test keeps them so); what is
// wrong with an answer names its path and what to change.
//
// Non-goals: starting processes, time limits and verdicts (package runner);
// judging what a transcript says (package check). Probe imports only spec.
package probe

import _ "embed"

// Version is the number of the contract in both halves of the handshake.
const Version = 1

// Guide is probe.md, the text for people who write a candidate.
//
//go:embed probe.md
var Guide string

// Schema is the contract as a JSON Schema: each message under its name in
// $defs, and at the top any line that either side may write.
//
//go:embed schema.json
var Schema []byte
