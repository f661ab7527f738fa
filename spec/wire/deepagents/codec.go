package deepagents

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
)

const dialect = "deepagents"

// The variants.
const (
	polls  = "poll"
	stream = "stream"
)

type codec struct{}

// New returns the codec of the dialect deepagents.
func New() wire.Codec { return codec{} }

// Name is "deepagents".
func (codec) Name() string { return dialect }

// Variants are poll and stream.
func (codec) Variants() []string { return []string{polls, stream} }

// Framing is lines: one state, or one tuple, a line.
func (codec) Framing(string) wire.Framing { return wire.Lines }

// NewDecoder returns a decoder, which is the same for both variants.
func (codec) NewDecoder(string) wire.Decoder { return newDecoder() }

// Mode is the mode of one of LangGraph's records; a state has none.
func (codec) Mode(record []byte) string { return reading.Mode(record) }

// Features are LangGraph's with a tool log. Polls alone have no fragments, and
// arguments as values; every message in them is whole. A history is polls and
// replaces nothing, so that there are no events of kind history.
func (codec) Features(variant string) spec.Features {
	if variant == "" {
		variant = polls
	}
	f := langgraph.New().Features("")
	f.Dialect, f.ToolLogs, f.Forms = dialect+":"+variant, true, nil
	if variant != polls {
		return f
	}
	f.ArgsDeltas, f.Slots, f.ArgsText, f.MessageEnd = false, false, false, false
	f.WholeMessages, f.Forms = true, forms
	f.Notes = []spec.Note{spec.NoteSystem, spec.NoteCustom, spec.NoteUnknown}
	// A state lists a call once, and has one result of it that counts; nothing but
	// its call names the agent of a sub-session.
	f.NotRepresentable = []string{"result-twice", "selected-again", "equal-descriptions"}
	return f
}

// The forms of polls by number; forms names them.
const (
	toolLogs  = iota // a log says which tools sub-agents use
	histories        // a poll is a list of states, with the one before
	plain            // a poll of the root is its values alone
	otherwise        // interrupts stand by task, errors are objects, a log names the call or the agent alone
	within           // a poll of a sub-agent is that of the root, in whose tasks it stands
)

var forms = []string{toolLogs: "tool-logs", histories: "histories", plain: "plain-values", otherwise: "named-otherwise", within: "within-tasks"}
