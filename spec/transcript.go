package spec

import (
	"cmp"
	"encoding/json"
)

// A Transcript is the meaning of a stream at one of its positions: the JSON
// that candidates report and goldens contain. Absent, null and empty are equal.
//
// Each At is the number of the record that first mentions its owner, 0 if it is
// not known. The model sets it for recordings. It is no part of a candidate's
// answer and is not compared.
type Transcript struct {
	Outcome   Outcome           `json:"outcome"`
	Sessions  []Session         `json:"sessions"`
	Active    []ActiveCall      `json:"active"`
	Agents    []AgentRun        `json:"agents"`
	Quota     Quota             `json:"quota"`
	History   []json.RawMessage `json:"history,omitempty"`
	Anomalies []Anomaly         `json:"anomalies"`
}

// Root returns the first session that nothing called and that has no parent; nil if
// there is none.
func (t *Transcript) Root() *Session {
	for i := range t.Sessions {
		if s := &t.Sessions[i]; s.Parent == nil && s.ParentCall == nil {
			return s
		}
	}
	return nil
}

// Session returns the session with the id; nil if there is none.
func (t *Transcript) Session(id string) *Session {
	for i := range t.Sessions {
		if t.Sessions[i].ID == id {
			return &t.Sessions[i]
		}
	}
	return nil
}

// Calls returns every call of the session itself: those on messages, then those
// that are held, then those that are abandoned.
func (s *Session) Calls() (all []*Call) {
	add := func(calls []Call) {
		for i := range calls {
			all = append(all, &calls[i])
		}
	}
	for i := range s.Messages {
		add(s.Messages[i].Calls)
	}
	add(s.Held)
	add(s.Abandoned)
	return all
}

// StopReason returns what the last turn of the root says of why it stopped; "" if it
// says nothing, as one whose end was not seen.
func (t *Transcript) StopReason() string {
	root := t.Root()
	if root == nil || len(root.Turns) == 0 || root.Turns[len(root.Turns)-1].StopReason == nil {
		return ""
	}
	return *root.Turns[len(root.Turns)-1].StopReason
}

// A Session is one scope with its own messages.
type Session struct {
	ID         string  `json:"id"`
	Parent     *string `json:"parent"`
	ParentCall *string `json:"parent_call"`
	Agent      *string `json:"agent"`
	// Status is open, closed or failed.
	Status   Status    `json:"status"`
	Turns    []Turn    `json:"turns"`
	Messages []Message `json:"messages"`
	// Held are completed calls without an owner yet. Abandoned are the calls
	// that were open at their turn's end, where ownership is derived. Orphans
	// are results without a call. Unattributed is what nothing claims.
	Held         []Call   `json:"held"`
	Abandoned    []Call   `json:"abandoned"`
	Orphans      []Orphan `json:"orphans"`
	Unattributed []string `json:"unattributed"`
	At           int      `json:"-"`
}

// A Turn is one agent's activity in a session, from a start to an end.
type Turn struct {
	// Status is open, completed, failed, cancelled, waiting or incomplete.
	Status     Status  `json:"status"`
	StopReason *string `json:"stop_reason"`
	Error      *string `json:"error"`
	Usage      *Usage  `json:"usage"`
	At         int     `json:"-"`
}

// A Message is what has one message id in the dialect, or the output of one
// model call in a dialect without ids.
type Message struct {
	ID string `json:"id"`
	// Turn indexes the session's turns.
	Turn int `json:"turn"`
	// Role is user or assistant.
	Role       string  `json:"role"`
	Agent      *string `json:"agent"`
	Complete   bool    `json:"complete"`
	StopReason *string `json:"stop_reason"`
	Usage      *Usage  `json:"usage"`
	// Metadata is a JSON object.
	Metadata json.RawMessage `json:"metadata,omitempty"`
	Parts    []Part          `json:"parts"`
	Calls    []Call          `json:"calls"`
	At       int             `json:"-"`
	// Ended is the record at which its own end and the results of all its calls had
	// come, 0 if one of them did not. It is given and compared as At is.
	Ended int `json:"-"`
}

// A Part is one text, thought or call of a message, in the order in which the
// parts began. In a part of kind call, Call indexes the message's calls.
type Part struct {
	Kind     PartKind        `json:"kind"`
	Text     string          `json:"text,omitempty"`
	Call     *int            `json:"call,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
}

// PartKind is text, thought or call.
type PartKind string

// The part kinds.
const (
	TextPart    PartKind = "text"
	ThoughtPart PartKind = "thought"
	CallPart    PartKind = "call"
)

// A Call is one tool call.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Args is the argument text on the wire, or the compact JSON of the value
	// on the wire. ArgsValue says which, for the comparison. ArgsOpen says that
	// they are not complete, or ended as no JSON value. Whole says that a whole
	// frame had the call, not fragments alone. No flag is part of a candidate's
	// answer.
	Args      string          `json:"args"`
	ArgsValue bool            `json:"-"`
	ArgsOpen  bool            `json:"-"`
	Whole     bool            `json:"-"`
	Status    Status          `json:"status"`
	Result    json.RawMessage `json:"result,omitzero"`
	IsError   bool            `json:"is_error"`
	Child     *string         `json:"child"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
	At        int             `json:"-"`
}

// An Orphan is a result whose call was never seen.
type Orphan struct {
	ID     string          `json:"id"`
	Result json.RawMessage `json:"result,omitzero"`
	At     int             `json:"-"`
}

