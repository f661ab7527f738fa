package scenario

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// ShownID is the session that is shown before that of the user.
const ShownID = "shown-before"

// ShownMessages are those of that session: a call before its turn's first text, a
// question in two blocks, and a call of a thought, which failed.
var ShownMessages = []spec.Snapshot{
	{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "Where were we?"}}},
	{Role: "assistant", Parts: []spec.SnapshotPart{
		{Kind: spec.CallPart, Call: "shown_1", Name: "read", Args: `{"path":"notes.md"}`, ArgsValue: true, Answered: true, Result: json.RawMessage(`"half done"`)},
		{Kind: spec.TextPart, Text: "Half way."},
	}},
	{Role: "user", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Slot: "0", Text: "Go on."}, {Kind: spec.TextPart, Slot: "1", Text: "Please."}}},
	{Role: "assistant", Parts: []spec.SnapshotPart{
		{Kind: spec.ThoughtPart, Text: "What is left?"},
		{Kind: spec.CallPart, Call: "shown_2", Name: "read", Args: `{"path":"more.md"}`, ArgsValue: true, Answered: true, Result: json.RawMessage(`"no such file"`), IsError: true},
	}},
	{Role: "assistant", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "Nothing."}}},
}
