package model

import "github.com/quock-dev/quock/spec"

// Semantics are the decisions of the model: one small function each, named with
// the rule that it serves. Honest returns the decisions that the rules demand.
// A mutant is a copy with one function replaced. A function may change its
// arguments and nothing else.
type Semantics struct {
	// fragment/concatenate, fragment/cut-invariant
	Join func(have []byte, fragment string) []byte
	// fragment/concatenate: arguments that are repeated from their beginning
	Restate func(have []byte, whole string) []byte
	// fragment/scoped-key, fragment/slot-reuse, fragment/ambiguous: the call of
	// an id-less fragment and the number of calls that it could belong to
	FragmentOwner func(s *State, ss *Session, m *Message, e *spec.Event) (*Call, int)
	// fragment/drifting-slot: the call of a fragment with that id
	FragmentCall func(ss *Session, e *spec.Event) *Call
	// fragment/not-before-complete: arguments without a marker are complete
	Whole func(c *Call, fragment string) bool
	// fragment/empty-is-nothing
	Nothing func(e *spec.Event) bool
	// fragment/unclaimed: a fragment before its start waits
	Hold func(s *State, ss *Session, m *Message, e *spec.Event)
	// fragment/unclaimed, fragment/ambiguous, missing/late-fragment: reported, kept
	Stray func(s *State, ss *Session, kind spec.AnomalyKind, text string)
	// fragment/malformed-kept, fragment/truncated-not-repaired
	Malformed func(s *State, c *Call)
	// fragment/name-set-once
	SetOnce func(have, more string) string
	// fragment/first-may-carry: the arguments that an announcement carries
	FirstArgs func(e *spec.Event) (text string, value bool)

	// identity/alias
	Delegates func(d *spec.Delegation, name string) bool
	// identity/agent-from-arguments
	AgentName func(d *spec.Delegation, c *Call) string
	// identity/agent-lifecycle, missing/background
	AgentStatus func(f *spec.Features, c *Call) spec.Status
	// identity/clashing-ids: two calls open under one id
	Clash func(s *State, ss *Session)
	// fragment/slot-reuse, fragment/drifting-slot, session/reused-ids,
	// identity/one-call-one-id: the call that an announcement names again
	Announced func(s *State, ss *Session, m *Message, e *spec.Event) *Call
	// identity/metadata-kept
	Metadata func(have, more []byte) []byte
	// identity/speaker
	Speaker func(ss *Session, have, given string) string
	// identity/part-order: the part that text without a slot continues
	Continues func(m *Message, kind spec.PartKind) *Part

	// session/non-interference, session/no-leak: the scope of an event
	Scope func(e *spec.Event) string
	// session/scoped-ids: the key of a call in its session
	CallKey func(ss *Session, id string) string
	// step/by-message-id, step/no-mixing: the key of a message in its session
	MessageKey func(e *spec.Event) string
	// session/nested
	Parent func(s *State, e *spec.Event) spec.Ref
	// session/balanced
	Unbalanced  func(s *State, e *spec.Event)
	NeverClosed func(s *State, ss *Session)
	// session/recorded
	Unlinked func(s *State, ss *Session)
	// session/parallel, session/recorded: the call that the wire links a child to
	LinkedCall func(parent *Session, id string) *Call
	// session/unattributed
	Nameless func(s *State, e *spec.Event)
	// session/continued
	Continue func(ss *Session)
	Resume   func(ss *Session)
	// session/continued: whether a saved session begins a fresh transcript
	Resets func(s *State, e *spec.Event) bool
	// session/continued, attach/backward: what else a saved assistant message with
	// these calls does; m is nil if it has no text; nothing
	Restored func(ss *Session, saved *spec.Snapshot, m *Message, calls []*Call)
	// session/child-end-local: what else the end of a turn ends; nothing
	TurnEnded func(s *State, ss *Session)
	// session/non-interference, session/child-end-local: what else the start of
	// a turn ends; nothing
	TurnStarts func(s *State, ss *Session)
	// session/continued: what a start of the turn that is open already does; nothing
	StartAgain func(s *State, ss *Session)
	// session/reused-ids, where owners are derived
	NewAgain func(ss *Session, old *Call) bool

	// attach/explicit-owner, step/no-mixing: the message of an announcement
	Owner func(s *State, ss *Session, e *spec.Event) *Message
	// attach/backward, attach/turn-bound
	AttachTo func(ss *Session, c *Call) *Message
	// attach/accumulate, attach/exactly-once, attach/explicit-owner
	Attach func(m *Message, c *Call)
	// attach/tool-first: hold, and take; attach/never-spoken: not beyond the turn
	HoldCall func(ss *Session, c *Call)
	TakeHeld func(s *State, ss *Session, m *Message)
	// attach/by-id
	ResultCall func(s *State, ss *Session, e *spec.Event) *Call

	// notify/lifecycle, notify/terminal-absorbs
	Start  func(c *Call)
	Active func(c *Call) bool
	// notify/no-revival: progress is not completion
	Progress func(c *Call, e *spec.Event)
	// notify/turn-end-clears, missing/abandoned
	Abandon func(s *State, ss *Session, c *Call, cancelled, input bool)
	// notify/user-turn-clears
	UserTurnClears func(ss *Session) bool
	// notify/turn-end-clears, account/outcome-distinct: a cancel ends what is open
	CancelClears func(ss *Session) bool
	// notify/waiting
	WaitTurn func(t *Turn)
	WaitCall func(c *Call)
	// notify/terminal-absorbs: a list refines failed
	Refine func(c *Call, e *spec.Event)

	// missing/every-prefix, account/outcome-distinct
	Outcome   func(f *spec.Features, t *Turn) spec.Outcome
	InputEnds func(status spec.Status) spec.Status
	// missing/late-fragment: text after its turn ended
	LateText func(s *State, ss *Session, e *spec.Event)
	// notify/no-revival: the call that is selected or starts after its turn ended, in a
	// dialect with derived owners
	LateCall func(s *State, ss *Session, e *spec.Event) *Call
	// missing/background: whether a result ends the sub-session of its call
	EndsChild func(f *spec.Features, c *Call) bool
	// missing/late-result
	Late       func(s *State, ss *Session, c *Call, e *spec.Event)
	AttachLate func(s *State, ss *Session, c *Call)
	// missing/orphan-result
	Orphan func(s *State, ss *Session, e *spec.Event)
	// missing/start-lost
	StartLost func(s *State, ss *Session, e *spec.Event)
	// attach/turn-bound, missing/no-loss: a start is the edge of an open turn
	TurnStartEdge func(s *State, ss *Session, turn int)
	// attach/turn-bound: a user message is the edge
	UserMessageEdge func(ss *Session) bool

	// repeat/partial-then-full, repeat/not-by-content
	Full      func(s *State, ss *Session, m *Message, snap *spec.Snapshot, complete bool)
	Completes func(streamed []byte, text string) bool
	Replaces  func(c *Call, text string) bool
	// repeat/replay
	Replay func(e *spec.Event) bool
	// repeat/result-twice
	Twice func(s *State, c *Call, e *spec.Event)
	// repeat/retracted
	Retract func(ss *Session, m *Message, void func(*Part) bool)

	// step/by-message-id, step/subagent-scoped, fragment/open-together: what the
	// next message closes
	NextMessage func(s *State, ss *Session)
	// fragment/open-together: the open message of a dialect without ids
	OpenMessage func(s *State, ss *Session, form spec.Form) *Message
	// account/usage-once, session/non-interference: the end of a model call without
	// an id closes the open message; the message that gets its figures, nil for none
	ModelCallEnds func(s *State, ss *Session) *Message

	// account/usage-once
	Usage    func(have **spec.Usage, e *spec.Event)
	BillTurn func(t *Turn, e *spec.Event)
	// account/stop-reason
	StopReason func(have, given string) string
	// account/error-kept
	Fatal func(e *spec.Event) bool
	// account/own-turn
	OwnTurn func(ss *Session, e *spec.Event) int
	// account/limit-is-a-state
	Limit func(q *spec.Quota, l *spec.Limit)

	// persist/log-append-only: the run that a log belongs to, how it grows, and
	// what a cap keeps of it
	LogRun  func(ss *Session, e *spec.Event) *Call
	LogGrow func(have []spec.LogEntry, e *spec.Event) []spec.LogEntry
	LogKeep func(s *State, c *Call, most int)
	// persist/fresh-run: the initial log of a run; before is the run that it
	// continues, nil for a new run
	LogBegin func(s *State, c, before *Call) []spec.LogEntry
	// account/terminal-by-structure, account/outcome-distinct
	TurnStatus   func(e *spec.Event) spec.Status
	ResultStatus func(e *spec.Event) spec.Status

	// noise/transparent, noise/own-content: what a note does; nothing
	Note func(s *State, e *spec.Event)
}

