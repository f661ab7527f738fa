package page

import "github.com/quock-dev/quock/runner/internal/lanes"

// Data is what the script draws: the examples of a report, or one trace.
type Data struct {
	Examples []DrawnExample `json:"examples,omitempty"`
	Trace    *DrawnTrace    `json:"trace,omitempty"`
}

// A DrawnExample is a small stream with what is expected of it and what was seen.
type DrawnExample struct {
	// ID is the id of the element that it is drawn in.
	ID      string       `json:"id"`
	Layout  lanes.Layout `json:"layout"`
	Records []RawRecord  `json:"records"`
	// Steps are the positions that can be shown, in their order.
	Steps []ShownPosition `json:"steps"`
}

// A RawRecord is one record of a stream, as it stands there.
type RawRecord struct {
	// Line is its line in the stream, or its number if the stream has no lines.
	Line int `json:"line"`
	// Text is its beginning, Cut how many bytes are left out behind it.
	Text string `json:"text"`
	Cut  int    `json:"cut,omitempty"`
}

// A ShownPosition is a position of an example: the transcript that is expected there, and beside
// it the one that was seen.
type ShownPosition struct {
	// At is how many records were read, -1 for the end of input; Place says it in words.
	At    int    `json:"at"`
	Place string `json:"place"`
	// State says what is known of what was seen: "differs", "agrees" (the candidate was
	// asked here, and no difference was found) or "unasked".
	State string     `json:"state"`
	Rows  []SidedRow `json:"rows"`
}

// A SidedRow is a field of the transcript on both sides.
type SidedRow struct {
	// Depth is how far it is set in.
	Depth int `json:"depth"`
	// Want and Got are the field and its value on the two sides; "" where a side has
	// none. They are alike where they agree.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	// Mark is the kind of the difference here: missing, extra or changed; "" for none. A
	// row whose sides are not alike has no mark if that is not compared.
	Mark string `json:"mark,omitempty"`
}

// A DrawnTrace is a recorded stream.
type DrawnTrace struct {
	Layout  lanes.Layout `json:"layout"`
	Records []RawRecord  `json:"records"`
	// LeftOut is how many records are not in Records, for their size.
	LeftOut int `json:"left_out,omitempty"`
}
