package campaign

import (
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
)

// A Store stores what a campaign makes. A finding must survive a crash of the
// process once Finding has returned, all else once Checkpoint has returned.
// Each method must be idempotent.
type Store interface {
	// Entry stores a corpus entry under a name.
	Entry(name string, text []byte) error
	// Finding stores a finding under a name.
	Finding(name string, text []byte) error
	// Stored reads a finding that was stored.
	Stored(name string) ([]byte, error)
	// Log appends lines to the log.
	Log(lines []byte) error
	// Checkpoint replaces the checkpoint, after all that it refers to is
	// stored.
	Checkpoint(text []byte) error
}

// A Finding is a way in which the candidate fails, with the smallest stream
// that shows it.
type Finding struct {
	// Signature identifies the finding. Held is the failure that the reduction
	// preserved. They differ only where Diagnosed: then the candidate reads the
	// reduced stream as a known mistake of another rule does.
	shrink.Signature
	Held      shrink.Signature
	Diagnosed bool
	// Also lists the other signatures with which the candidate fails on the
	// stream.
	Also []shrink.Signature
	// Subject is the stream. Free says what does not matter in it.
	Subject shrink.Subject
	Free    []shrink.Mark
	// Case is the number of the original case. Token reproduces it. Events and
	// Records are its size.
	Case            uint64
	Token           perform.Token
	Events, Records int
	// Runs is the number of runs that the reduction took. Stopped says that the
	// reduction was not finished.
	Runs    int
	Stopped bool
	// Whole says that the case was not reduced, because it is flaky or because
	// each try takes too long.
	Whole bool
	// First and Second are the two different results of a flaky case.
	First, Second *Attempt
}

// A Filed finding is the campaign's record of a stored finding.
type Filed struct {
	Name string `json:"name"`
	Sum  string `json:"sum"`
	// Form is a hash of its stream. It identifies the stream.
	Form string `json:"form"`
	shrink.Signature
	Also    []shrink.Signature `json:"also,omitempty"`
	Events  int                `json:"events"`
	Records int                `json:"records"`
	Case    uint64             `json:"case"`
	// Met counts the reductions that ended in this finding.
	Met int `json:"met"`
	// Under is the line of the diagnosis that it shows, "" for none.
	Under string `json:"under,omitempty"`
	// Flaky says that the case is flaky: its results differ. A flaky case is
	// attributed to no rule.
	Flaky bool `json:"wavers,omitempty"`
	// Diagnosed says that the candidate reads the stream as a known mistake does.
	Diagnosed bool `json:"diagnosed,omitempty"`
	// Whole says that it was not reduced. Stopped says that its reduction was
	// not finished.
	Whole   bool `json:"whole,omitempty"`
	Stopped bool `json:"stopped,omitempty"`
}
