package deviation

import "strings"

// A decided is what is known of one decision of the model: a field of
// model.Semantics.
type decided struct {
	field string
	// rules are all rules that the decision serves, separated by spaces; the
	// first is the one that a wrong answer breaks most plainly.
	rules string
	// what is the subject of a sentence about the decision.
	what string
	// others names the generic answers (generic.go) that are deviations of
	// their own, separated by spaces: those that show, and that no deviation
	// written by hand makes.
	others string
}

// A ModelDecision is one decision of the model with the rules that it serves.
type ModelDecision struct {
	// Name is the field of model.Semantics.
	Name string
	// Rules are all rules that a wrong answer may break, the one that it breaks
	// most plainly first.
	Rules []string
	// What is the subject of a sentence about the decision.
	What string
}

// DecisionsOfModel returns every decision of the model.
func DecisionsOfModel() []ModelDecision {
	all := make([]ModelDecision, len(decideds))
	for i, d := range decideds {
		all[i] = ModelDecision{d.field, strings.Fields(d.rules), d.what}
	}
	return all
}

// decideds has every decision, in the order of model.Semantics.
var decideds = []decided{
	{"Join", "fragment/concatenate fragment/cut-invariant repeat/not-by-content", "A piece that is joined to what is there", ""},
	{"Restate", "fragment/concatenate repeat/partial-then-full", "What is said again from its beginning", ""},
	{"FragmentOwner", "fragment/scoped-key fragment/slot-reuse fragment/ambiguous fragment/no-arguments fragment/empty-is-nothing fragment/unclaimed", "The call of a piece without an id", "none last first newest-open oldest-open"},
	{"FragmentCall", "fragment/drifting-slot fragment/scoped-key fragment/not-before-complete", "The call of a piece with an id", "none last first oldest-open"},
	{"Whole", "fragment/not-before-complete", "Arguments without a marker are complete", "never not"},
	{"Nothing", "fragment/empty-is-nothing fragment/concatenate", "A piece says nothing", "always not"},
	{"Hold", "fragment/unclaimed", "Keeping a piece until its start", "twice"},
	{"Stray", "fragment/unclaimed fragment/ambiguous missing/late-fragment", "Reporting and keeping a piece that nothing claims", "twice"},
	{"Malformed", "fragment/malformed-kept fragment/truncated-not-repaired", "Reporting arguments that are no JSON", "nothing twice"},
	{"SetOnce", "fragment/name-set-once fragment/empty-is-nothing", "The name or id of a call", "empty"},
	{"FirstArgs", "fragment/first-may-carry fragment/no-arguments", "What an announcement carries", ""},
	{"Delegates", "identity/alias", "A call delegates to an agent", "always never"},
	{"AgentName", "identity/agent-from-arguments", "The name of a delegated agent", ""},
	{"AgentStatus", "identity/agent-lifecycle missing/background", "The status of an agent's run", "running completed failed"},
	{"Clash", "identity/clashing-ids", "Reporting ids that clash", "twice"},
	{"Announced", "identity/one-call-one-id fragment/slot-reuse fragment/drifting-slot session/reused-ids fragment/many-in-one fragment/name-set-once identity/clashing-ids session/scoped-ids", "The call that an announcement names again", "none last newest-open newest-anywhere"},
	{"Metadata", "identity/metadata-kept", "Metadata that is added to what is there", "second"},
	{"Speaker", "identity/speaker", "Who speaks in a message", "second"},
	{"Continues", "identity/part-order", "The part that text continues", ""},
	{"Scope", "session/non-interference session/no-leak session/scoped-ids session/child-end-local", "The session of an event", "empty"},
	{"CallKey", "session/scoped-ids", "The key of a call in its session", "empty"},
	{"MessageKey", "step/by-message-id step/no-mixing identity/one-message-one-id step/results-between-frames wire/hostile-keys", "The key of a message in its session", "empty"},
	{"Parent", "session/nested", "The parent of a session", ""},
	{"Unbalanced", "session/balanced", "Reporting an end without a start", "twice"},
	{"NeverClosed", "session/balanced", "Reporting a sub-session that never ends", "twice"},
	{"Unlinked", "session/recorded", "Reporting a sub-session without its call", "twice"},
	{"LinkedCall", "session/parallel session/recorded", "The call that a sub-session is linked to", "first newest-open oldest-open"},
	{"Nameless", "session/unattributed", "Reporting and keeping an event without a session", "twice"},
	{"Continue", "session/continued", "Opening a session again", ""},
	{"Resume", "session/continued", "Replacing what a resumed session had", ""},
	{"Resets", "session/continued", "A saved session begins a fresh transcript", "always never"},
	{"Restored", "session/continued attach/backward attach/accumulate", "What else a saved message does", ""},
	{"TurnEnded", "session/child-end-local notify/turn-end-clears missing/background", "The end of a turn also", "ends-others closes-messages abandons"},
	{"TurnStarts", "session/non-interference session/child-end-local missing/no-loss session/no-leak", "The start of a turn also", "closes-messages closes-others ends-others abandons"},
	{"StartAgain", "session/continued session/non-interference", "A repeated start of a turn also", ""},
	{"NewAgain", "session/reused-ids", "A used id names a new call", "not"},
	{"Owner", "attach/explicit-owner step/no-mixing fragment/many-in-one", "The message of an announced call", "none last first newest-open"},
	{"AttachTo", "attach/backward attach/turn-bound attach/tool-first", "The message that a completed call attaches to", "first"},
	{"Attach", "attach/accumulate attach/exactly-once attach/explicit-owner attach/update-announced", "Attaching a call to its message", "nothing"},
	{"HoldCall", "attach/tool-first attach/never-spoken", "Holding a call before the first message", "twice"},
	{"TakeHeld", "attach/tool-first attach/never-spoken attach/exactly-once session/non-interference", "Giving a message the calls that are held", "nothing"},
	{"ResultCall", "attach/by-id session/scoped-ids identity/clashing-ids attach/explicit-owner identity/one-call-one-id notify/waiting wire/hostile-keys", "The call of a start, a progress or a result", "none last first newest-open oldest-open newest-anywhere"},
	{"Start", "notify/lifecycle notify/terminal-absorbs notify/waiting", "Marking a call as running", ""},
	{"Active", "notify/lifecycle notify/terminal-absorbs notify/turn-end-clears", "A call is active", "always never not"},
	{"Progress", "notify/no-revival repeat/result-twice", "A preliminary result also", "abandons"},
	{"Abandon", "missing/abandoned notify/turn-end-clears fragment/truncated-not-repaired missing/no-loss notify/terminal-absorbs", "Giving up a call that its turn leaves open", ""},
	{"UserTurnClears", "notify/user-turn-clears", "A user's turn clears what a session has open", ""},
	{"CancelClears", "notify/turn-end-clears account/outcome-distinct", "A cancel ends what a session has open", "never"},
	{"WaitTurn", "notify/waiting", "Marking a turn as waiting", "nothing"},
	{"WaitCall", "notify/waiting", "Marking a call as waiting", ""},
	{"Refine", "notify/terminal-absorbs", "Refining how a call failed", ""},
	{"Outcome", "account/outcome-distinct missing/every-prefix", "The outcome at the end of input", "open completed failed cancelled interrupted incomplete unknown"},
	{"InputEnds", "missing/every-prefix account/outcome-distinct", "The status of a turn that the end of input ends", "open failed cancelled incomplete"},
	{"LateText", "missing/late-fragment", "Reporting and keeping text after its turn", "twice"},
	{"LateCall", "notify/no-revival", "A call that is selected or starts after its turn", ""},
	{"EndsChild", "missing/background session/child-end-local", "A result ends the sub-session of its call", "always never"},
	{"Late", "missing/late-result notify/terminal-absorbs", "Recording a result after its turn", "twice"},
	{"AttachLate", "missing/late-result attach/turn-bound", "Moving a late call to its message", "nothing"},
	{"Orphan", "missing/orphan-result", "Reporting and keeping a result without a call", "twice"},
	{"StartLost", "missing/start-lost", "Making a call from a result without a start", "twice"},
	{"TurnStartEdge", "account/own-turn attach/turn-bound missing/no-loss", "Ending the turn that is open when another starts", "nothing"},
	{"UserMessageEdge", "attach/turn-bound", "A user's message ends the turn", "never"},
	{"Full", "repeat/partial-then-full repeat/not-by-content", "Reading the parts of a full message", "nothing"},
	{"Completes", "repeat/partial-then-full", "A full text replaces what streamed", "never not"},
	{"Replaces", "repeat/partial-then-full", "Whole arguments replace what streamed", ""},
	{"Replay", "repeat/replay", "An event that was seen before counts for nothing", ""},
	{"Twice", "repeat/result-twice notify/terminal-absorbs", "Reporting a second result", "twice"},
	{"Retract", "repeat/retracted", "Removing what is declared void", ""},
	{"NextMessage", "step/by-message-id step/subagent-scoped fragment/open-together session/non-interference", "The next message of a session also", "closes-others"},
	{"OpenMessage", "fragment/open-together step/by-message-id", "The open message of a dialect without ids", "none last"},
	{"ModelCallEnds", "account/usage-once account/stop-reason session/non-interference session/no-leak", "The message that the end of a model call closes and bills", "none last first"},
	{"Usage", "account/usage-once", "Recording usage", "nothing"},
	{"BillTurn", "account/usage-once account/stop-reason", "Recording the figures of a model call without a message", ""},
	{"StopReason", "account/stop-reason", "Why a message or turn stopped", "second"},
	{"Fatal", "account/error-kept", "An error ends the turn", "not"},
	{"OwnTurn", "account/own-turn", "The turn of a terminal event", "none last first"},
	{"Limit", "account/limit-is-a-state", "Following the state of a limit", "nothing"},
	{"LogRun", "persist/log-append-only", "The run of a tool log", "none last first"},
	{"LogGrow", "persist/log-append-only", "Adding entries to a log", "first"},
	{"LogKeep", "persist/log-append-only", "Cutting a log to its cap", ""},
	{"LogBegin", "persist/fresh-run", "The first entries of a run's log", ""},
	{"TurnStatus", "account/terminal-by-structure account/outcome-distinct", "The status of a turn that a terminal event ends", "open failed cancelled waiting incomplete"},
	{"ResultStatus", "account/terminal-by-structure account/outcome-distinct", "The status of a call that a result ends", "done failed denied cancelled executing"},
	{"Note", "noise/transparent noise/own-content wire/unknown-skipped", "A note also", "closes-messages ends-turn abandons ends-others"},
}
