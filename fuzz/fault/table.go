package fault

import "github.com/quock-dev/quock/spec"

// An entry is what is known of a kind of fault.
type entry struct {
	name, rule string
	// level is the lowest that has it.
	level Level
	// fits reports whether a dialect can show it.
	fits func(f *spec.Features) bool
	// also are the rules to choose from, where there are several.
	also []About
}

var table = [Kinds]entry{
	// Of the tree: what it has more.
	OneCall: {"one-call", "attach/exactly-once", Clean, anyDialect, []About{
		{"notify/lifecycle", selects},
		{"attach/backward", derived},
		{"attach/exactly-once", anyDialect},
		{"step/no-mixing", named},
		{"account/stop-reason", func(f *spec.Features) bool { return f.StopReasons }},
	}},
	OneMessage: {"one-message", "missing/no-loss", Clean, anyDialect, []About{
		{"step/by-message-id", identified},
		{"missing/no-loss", anyDialect},
		{"account/stop-reason", func(f *spec.Features) bool { return f.StopReasons }},
	}},
	Delegated: {"delegated", "session/recorded", Clean, speaking, []About{
		{"session/recorded", anyDialect},
		{"session/no-leak", anyDialect},
		{"session/non-interference", anyDialect},
		{"step/subagent-scoped", named},
		{"identity/agent-from-arguments", delegating},
		{"identity/agent-lifecycle", delegating},
	}},
	ToolFirst:      {"tool-first", "attach/tool-first", Clean, derived, nil},
	SecondBatch:    {"second-batch", "attach/accumulate", Clean, derived, nil},
	Nested:         {"nested", "session/nested", Clean, speaking, nil},
	Parallel:       {"parallel", "session/parallel", Clean, speaking, nil},
	Continued:      {"continued", "session/continued", Clean, continuing, nil},
	TextAfterCall:  {"text-after-call", "identity/part-order", Clean, grows, nil},
	EndsMidMessage: {"child-ends-mid-message", "session/child-end-local", Clean, and(derived, speaking, func(f *spec.Features) bool { return f.Batches }), nil},
	EqualMessage:   {"equal-message", "repeat/not-by-content", Clean, anyDialect, nil},
	Outliving:      {"outliving-child", "missing/background", Clean, func(f *spec.Features) bool { return f.Outlives }, nil},
	Retracted:      {"retracted", "repeat/retracted", Clean, func(f *spec.Features) bool { return f.Retracts }, nil},

	// Of attributes: what something is called.
	ReusedID:         {"reused-id", "session/reused-ids", Clean, local, nil},
	SharedID:         {"shared-id", "session/scoped-ids", Clean, and(local, speaking), nil},
	SharedMessageID:  {"shared-message-id", "session/scoped-ids", Clean, and(local, speaking, func(f *spec.Features) bool { return f.MessageIDs && !f.Numbered }), nil},
	EqualDescription: {"equal-descriptions", "session/parallel", Clean, delegating, nil},
	Alias:            {"alias", "identity/alias", Clean, and(delegating, func(f *spec.Features) bool { return len(f.Delegation.Aliases) > 0 }), nil},
	NearAlias:        {"near-alias", "identity/alias", Clean, delegating, nil},
	Handoff:          {"handoff", "identity/speaker", Clean, and(not(overlapping), func(f *spec.Features) bool { return f.Speakers }), nil},
	Metadata:         {"metadata", "identity/metadata-kept", Clean, func(f *spec.Features) bool { return f.Metadata }, nil},
	SharedSlots:      {"shared-slots", "fragment/scoped-key", Clean, and(slotted, speaking), nil},

	// Of a call.
	NeverAnswered: {"never-answered", "missing/abandoned", Degraded, anyDialect, []About{
		{"missing/abandoned", anyDialect},
		{"notify/turn-end-clears", terminal},
	}},
	StartLost:      {"start-lost", "missing/start-lost", Degraded, derived, nil},
	SelectionLost:  {"selection-lost", "notify/lifecycle", Degraded, and(derived, selects), nil},
	ResultTwice:    {"result-twice", "repeat/result-twice", Degraded, anyDialect, nil},
	ResultRestated: {"result-restated", "repeat/partial-then-full", Clean, restates, nil},
	LateResult:     {"late-result", "missing/late-result", Degraded, terminal, nil},
	Clashing:       {"clashing-id", "identity/clashing-ids", Degraded, and(named, local), nil},
	ArgsCut: {"arguments-cut", "fragment/truncated-not-repaired", Degraded, deltas, []About{
		{"fragment/truncated-not-repaired", deltas},
		{"fragment/slot-reuse", slotted},
	}},
	SlotReuse:      {"slot-reuse", "fragment/slot-reuse", Degraded, slotted, nil},
	FirstCarries:   {"first-carries", "fragment/first-may-carry", Clean, loose, nil},
	NoArguments:    {"no-arguments", "fragment/no-arguments", Clean, anyDialect, nil},
	Malformed:      {"malformed", "fragment/malformed-kept", Degraded, breaks, nil},
	Drift:          {"drifting-slot", "fragment/drifting-slot", Clean, slotted, nil},
	EarlyFragment:  {"early-fragment", "fragment/unclaimed", Degraded, slotted, nil},
	Slotless:       {"slotless", "fragment/unclaimed", Clean, slotted, nil},
	NameAgain:      {"name-again", "fragment/name-set-once", Clean, loose, nil},
	SelectAgain:    {"selected-again", "notify/no-revival", Degraded, and(selects, not(overlapping)), nil},
	StartAgain:     {"started-again", "session/reused-ids", Degraded, func(f *spec.Features) bool { return f.Executing }, nil},
	Progress:       {"progress-after", "notify/no-revival", Degraded, and(named, terminal), nil},
	EarlyResult:    {"result-between-frames", "step/results-between-frames", Clean, and(named, or(terminal, kept)), nil},
	OutOfOrder:     {"out-of-order", "attach/by-id", Clean, anyDialect, nil},
	LateArgs:       {"late-arguments", "missing/late-fragment", Degraded, loose, nil},
	AcrossMessages: {"result-across-messages", "attach/explicit-owner", Clean, named, nil},
	ManyPieces: {"many-pieces", "fragment/cut-invariant", Clean, pieced, []About{
		{"fragment/cut-invariant", pieced},
		{"fragment/concatenate", pieced},
		{"fragment/not-before-complete", and(deltas, delegating)},
	}},
	EmptyPieces: {"empty-pieces", "fragment/empty-is-nothing", Clean, pieced, nil},
	Asked:       {"asked", "notify/waiting", Clean, or(approved, and(neutral, func(f *spec.Features) bool { return f.Waits })), nil},
	Refused:     {"refused", "account/outcome-distinct", Clean, or(neutral, overlapping, samples, approved, func(f *spec.Features) bool { return f.EndsApart }), nil},
	DeniedLater: {"denied-later", "notify/terminal-absorbs", Clean, overlapping, nil},

	// Of a message.
	MessageEndLost: {"message-end-lost", "missing/no-loss", Degraded, func(f *spec.Features) bool { return f.MessageEnd }, nil},
	FullAfter:      {"full-after-deltas", "repeat/partial-then-full", Clean, func(f *spec.Features) bool { return restates(f) || RestatesAll(f) || ShowsAnother(f) }, nil},
	StrayFragment:  {"stray-fragment", "fragment/unclaimed", Degraded, slotted, nil},
	LateText:       {"late-text", "missing/late-fragment", Degraded, and(loose, func(f *spec.Features) bool { return !f.TextSlots }), nil},
	StaleFull:      {"stale-snapshot", "repeat/partial-then-full", Degraded, and(neutral, restates), nil},
	OpenTogether:   {"open-together", "fragment/open-together", Clean, func(f *spec.Features) bool { return neutral(f) || slotted(f) && f.NextCloses }, nil},
	UsageAgain:     {"usage-again", "account/usage-once", Clean, and(named, grows, func(f *spec.Features) bool { return f.MessageUsage }), nil},
	ManyInOne:      {"many-in-one", "fragment/many-in-one", Clean, and(selects, grows, not(func(f *spec.Features) bool { return neutral(f) || overlapping(f) })), nil},
	Ambiguous:      {"ambiguous", "fragment/ambiguous", Degraded, slotted, nil},

	// Of a turn.
	TurnEndLost:   {"turn-end-lost", "missing/every-prefix", Degraded, terminal, nil},
	TurnEndLate:   {"turn-end-late", "account/own-turn", Degraded, terminal, nil},
	TurnStartLost: {"turn-start-lost", "missing/no-loss", Degraded, starts, nil},
	StartedTwice:  {"started-twice", "session/continued", Degraded, starts, nil},
	LateTurnText:  {"text-after-turn", "missing/late-fragment", Degraded, derived, nil},
	EndsFailed:    {"ends-failed", "account/terminal-by-structure", Clean, and(fails, terminal), nil},

	// Of a session.
	NeverClosed: {"never-closed", "session/balanced", Degraded, and(speaking, func(f *spec.Features) bool { return f.ChildEdges }), nil},
	OpenedAgain: {"opened-again", "session/continued", Degraded, announced, nil},
	Unannounced: {"unannounced", "session/unattributed", Degraded, announced, nil},

	// Of the whole.
	Noise:         {"noise", "noise/transparent", Clean, anyDialect, nil},
	OwnContent:    {"own-content", "noise/own-content", Clean, anyDialect, nil},
	OrphanResult:  {"orphan-result", "missing/orphan-result", Degraded, anyDialect, nil},
	NoSession:     {"no-session", "session/unattributed", Degraded, marked, nil},
	StrayClose:    {"stray-close", "session/balanced", Degraded, and(neutral, func(f *spec.Features) bool { return f.ChildEdges }), nil},
	LimitReported: {"limit", "account/limit-is-a-state", Clean, func(f *spec.Features) bool { return f.Quota }, nil},
	Replay:        {"replay", "repeat/replay", Degraded, func(f *spec.Features) bool { return f.EventIDs }, nil},
	NotFatal:      {"error-not-fatal", "account/error-kept", Clean, or(terminal, kept), nil},
	Interrupted:   {"interrupted", "notify/waiting", Degraded, func(f *spec.Features) bool { return f.Waits }, nil},
	Truncated:     {"truncated", "missing/every-prefix", Degraded, anyDialect, nil},
	CancelledAll:  {"cancelled", "account/outcome-distinct", Degraded, func(f *spec.Features) bool { return f.Cancels }, nil},
	FatalError:    {"fatal-error", "account/error-kept", Degraded, func(f *spec.Features) bool { return f.Errors && !overlapping(f) }, nil},

	// Of a message, too; replay files number the ones above.
	Packed:    {"packed", "fragment/many-in-one", Clean, and(grows, func(f *spec.Features) bool { return f.Packs }), nil},
	Straggler: {"straggler", "fragment/drifting-slot", Clean, and(slotted, not(func(f *spec.Features) bool { return f.ArgsMarker })), nil},
	Served:    {"served", "attach/by-id", Clean, func(f *spec.Features) bool { return f.Serves }, nil},

	EndAlone: {"end-alone", "session/recorded", Degraded, and(speaking, endsHold), nil},
}
