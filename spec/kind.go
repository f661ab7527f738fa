package spec

import "fmt"

// Kind is the kind of an Event.
type Kind uint8

// The event kinds. Brackets list the fields that each uses beside Session,
// Parent and ID.
const (
	_            Kind = iota
	SessionOpen       // a named session starts or is continued [Parent ParentCall Agent]
	SessionClose      // a named session ends [Status Error]
	TurnStart         // [Turn]
	TurnEnd           // [Turn Status StopReason Error Usage]
	MessageOpen       // [Message Role Agent Metadata]
	MessageClose      // [Message StopReason Usage]; without Message: the end of the session's model call
	Text              // a fragment of text or thought [Message Slot Form Text Metadata]
	CallOpen          // a call is selected [Message Slot Call Name Args Metadata Restated]
	CallArgs          // a fragment of arguments [Message Slot Call Text Restated]
	ArgsEnd           // the arguments are complete [Message Slot Call Args ArgsValue]
	CallStart         // the call runs [Call Name Args ArgsValue]
	CallProgress      // [Call Args Result]; no completion
	CallDone          // [Call Name Args ArgsValue Result IsError Status Restated]
	MessageFull       // a message, whole or as far as it goes [Messages Complete Restated]
	History           // the session's messages restated [Messages Complete]
	Retract           // declared void [Retracts Message]
	Wait              // a call or session waits for a person or the client [Wait Call]
	UsageReport       // [Message Turn Usage StopReason]
	Error             // [Fatal Error Message Turn]
	LimitReport       // [Limit]
	ToolLog           // the tool log of the run that a call delegated [Call Log Complete]
	NoteEvent         // no effect on the transcript [Note Text Raw]
	UserTurn          // global: the user's turn starts
	Cancel            // global: the user cancelled
	kinds
)

var kindNames = [kinds]string{
	SessionOpen: "session.open", SessionClose: "session.close",
	TurnStart: "turn.start", TurnEnd: "turn.end",
	MessageOpen: "message.open", MessageClose: "message.close",
	Text: "text", CallOpen: "call.open", CallArgs: "args", ArgsEnd: "args.end",
	CallStart: "call.start", CallProgress: "call.progress", CallDone: "call.done",
	MessageFull: "message.full", History: "history", Retract: "retract",
	Wait: "wait", UsageReport: "usage", Error: "error", LimitReport: "limit", ToolLog: "log",
	NoteEvent: "note", UserTurn: "user.turn", Cancel: "cancel",
}

var kindsByName = func() map[string]Kind {
	m := make(map[string]Kind, kinds)
	for k := SessionOpen; k < kinds; k++ {
		m[kindNames[k]] = k
	}
	return m
}()

// Kinds returns every kind, in the order of their declaration.
func Kinds() []Kind {
	all := make([]Kind, 0, kinds-1)
	for k := SessionOpen; k < kinds; k++ {
		all = append(all, k)
	}
	return all
}

// String returns the kind's name in the neutral dialect.
func (k Kind) String() string {
	if k == 0 || k >= kinds {
		return fmt.Sprintf("kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// MarshalText writes the kind's name; an unknown kind is an error.
func (k Kind) MarshalText() ([]byte, error) {
	if k == 0 || k >= kinds {
		return nil, fmt.Errorf("spec: no event kind %d", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText reads a kind's name; an unknown name is an error.
func (k *Kind) UnmarshalText(b []byte) error {
	known, ok := kindsByName[string(b)]
	if !ok {
		return fmt.Errorf("spec: no event kind %q", b)
	}
	*k = known
	return nil
}

// Form distinguishes assistant text from reasoning. Empty means text.
type Form string

// The forms of a text event.
const (
	Plain   Form = "text"
	Thought Form = "thought"
)

// Note is the kind of a note event.
type Note string

// The notes. Boundary says that a new model call of the session starts: it
// closes the session's open message, where messages have no ids.
const (
	NoteSystem    Note = "system"
	NoteMedia     Note = "media"
	NoteCustom    Note = "custom"
	NoteHeartbeat Note = "heartbeat"
	NoteBoundary  Note = "boundary"
	NoteUnknown   Note = "unknown"
)
