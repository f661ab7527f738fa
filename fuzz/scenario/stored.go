package scenario

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// A sub-session of which only the end comes, with what is stored of it: what it was
// asked, its messages, and a sub-session of its own.
const (
	StoredID    = "stored-child"
	StoredInner = "stored-grandchild"
	StoredTask  = "Count the files."
	// StoredPieces is how many things its record says: that it opens, what it was
	// asked, its messages; three of the inner one; that it ends.
	StoredPieces = 7
)

// StoredMessages are those of that session, StoredInnerMessages those of the one in it.
var (
	StoredMessages = []spec.Snapshot{
		{Message: "1", Role: "assistant", Agent: "researcher", StopReason: "tool_calls", Usage: &spec.Usage{Input: 70, Output: 9}, Parts: []spec.SnapshotPart{
			{Kind: spec.ThoughtPart, Text: "Two ways."},
			{Kind: spec.TextPart, Text: "I look."},
			{Kind: spec.CallPart, Call: "stored_1", Name: "ls", Args: `{"path":"."}`, Answered: true, Result: json.RawMessage(`"a.txt"`)},
			{Kind: spec.CallPart, Call: "stored_2", Name: "read", Args: `{"path":"b.txt"}`, Answered: true, Result: json.RawMessage(`"no such file"`), IsError: true},
		}},
		{Message: "2", Role: "assistant", Agent: "researcher", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "One file."}}},
	}
	StoredInnerMessages = []spec.Snapshot{
		{Message: "1", Role: "assistant", Agent: "coder", Parts: []spec.SnapshotPart{{Kind: spec.TextPart, Text: "It is empty."}}},
	}
)
