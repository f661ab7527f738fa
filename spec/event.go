package spec

import "encoding/json"

// An Event is one step of a stream, in the neutral vocabulary that every
// dialect is decoded to. Only the fields that its Kind names are set. Absent,
// null and empty mean the same, except where a type says otherwise (Ref, Slot).
//
// The same struct is the record of the neutral dialect, one JSON object a line.
type Event struct {
	Kind Kind `json:"kind"`

	// Record is the number, from 1, of the wire record that the event was
	// decoded from; 0 if there is none. A record may give none or several
	// events. The neutral dialect does not write the field.
	Record int `json:"-"`

	// ID is unique to this event on its stream (a uuid, an SSE id, a sequence
	// number), if the dialect has such ids. The id of an entity does not count.
	ID string `json:"id,omitempty"`

	// Session is the scope that the event belongs to. Global events (user.turn,
	// cancel, an error without a session) have none. Global distinguishes them
	// from events of the session "".
	Session string `json:"session,omitempty"`
	Global  bool   `json:"global,omitempty"`

	// NoSession: the wire names no session and none can be derived. Session is
	// then the declared fallback (the root), and the event is only reported.
	NoSession bool `json:"no_session,omitempty"`
	// Ambiguous: the event could belong to several sessions, so none is
	// guessed. NoSession is set too.
	Ambiguous bool `json:"ambiguous,omitempty"`

	// Parent is the session that delegated to Session, if the event names it.
	// ParentCall is the delegating call in Parent.
	Parent     Ref `json:"parent,omitzero"`
	ParentCall Ref `json:"parent_call,omitzero"`

	// Turn is the turn's id on turn.start and turn.end (and wherever an event
	// names its turn); unique within the session.
	Turn string `json:"turn,omitempty"`

	// Message is the id of the message, "" where the dialect has none.
	Message string `json:"message,omitempty"`
	// Role is user or assistant, on message.open and message.full.
	Role string `json:"role,omitempty"`
	// Agent is the speaker of a message, or the agent that a session runs.
	Agent string `json:"agent,omitempty"`

	// Slot is the position that links fragments to a part of a message. "" is
	// no slot; "0" is a slot.
	Slot string `json:"slot,omitempty"`
	// Call is the call's id. Name is its tool, as far as known. On a note see
	// Features.ResultRecords.
	Call string `json:"call,omitempty"`
	Name string `json:"name,omitempty"`

	// Form distinguishes text from thought, on text.
	Form Form `json:"form,omitempty"`
	// Text is the fragment of a text or args event, or the words of a note.
	Text string `json:"text,omitempty"`
	// Args are the whole arguments, if one event carries them (call.open,
	// call.start, call.done). ArgsValue says that the wire carries a JSON
	// value. Args is then its compact form, and its bytes mean nothing.
	Args      string `json:"args,omitempty"`
	ArgsValue bool   `json:"args_value,omitempty"`

	// Result is the result's JSON value on call.done and call.progress.
	Result  json.RawMessage `json:"result,omitempty"`
	IsError bool            `json:"is_error,omitempty"`

	// Status is how a turn, session or call ended, on turn.end, session.close
	// and call.done; "" means completed, closed, and done or (IsError) failed.
	Status Status `json:"status,omitempty"`
	// Unmarked says on turn.start that the producer does not write how its turns
	// end, and on turn.end that it did not write how this one ended. Once nothing in
	// it is open, the turn counts as completed and the outcome as unknown.
	Unmarked bool `json:"unmarked,omitempty"`
	// StopReason is on message.close, usage and turn.end.
	StopReason string `json:"stop_reason,omitempty"`
	// Error is the text of an error event or of a failed turn.
	Error string `json:"error,omitempty"`
	// Fatal says that an error event ends what it names: its session's turn, or
	// with Global every open turn.
	Fatal bool `json:"fatal,omitempty"`

	Usage *Usage `json:"usage,omitempty"`
	Limit *Limit `json:"limit,omitempty"`

	// Metadata is a JSON object, kept verbatim, of the part, call or message.
	Metadata json.RawMessage `json:"metadata,omitempty"`

	// Messages are the one message of message.full or those of history.
	Messages []Snapshot `json:"messages,omitempty"`
	// Restated says that the event may repeat earlier content (a cumulative
	// list, an update after deltas). Equal content changes nothing and is not
	// reported. On args, Text is all arguments so far and replaces the earlier
	// ones.
	Restated bool `json:"restated,omitempty"`
	// Complete says on message.full that the message is finished. On history it
	// says that everything unlisted is gone.
	Complete bool `json:"complete,omitempty"`

	// Wait is the id of an interrupt, on wait.
	Wait string `json:"wait,omitempty"`
	// Retracts lists the event ids (Event.ID) that a retract event declares void.
	Retracts []string `json:"retracts,omitempty"`

	// Log is the tool log of an agent's run on a log event, oldest entry first.
	// Complete says that everything unlisted is gone.
	Log []LogEntry `json:"log,omitempty"`

	Note Note `json:"note,omitempty"`
	// Raw is the wire record behind a note of kind unknown, and behind one that says
	// which agent speaks on (cagent's agent_switching): stores go by those.
	Raw json.RawMessage `json:"raw,omitempty"`
}

