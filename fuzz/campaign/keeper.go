package campaign

import (
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
)

// A Keeper keeps what a campaign makes. What it has to keep survives a sudden end
// of the process once Checkpoint has returned, a finding at once. Doing the same
// again must leave the same.
type Keeper interface {
	// Entry keeps a corpus entry under a name.
	Entry(name string, text []byte) error
	// Finding keeps a finding and returns its name and a checksum of what was kept.
	Finding(f *Finding) (name, sum string, err error)
	// Log adds lines to the log.
	Log(lines []byte) error
	// Checkpoint keeps the checkpoint in place of the one before, once all else
	// that it counts is kept.
	Checkpoint(text []byte) error
}

// A Finding is a way in which the candidate fails, with the smallest stream that
// shows it.
type Finding struct {
	// Signature is what the finding goes by, Held the failure that was held while
	// the stream was made smaller: another one where Diagnosed, because on what is
	// left the candidate reads as a known mistake does that breaks another rule.
	shrink.Signature
	Held      shrink.Signature
	Diagnosed bool
	// Also are the other ways in which the candidate fails on that stream.
	Also []shrink.Signature
	// Subject is the stream, Free what does not matter in it.
	Subject shrink.Subject
	Free    []shrink.Mark
	// Case is the number of the case that it came from, Token what makes it again,
	// Events and Records its size.
	Case            uint64
	Token           perform.Token
	Events, Records int
	// Runs is how many runs the reduction took, Stopped that it was not done.
	Runs    int
	Stopped bool
	// Whole says that the case is kept as it is: it wavers, or each try of it takes
	// too long.
	Whole bool
	// First and Second are the two ways in which a case ended that wavers.
	First, Second *Attempt
}

// A Filed finding is what a campaign knows of one that is kept.
type Filed struct {
	Name string `json:"name"`
	Sum  string `json:"sum"`
	// Form is a hash of its stream: what tells it from others.
	Form string `json:"form"`
	shrink.Signature
	Also    []shrink.Signature `json:"also,omitempty"`
	Events  int                `json:"events"`
	Records int                `json:"records"`
	Case    uint64             `json:"case"`
	// Met is how many reductions ended in it.
	Met int `json:"met"`
	// Wavers says that its case did not end in the same way each time; then it is
	// charged to no rule.
	Wavers bool `json:"wavers,omitempty"`
	// Diagnosed says that the candidate reads the stream as a known mistake does.
	Diagnosed bool `json:"diagnosed,omitempty"`
	// Whole says that it was not reduced, Stopped that its reduction was not done.
	Whole   bool `json:"whole,omitempty"`
	Stopped bool `json:"stopped,omitempty"`
}
