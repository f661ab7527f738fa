package model

import (
	"slices"
	"sync"

	"github.com/quock-dev/quock/spec"
)

// A State is the result of the events so far. The zero value is not usable; use
// New.
type State struct {
	Features spec.Features
	Policies spec.Policies

	Sessions []*Session

	sem         *Semantics
	byID        table[string, *Session]
	seen        firsts
	contributed contributions
	waits       map[string]bool
	unlinked    []*Session // children whose call is not known yet
	quota       spec.Quota
	anomalies   []spec.Anomaly
	at          int    // the record being read
	now         string // the id of the current event
	replayed    int    // the last record reported as replayed
	failed      bool   // a fatal error named no session
	ended       bool

	sessions slab[Session]
	turns    slab[Turn]
	messages slab[Message]
	parts    slab[Part]
	calls    slab[Call]
	ids      texts
	// frame is what a full message says of itself, piece what it says of a part: events of
	// the model's own, until the next one of their sort.
	frame, piece spec.Event
}

// A Session is one scope.
type Session struct {
	ID         string
	Parent     spec.Ref
	ParentCall spec.Ref
	Agent      string
	Status     spec.Status
	At         int // the record of its first mention

	Turns    []*Turn
	Messages []*Message
	Calls    []*Call // every call, in the order of their first mention

	Held         []*Call
	Abandoned    []*Call
	Orphans      []spec.Orphan
	Unattributed []string

	asked  spec.Ref // the call that the wire last linked it to
	by     *Call    // that call, once it is known
	opened bool     // by a session.open
	fresh  bool     // content may open a turn without a start
	open   int      // turns that have not ended
	step   int      // model calls begun
	since  int      // index of the first message of the current model call
	idless *Message // the open message without an id
	parted *Message // the earliest message that stays open though another one began
	byMsg  table[string, *Message]
	byCall table[string, *Call]
	logs   map[string][]spec.Event // logs of calls that are not known yet
}

// A Turn is one activity in a session.
type Turn struct {
	ID         string
	Status     spec.Status
	StopReason string
	Error      string
	Usage      *spec.Usage
	Started    bool   // a turn.start was seen
	Content    bool   // an assistant message, a thought or a call belongs to it
	Paused     bool   // it has ended, and waits
	Unmarked   bool   // the wire does not say how it ends
	asked      bool   // the latest in it is a prompt or a result, which wants an answer
	trouble    string // the error that is the latest in it
	At         int    // the record that opened it

	messages []*Message
	calls    []*Call
}

// Open reports whether the turn has not ended. A waiting turn has not.
func (t *Turn) Open() bool {
	return t.Status == spec.Open || t.Status == spec.Waiting && !t.Paused
}

// A Message is one message of a session.
type Message struct {
	ID         string
	Turn       int
	Role       string
	Agent      string
	Open       bool
	Complete   bool
	StopReason string
	Usage      *spec.Usage
	Metadata   []byte
	Parts      []*Part
	At         int // the record that opened it
	Ended      int // the record of its own end, 0 for none

	session *Session
	form    spec.PartKind        // of a message without an id: text or thought
	whole   bool                 // known only from whole frames
	guessed bool                 // it was closed because another message began
	last    table[string, *Call] // slot -> the call opened there last
	blocks  table[block, *Part]  // the text of each slot
	pending []spec.Event         // fragments that wait for their start
}

// A block identifies a text with a slot.
type block struct {
	slot string
	kind spec.PartKind
}

// A Part is one text, thought or call.
type Part struct {
	Kind     spec.PartKind
	Text     []byte
	Call     *Call
	Slot     string
	Metadata []byte
	ended    bool     // its whole text is confirmed
	from     []string // the events that contributed to it, if they can be retracted
}

// A Call is one tool call.
type Call struct {
	ID        string
	Name      string
	Args      []byte
	ArgsValue bool // the wire has only a JSON value, never text
	ArgsDone  bool // the arguments are complete
	Status    spec.Status
	Result    []byte
	IsError   bool
	Metadata  []byte

	Session *Session
	Message *Message // nil while no message owns it
	Turn    int
	Slot    string
	At      int // the record of its first mention
	Opened  int // the record of its last announcement at a slot, 0 for none
	Ended   int // the record of its result, 0 for none
	Step    int // the session's model call of its first mention
	Child   *Session
	Agent   string          // the agent that complete delegation arguments name
	Log     []spec.LogEntry // the tools that the run used

	early     bool     // its owner is that of the first mention
	behind    *Message // the latest message of its turn at that moment
	scan      scanner
	proven    int // as long as the arguments were when they were a JSON value
	malformed bool
	whole     bool        // a whole frame had it
	guessed   bool        // its arguments were closed because another message began
	answered  bool        // a result was recorded, perhaps after abandonment
	logs      bool        // its run has a log
	childEnd  spec.Status // the first end of its sub-session
	cut       bool        // abandoned by the end of input, not by its turn's end
	prev      *Call
	part      *Part // its part in its message
	place     Part  // its memory
}

// honest is shared by all honest models. None changes it.
var honest = Honest()

// New returns the state before the first event, with the honest semantics.
func New(f spec.Features, p spec.Policies) *State { return newWith(&honest, f, p) }

// NewWith returns the state before the first event, with the decisions of sem.
func NewWith(sem Semantics, f spec.Features, p spec.Policies) *State {
	return newWith(&sem, f, p)
}

// Restart makes s what NewWith returns, in memory of the stream before. Transcripts taken
// from s stay as they are; its sessions, and what is in them, do not.
func (s *State) Restart(sem Semantics, f spec.Features, p spec.Policies) {
	s.sessions.forget()
	s.turns.forget()
	s.messages.forget()
	s.parts.forget()
	s.calls.forget()
	s.byID, s.Sessions = table[string, *Session]{}, nil
	s.reuse(f, p)
	s.sem = &sem
}