// A Ref is an optional id. The empty string is an id (LangGraph's root session
// is ""), so OK says whether there is one. Its JSON is the string, or null.
type Ref struct {
	ID string
	OK bool
}

// To returns the Ref that refers to id.
func To(id string) Ref { return Ref{ID: id, OK: true} }

// IsZero reports whether the Ref refers to nothing, for the omitzero tag.
func (r Ref) IsZero() bool { return !r.OK }

// MarshalJSON writes the id as a string, or null.
func (r Ref) MarshalJSON() ([]byte, error) {
	if !r.OK {
		return []byte("null"), nil
	}
	return json.Marshal(r.ID)
}

// UnmarshalJSON reads a string or null.
func (r *Ref) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*r = Ref{}
		return nil
	}
	if err := json.Unmarshal(b, &r.ID); err != nil {
		return err
	}
	r.OK = true
	return nil
}

// A Snapshot is a whole message, restated by the dialect.
type Snapshot struct {
	Message    string          `json:"message,omitempty"`
	Role       string          `json:"role,omitempty"`
	Agent      string          `json:"agent,omitempty"`
	Parts      []SnapshotPart  `json:"parts,omitempty"`
	StopReason string          `json:"stop_reason,omitempty"`
	Usage      *Usage          `json:"usage,omitempty"`
	Metadata   json.RawMessage `json:"metadata,omitempty"`
}

// A SnapshotPart is one text, thought or call of a Snapshot. Slot is the
// block's position, if the dialect gives one. A text without a slot is all text
// of that form in the message.
type SnapshotPart struct {
	Kind      PartKind        `json:"kind"`
	Slot      string          `json:"slot,omitempty"`
	Text      string          `json:"text,omitempty"`
	Call      string          `json:"call,omitempty"`
	Name      string          `json:"name,omitempty"`
	Args      string          `json:"args,omitempty"`
	ArgsValue bool            `json:"args_value,omitempty"`
	Invalid   bool            `json:"invalid,omitempty"`  // Args is the raw text of input that did not parse
	Answered  bool            `json:"answered,omitempty"` // in a history: Result and IsError are known
	Result    json.RawMessage `json:"result,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

// Usage counts tokens. Input is the sum of all input sides: fresh, cache read
// and cache write.
type Usage struct {
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
}

// A Limit is what a quota record says: whether the window is exhausted.
type Limit struct {
	// Rejected is the structured status; without a Window it is throttling.
	Rejected bool `json:"rejected"`
	// Window is the limit's type, else its reset time.
	Window string `json:"window,omitempty"`
}

// A Stream is an ordered list of events in one dialect.
type Stream struct {
	Features Features
	Events   []Event
	// End is how the input ends.
	End Cause
	// Forms are the forms in which an encoder writes the events.
	Forms Forms
}

// Forms selects how an encoder writes what its dialect can write in several
// ways. Bit n selects the form that Features.Forms names at index n, wherever
// it is possible. No bit gives the plainest form. A reader sees the same
// events.
type Forms uint64

// Has reports whether form n is selected.
func (f Forms) Has(n int) bool { return f>>n&1 != 0 }

// Records returns the number of the last record. It is the number of records,
// if the stream numbers them from 1.
func (s Stream) Records() int {
	n := 0
	for i := range s.Events {
		n = max(n, s.Events[i].Record)
	}
	return n
}

// AtEnd is the position after the end of input. Other positions count records from
// 1; 0 is before the first.
const AtEnd = -1

// Cause is how the input ended.
type Cause string

const (
	EOF Cause = "eof" // the producer closed the stream
	Cut Cause = "cut" // the transport broke
)
