package reading

import "github.com/quock-dev/quock/spec"

// Previews is the sentence that a block breaks whose whole frame says something
// else than its deltas.
var Previews = spec.Clause{
	Says:   "The whole frame of a block is authoritative, and its deltas preview the same: the same text, of tool input the same JSON value.",
	Source: "stream-json, What is authoritative",
}

// ChainedOn is the sentence that a record breaks that hangs on none that is there.
var ChainedOn = spec.Clause{
	Says:   "Each record of the conversation names the record before it, which is in the file.",
	Source: "session files, The chain is a tree",
}

// oneWriter is the sentence that two writers of a file break.
var oneWriter = spec.Clause{
	Says:   "A file is written by one process at a time.",
	Source: "session files, Framing",
}
