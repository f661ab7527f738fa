// Package neutral is the dialect of package spec itself: one event a line, the
// JSON of spec.Event. Fixtures are written in it, and a candidate that speaks
// no real dialect takes it.
//
// Goals: every event can be said, and is read back as it was; fast, since the
// harness itself writes and reads it; strict about the types of known keys.
//
// Non-goals: judging whether an event makes sense; the fields that a kind does
// not use are carried all the same.
//
// A record is an object. kind is required; a kind that spec does not have gives
// a note unknown with the record as Raw. Unknown keys are skipped, null is
// absent, the last of two equal keys wins, keys are matched byte for byte. A
// known key of another type makes the record malformed. Record is not written:
// it is the record's number.
//
// Its profile: session ids are session, Global marks what belongs to none;
// sessions, turns, messages and calls are marked at both ends and carry ids;
// calls belong to the message that they name; arguments are text in fragments
// by slot, and end with args.end or call.start; events may carry ids; one
// variant; framing by lines.
package neutral

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

const name = "neutral"

type codec struct{}

// New returns the codec.
func New() wire.Codec { return codec{} }

func (codec) Name() string { return name }

func (codec) Variants() []string { return nil }

func (codec) Framing(string) wire.Framing { return wire.Lines }

func (codec) NewDecoder(string) wire.Decoder { return &decoder{} }

func (codec) NewEncoder(string) wire.Encoder { return &encoder{} }

// Features: neutral marks nearly everything. A child's end is its own, not its
// call's; a completion carries no arguments; completions come one a record.
func (codec) Features(string) spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Named, MessageIDs: true, MessageStart: true, MessageEnd: true, Thoughts: true, UserMessages: true,
		Turns: spec.TurnsMarked, TurnStarts: true, TurnIDs: true, TurnStops: true, UserTurn: true, Terminal: true,
		Preparing: true, Executing: true,
		ArgsDeltas: true, Slots: true, ArgsMarker: true, ArgsText: true, ErrorResults: true,
		ChildEdges: true, ChildLink: true,
		Delegation: spec.Delegation{Tool: "task", Aliases: []string{"mcp__*__task"}, Argument: "subagent_type"},
		EventIDs:   true, Waits: true, Retracts: true, Quota: true, Histories: true, Snapshots: true,
		MessageUsage: true, TurnUsage: true, StopReasons: true, Speakers: true, Metadata: true,
		Cancels: true, Errors: true, ToolLogs: true, Duties: duties(), Forms: forms,
	}
}

// The forms by number; forms names them. The first is the generator's.
const (
	toolLogs = iota // logs grow while a sub-agent runs
	explicit        // members that are empty are null, or false
	unheard         // unknown records are of a kind that there is not
)

var forms = []string{toolLogs: "tool-logs", explicit: "explicit", unheard: "unheard-kinds"}

// Sniff counts the records that are objects with a known kind.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "of a known kind", func(record []byte) int {
		v, err := scan.Parse(record, wire.MaxDepth)
		if err != nil {
			return wire.Foreign
		}
		if kind, ok := v.Get("kind").Text(); !ok || kinds[kind] == 0 {
			return wire.Foreign
		}
		return wire.Certain
	})
}

// kinds are the kinds by their names.
var kinds = func() map[string]spec.Kind {
	m := map[string]spec.Kind{}
	for _, k := range spec.Kinds() {
		m[k.String()] = k
	}
	return m
}()