// Decide replaces the decisions from the next event on.
func (s *State) Decide(sem Semantics) { s.sem = &sem }

func newWith(sem *Semantics, f spec.Features, p spec.Policies) *State {
	return &State{Features: f, Policies: p, sem: sem}
}

// Run returns the transcript of a whole stream after its end.
func Run(st spec.Stream, p spec.Policies) spec.Transcript {
	s := ended.Get().(*State)
	s.reuse(st.Features, p)
	for i := range st.Events {
		s.Step(&st.Events[i])
	}
	s.End(st.End)
	t := s.Transcript()
	ended.Put(s)
	return t
}

// ended are states of honest models, whose memory Run takes for the next stream with all
// its lists. A wrong model may have one list in two places, so Restart takes no lists.
var ended = sync.Pool{New: func() any { return new(State) }}

// reuse makes s what New returns, in its own memory.
func (s *State) reuse(f spec.Features, p spec.Policies) {
	*s = State{
		Features: f, Policies: p, sem: &honest, seen: s.seen.emptied(), contributed: contributions{noted: s.contributed.noted[:0]}, byID: s.byID.emptied(), Sessions: s.Sessions[:0],
		sessions: slab[Session]{all: s.sessions.all}, turns: slab[Turn]{all: s.turns.all},
		messages: slab[Message]{all: s.messages.all}, parts: slab[Part]{all: s.parts.all}, calls: slab[Call]{all: s.calls.all},
	}
}

// mostKept is how many slots may be emptied for the next stream: that takes as long as there
// are.
const mostKept = 1024

// Step processes one event. Events after End change nothing.
func (s *State) Step(e *spec.Event) {
	if s.ended {
		return
	}
	s.at, s.now = e.Record, e.ID
	if s.replays(e) {
		return
	}
	if e.NoSession {
		s.sem.Nameless(s, e)
		return
	}
	s.apply(e)
}

// apply dispatches the event by its kind.
func (s *State) apply(e *spec.Event) {
	switch e.Kind {
	case spec.Text:
		s.text(e)
	case spec.CallArgs:
		s.args(e)
	case spec.CallOpen:
		s.callOpen(e)
	case spec.CallStart:
		s.callStart(e)
	case spec.CallDone:
		s.callDone(e)
	case spec.CallProgress:
		s.callProgress(e)
	case spec.ArgsEnd:
		s.argsEnd(e)
	case spec.MessageOpen:
		s.messageOpen(e)
	case spec.MessageClose:
		s.messageClose(e)
	case spec.MessageFull:
		s.messageFull(e)
	case spec.UsageReport:
		s.usage(e)
	case spec.TurnStart:
		s.turnStart(e)
	case spec.TurnEnd:
		s.turnEnd(e)
	case spec.SessionOpen:
		s.sessionOpen(e)
	case spec.SessionClose:
		s.sessionClose(e)
	default:
		s.applyRare(e)
	}
}

func (s *State) applyRare(e *spec.Event) {
	switch e.Kind {
	case spec.History:
		s.history(e)
	case spec.Retract:
		s.retract(e)
	case spec.Wait:
		s.wait(e)
	case spec.Error:
		s.error(e)
	case spec.LimitReport:
		s.sem.Limit(&s.quota, e.Limit)
	case spec.ToolLog:
		s.toolLog(e)
	case spec.NoteEvent:
		s.note(e)
	case spec.UserTurn:
		s.userTurn()
	case spec.Cancel:
		s.cancel()
	}
}

// replays reports whether the event was seen in an earlier record. It then has
// no effect (repeat/replay).
func (s *State) replays(e *spec.Event) bool {
	if e.ID == "" || !s.Features.EventIDs {
		return false
	}
	first := s.seen.slot(e.ID)
	if first.id == "" {
		s.seen.fill(first, s.ids.owned(e.ID), e.Record)
		return false
	}
	if first.record == e.Record && e.Record != 0 || !s.sem.Replay(e) {
		return false
	}
	if s.replayed != e.Record || e.Record == 0 {
		s.report(spec.Replayed, e.Session, "an event id that was seen before")
		s.replayed = e.Record
	}
	return true
}

// nameless keeps the content of an event without a session
// (session/unattributed).
func nameless(s *State, e *spec.Event) {
	kind := spec.Unattributed
	if e.Ambiguous {
		kind = spec.AmbiguousFragment
	}
	s.report(kind, e.Session, "the record names no session")
	if (e.Kind == spec.Text || e.Kind == spec.CallArgs) && e.Text != "" {
		ss := s.session(e)
		ss.Unattributed = append(ss.Unattributed, owned(e.Text))
	}
}

func (s *State) note(e *spec.Event) {
	switch e.Note {
	case spec.NoteBoundary:
		s.boundary(e)
	case spec.NoteUnknown:
		s.report(spec.UnknownRecord, e.Session, "a record of unknown kind")
		s.sem.Note(s, e)
	default:
		s.sem.Note(s, e)
	}
}

func (s *State) report(kind spec.AnomalyKind, session, detail string) {
	s.anomalies = append(s.anomalies, spec.Anomaly{Kind: kind, Session: session, At: s.at, Detail: detail})
}

// unreport withdraws the report of malformed arguments, because more of them
// follow.
func (s *State) unreport(c *Call) {
	for i := len(s.anomalies) - 1; i >= 0; i-- {
		if a := &s.anomalies[i]; a.Kind == spec.MalformedArguments && a.Session == c.Session.ID {
			s.anomalies = slices.Concat(s.anomalies[:i], s.anomalies[i+1:])
			return
		}
	}
}