// Honest returns the decisions that the rules demand.
func Honest() Semantics {
	return Semantics{
		Join:            func(have []byte, fragment string) []byte { return append(have, fragment...) },
		Restate:         func(have []byte, whole string) []byte { return append(have[:0], whole...) },
		FragmentOwner:   fragmentOwner,
		FragmentCall:    fragmentCall,
		Whole:           whole,
		Nothing:         func(e *spec.Event) bool { return e.Text == "" && len(e.Metadata) == 0 },
		Hold:            hold,
		Stray:           stray,
		Malformed:       malformed,
		SetOnce:         setOnce,
		FirstArgs:       func(e *spec.Event) (string, bool) { return e.Args, e.ArgsValue },
		Delegates:       func(d *spec.Delegation, name string) bool { return d.Is(name) },
		AgentName:       agentName,
		AgentStatus:     agentStatus,
		Clash:           clash,
		Announced:       announced,
		Metadata:        merge,
		Speaker:         func(_ *Session, have, given string) string { return setOnce(have, given) },
		Continues:       continues,
		Scope:           func(e *spec.Event) string { return e.Session },
		CallKey:         func(_ *Session, id string) string { return id },
		MessageKey:      func(e *spec.Event) string { return e.Message },
		Parent:          func(_ *State, e *spec.Event) spec.Ref { return e.Parent },
		Unbalanced:      unbalanced,
		NeverClosed:     neverClosed,
		Unlinked:        unlinked,
		LinkedCall:      func(parent *Session, id string) *Call { return parent.byCall.get(id) },
		Nameless:        nameless,
		Continue:        func(ss *Session) { ss.Status = spec.Open },
		Resume:          resumed,
		Resets:          (*State).resets,
		Restored:        func(*Session, *spec.Snapshot, *Message, []*Call) {},
		TurnEnded:       func(*State, *Session) {},
		TurnStarts:      func(*State, *Session) {},
		StartAgain:      func(*State, *Session) {},
		NewAgain:        newAgain,
		Owner:           (*State).announcedOn,
		AttachTo:        attachTo,
		Attach:          own,
		HoldCall:        holdCall,
		TakeHeld:        takeHeld,
		ResultCall:      resultCall,
		Start:           start,
		Active:          isActive,
		Progress:        progress,
		Abandon:         abandon,
		UserTurnClears:  func(*Session) bool { return true },
		CancelClears:    func(*Session) bool { return true },
		WaitTurn:        func(t *Turn) { t.Status = spec.Waiting },
		WaitCall:        func(c *Call) { c.Status = spec.Waiting },
		Refine:          refine,
		Outcome:         outcomeOf,
		InputEnds:       func(status spec.Status) spec.Status { return status },
		LateText:        lateText,
		LateCall:        func(*State, *Session, *spec.Event) *Call { return nil },
		EndsChild:       endsChild,
		Late:            (*State).lateResult,
		AttachLate:      attachLate,
		Orphan:          orphan,
		StartLost:       startLost,
		TurnStartEdge:   turnStartEdge,
		UserMessageEdge: func(*Session) bool { return true },
		Full:            full,
		Completes:       completes,
		Replaces:        replaces,
		Replay:          func(*spec.Event) bool { return true },
		Twice:           twice,
		Retract:         retracted,
		NextMessage:     nextMessage,
		OpenMessage:     (*State).idless,
		ModelCallEnds:   modelCallEnds,
		Usage:           latestUsage,
		BillTurn:        billTurn,
		StopReason:      latest,
		Fatal:           func(e *spec.Event) bool { return e.Fatal },
		OwnTurn:         ownTurn,
		Limit:           limit,
		LogRun:          logRun,
		LogGrow:         growLog,
		LogKeep:         keepLatest,
		LogBegin:        beginLog,
		TurnStatus:      terminalStatus,
		ResultStatus:    resultStatus,
		Note:            func(*State, *spec.Event) {},
	}
}

