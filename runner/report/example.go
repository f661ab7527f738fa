package report

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// An Example is a stream with what is expected of it and what the candidate answered,
// at the first position where the two differ.
type Example struct {
	Case    string `json:"case"`
	Dialect string `json:"dialect"`
	// Records is how many the stream has up to the position. Stream has them one a
	// line, in base64 if Packed, because they are no lines. End is how it ends behind
	// them.
	Records int        `json:"records"`
	Stream  string     `json:"stream,omitempty"`
	Packed  bool       `json:"packed,omitempty"`
	End     spec.Cause `json:"end"`
	// Expected and Seen are the transcripts at the position; none if the candidate did
	// not answer.
	Position int `json:"position"`
	// Agreed are the positions before it at which the candidate was asked, too.
	Agreed   []int           `json:"agreed,omitempty"`
	Expected json.RawMessage `json:"expected,omitempty"`
	Seen     json.RawMessage `json:"seen,omitempty"`
	// Replay is the file that runs it again, "" for none.
	Replay string `json:"replay,omitempty"`
	// LeftOut is how many bytes stream and transcripts have, if that is too much for
	// the log.
	LeftOut int `json:"left_out,omitempty"`
}

// mostExample is the most bytes of stream and transcripts that a log keeps.
const mostExample = 64 << 10

// Bounded returns the example without its stream and transcripts if they are long.
func (e Example) Bounded() Example {
	if n := len(e.Stream) + len(e.Expected) + len(e.Seen); n > mostExample {
		e.Stream, e.Expected, e.Seen, e.Agreed, e.LeftOut = "", nil, nil, nil, n
	}
	return e
}
