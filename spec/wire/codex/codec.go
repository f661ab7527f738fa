package codex

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

const name = "codex"

// The variants.
const (
	// Exec is what `codex exec --json` writes.
	Exec = "exec"
	// Rollout is a session file on disk.
	Rollout = "rollout"
)

type codec struct{}

// New returns the codec. Its decoders tell the variants by their records.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return []string{Exec, Rollout} }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

func (codec) NewEncoder(variant string) wire.Encoder {
	if variant == Rollout {
		return newRolloutEncoder()
	}
	return newEncoder()
}

// Features is the profile as data. The bare name stays that of the variant Exec,
// since people have it in lists and logs.
func (codec) Features(variant string) spec.Features {
	switch variant {
	case Rollout:
		return rolloutFeatures()
	case Exec:
		f := execFeatures()
		f.Dialect = name + ":" + Exec
		return f
	}
	return execFeatures()
}

// execFeatures are those of Exec. An error event ends nothing, so Errors is not
// set.
func execFeatures() spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Derived, AttachAtStart: true, WholeMessages: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true,
		Executing: true, ArgsMarker: true, DoneCarries: true, ErrorResults: true, Greeting: true,
		ItemCalls: true, Children: spec.ChildrenSilent, ChildEdges: true, ChildLink: true,
		TurnUsage: true, UsageIfDone: true, Agents: agents,
		Notes: []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
		Tools: tools, Duties: duties, Forms: forms,
		// Nothing follows the end of a turn, whose start is known by its own record
		// alone; a start names none; every event is its thread's, every result its
		// item's.
		NotRepresentable: []string{
			"late-result", "text-after-turn", "turn-end-late", "turn-start-lost", "started-twice", "no-session", "orphan-result",
		},
	}
}

// rolloutFeatures are those of Rollout. A file is one thread: a sub-agent speaks in
// a file of its own.
func rolloutFeatures() spec.Features {
	return spec.Features{
		Dialect: name + ":" + Rollout, Apart: true,
		Owner: spec.Named, MessageIDs: true, Numbered: true, MessageEnd: true, NextCloses: true,
		TextSlots: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, Terminal: true,
		Preparing: true, ArgsMarker: true, ArgsText: true, TextResults: true, ErrorResults: true, EndsApart: true, Greeting: true,
		Children: spec.ChildrenSilent, ChildLink: true,
		MessageUsage: true, TurnCancels: true, Agents: rolloutAgents, ValueTools: valueTools,
		Notes:  []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown},
		Duties: rolloutDuties, Forms: rolloutForms,
		// A message is at most one thought and one text in front of its calls, whose
		// outputs end it. Nothing tells progress or asks.
		NotRepresentable: []string{
			"no-session", "error-not-fatal", "result-between-frames", "text-after-call", "open-together",
			"usage-again", "message-end-lost", "progress-after", "selected-again",
		},
	}
}

// The forms by number; forms names them.
const (
	planItems = iota // a plan is an item, and not a fragment
)

var forms = []string{planItems: "plan-items"}