// An ActiveCall is a call that is preparing, executing or waiting now.
type ActiveCall struct {
	Session string `json:"session"`
	Call    string `json:"call"`
	Name    string `json:"name"`
	Phase   Status `json:"phase"`
	At      int    `json:"-"`
}

// An AgentRun is one run of a delegated agent.
type AgentRun struct {
	Name string `json:"name"`
	// Session is the sub-session, null if the stream does not link it. Call and
	// Parent are the delegation call and its session.
	Session *string `json:"session"`
	Call    string  `json:"call"`
	Parent  string  `json:"parent"`
	// Status is running, completed or failed.
	Status Status     `json:"status"`
	Log    []LogEntry `json:"log,omitempty"`
}

// A LogEntry is one tool use of an agent, where the dialect keeps a tool log.
type LogEntry struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// Quota says whether a limit is in force.
type Quota struct {
	Limited bool    `json:"limited"`
	Window  *string `json:"window"`
}

// An Anomaly is a reported fault of the stream.
type Anomaly struct {
	Kind    AnomalyKind `json:"kind"`
	Session string      `json:"session"`
	// At is the record's number, 0 for the end of input.
	At     int    `json:"at"`
	Detail string `json:"detail"`
}

// Where returns a function that finds the record of an anomaly: its own, or the
// first record of its session if the end of input caused it; 0 if it is not
// known.
func (t *Transcript) Where() func(*Anomaly) int {
	first := make(map[string]int, len(t.Sessions))
	for i := range t.Sessions {
		first[t.Sessions[i].ID] = t.Sessions[i].At
	}
	return func(a *Anomaly) int { return cmp.Or(a.At, first[a.Session]) }
}

// AnomalyKind is one word of the vocabulary of anomalies.
type AnomalyKind string

// The anomaly kinds: the whole vocabulary.
const (
	UnbalancedClose    AnomalyKind = "unbalanced-close"
	NeverClosed        AnomalyKind = "never-closed"
	OrphanResult       AnomalyKind = "orphan-result"
	ResultTwice        AnomalyKind = "result-twice"
	LateResult         AnomalyKind = "late-result"
	LateFragment       AnomalyKind = "late-fragment"
	UnclaimedFragment  AnomalyKind = "unclaimed-fragment"
	AmbiguousFragment  AnomalyKind = "ambiguous-fragment"
	MalformedArguments AnomalyKind = "malformed-arguments"
	ClashingIDs        AnomalyKind = "clashing-ids"
	UnlinkedChild      AnomalyKind = "unlinked-child"
	Unattributed       AnomalyKind = "unattributed"
	StartLost          AnomalyKind = "start-lost"
	Replayed           AnomalyKind = "replayed"
	UnknownRecord      AnomalyKind = "unknown-record"
	BadRecord          AnomalyKind = "bad-record"
)

// AnomalyKinds returns the whole vocabulary.
func AnomalyKinds() []AnomalyKind {
	return []AnomalyKind{
		UnbalancedClose, NeverClosed, OrphanResult, ResultTwice, LateResult,
		LateFragment, UnclaimedFragment, AmbiguousFragment, MalformedArguments,
		ClashingIDs, UnlinkedChild, Unattributed, StartLost, Replayed,
		UnknownRecord, BadRecord,
	}
}

// anomalyRules are the rules that ask for an anomaly's report.
var anomalyRules = map[AnomalyKind]string{
	UnbalancedClose: "session/balanced", NeverClosed: "session/balanced",
	OrphanResult: "missing/orphan-result", ResultTwice: "repeat/result-twice",
	LateResult: "missing/late-result", LateFragment: "missing/late-fragment",
	UnclaimedFragment: "fragment/unclaimed", AmbiguousFragment: "fragment/ambiguous",
	MalformedArguments: "fragment/malformed-kept", ClashingIDs: "identity/clashing-ids",
	UnlinkedChild: "session/recorded", Unattributed: "session/unattributed",
	StartLost: "missing/start-lost",
}

// Rule returns the rule that asks for the anomaly's report, "" if a reader need not
// report it.
func (k AnomalyKind) Rule() string { return anomalyRules[k] }

// Optional reports whether a reader may omit the anomaly. A reader may skip an
// unknown record, a bad one and a replayed event in silence, so comparisons
// ignore these.
func (k AnomalyKind) Optional() bool {
	return k == UnknownRecord || k == BadRecord || k == Replayed
}

// Outcome is how a whole run ended. It is open until the end of input, and then
// follows from the last turn of the root session.
type Outcome string

// The outcomes.
const (
	OutcomeOpen        Outcome = "open"
	OutcomeCompleted   Outcome = "completed"
	OutcomeFailed      Outcome = "failed"
	OutcomeCancelled   Outcome = "cancelled"
	OutcomeInterrupted Outcome = "interrupted"
	OutcomeIncomplete  Outcome = "incomplete"
	OutcomeUnknown     Outcome = "unknown"
)

// Status is the state of a session, turn, call or agent. Each field lists the
// words that it uses.
type Status string

// The statuses.
const (
	Open       Status = "open"
	Closed     Status = "closed"
	Completed  Status = "completed"
	Failed     Status = "failed"
	Cancelled  Status = "cancelled"
	Waiting    Status = "waiting"
	Incomplete Status = "incomplete"
	Preparing  Status = "preparing"
	Executing  Status = "executing"
	Done       Status = "done"
	Denied     Status = "denied"
	Abandoned  Status = "abandoned"
	Running    Status = "running"
)

// Terminal reports whether a call of that status is over.
func (s Status) Terminal() bool {
	switch s {
	case Done, Failed, Denied, Cancelled, Abandoned:
		return true
	}
	return false
}