func setOnce(have, more string) string {
	if have != "" {
		return have
	}
	return more
}

func malformed(s *State, c *Call) {
	s.report(spec.MalformedArguments, c.Session.ID, "arguments that are complete and no JSON value")
}

func clash(s *State, ss *Session) {
	s.report(spec.ClashingIDs, ss.ID, "an id that is open already names another call")
}

func unbalanced(s *State, e *spec.Event) {
	s.report(spec.UnbalancedClose, e.Session, "the end of a session that is not open")
}

func neverClosed(s *State, ss *Session) {
	s.report(spec.NeverClosed, ss.ID, "a sub-session that never closed")
}

func unlinked(s *State, ss *Session) {
	s.report(spec.UnlinkedChild, ss.ID, "a sub-session that nothing links to its call")
}

// turnStartEdge ends the turn that is open when another starts. Its end was
// lost, unless the producer writes none.
func turnStartEdge(s *State, ss *Session, turn int) {
	s.endTurn(ss, turn, s.unmarked(ss.Turns[turn]))
}

// ownTurn returns the turn of a terminal event: the turn with its id, else the
// open turn without an id, else, for an event without an id, the current turn.
// A known turn counts while it is open, or incomplete because its end is
// missing.
func ownTurn(ss *Session, e *spec.Event) int {
	if e.Turn == "" {
		return ss.current()
	}
	for i := len(ss.Turns) - 1; i >= 0; i-- {
		t := ss.Turns[i]
		if t.ID == e.Turn && (t.Open() || t.Status == spec.Incomplete) {
			return i
		}
	}
	for i := len(ss.Turns) - 1; i >= 0; i-- {
		if t := ss.Turns[i]; t.Open() && t.ID == "" {
			return i
		}
	}
	return late
}

// latest returns the new text, or the old one if the new one is empty.
func latest(have, given string) string {
	if given != "" {
		return given
	}
	return have
}

func latestUsage(have **spec.Usage, e *spec.Event) {
	if e.Usage != nil {
		*have = e.Usage
	}
}

// limit follows the structured status. A rejected window limits until the same
// window is allowed again.
func limit(q *spec.Quota, l *spec.Limit) {
	switch {
	case l == nil || l.Window == "":
	case l.Rejected:
		*q = spec.Quota{Limited: true, Window: &l.Window}
	case q.Limited && q.Window != nil && *q.Window == l.Window:
		*q = spec.Quota{}
	}
}
