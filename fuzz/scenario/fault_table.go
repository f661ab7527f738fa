package scenario

import "github.com/quock-dev/quock/spec"

func derived(f *spec.Features) bool { return f.Owner == spec.Derived }

func named(f *spec.Features) bool { return f.Owner == spec.Named }

func anyDialect(*spec.Features) bool { return true }

// speaking: sub-sessions are seen.
func speaking(f *spec.Features) bool { return f.Children == spec.ChildrenSpeak }

// continuing: a finished sub-session can be asked again.
func continuing(f *spec.Features) bool { return speaking(f) && marked(f) && !f.ChildStart }

// identified: messages have ids of their own.
func identified(f *spec.Features) bool { return f.MessageIDs && !f.Numbered }

// breaks: arguments are text, which may be no JSON.
func breaks(f *spec.Features) bool { return f.ArgsText }

func delegating(f *spec.Features) bool { return f.Delegation.Tool != "" }

func deltas(f *spec.Features) bool { return f.ArgsDeltas }

// pieced: text comes in pieces.
func pieced(f *spec.Features) bool {
	return f.ArgsDeltas || f.Owner == spec.Derived && !f.WholeMessages
}

// loose: fragments are linked by ids and slots alone, so that they may come in
// any order.
func loose(f *spec.Features) bool { return f.ArgsDeltas && f.Turns != spec.TurnsOverlap }

// slotted: fragments are linked by slots.
func slotted(f *spec.Features) bool { return loose(f) && f.Slots }

func restates(f *spec.Features) bool { return loose(f) && f.Snapshots }

// fails: the end of a turn says that it failed.
func fails(f *spec.Features) bool { return named(f) || f.WholeMessages }

// selects: calls are announced before they run.
func selects(f *spec.Features) bool { return f.Preparing }

func local(f *spec.Features) bool { return !f.GlobalCallIDs }

func starts(f *spec.Features) bool { return marked(f) && f.TurnStarts }

// announced: sub-sessions open and close, in records that mean nothing else.
func announced(f *spec.Features) bool { return neutral(f) && f.ChildEdges && !f.ChildStart }

func terminal(f *spec.Features) bool { return f.Terminal }

func marked(f *spec.Features) bool { return f.Turns == spec.TurnsMarked }

func overlapping(f *spec.Features) bool { return f.Turns == spec.TurnsOverlap }

// neutral: the dialect says everything, one event a record.
func neutral(f *spec.Features) bool { return f.Turns == spec.TurnsMarked && f.Owner == spec.Named }

func and(all ...func(*spec.Features) bool) func(*spec.Features) bool {
	return func(f *spec.Features) bool {
		for _, ok := range all {
			if !ok(f) {
				return false
			}
		}
		return true
	}
}

func not(ok func(*spec.Features) bool) func(*spec.Features) bool {
	return func(f *spec.Features) bool { return !ok(f) }
}

var kinds [faultKinds]faultKind

func anyTurn(*maker, int) bool { return true }

func anySession(*maker, *Session) bool { return true }

func extraFaults() {
	nodeFault(Noise, "noise", "noise/transparent", Clean, anyDialect, noise)
	nodeFault(OwnContent, "own-content", "noise/own-content", Clean, anyDialect, ownContent)
	nodeFault(OrphanResult, "orphan-result", "missing/orphan-result", Degraded, anyDialect, beside(OrphanResult))
	nodeFault(NoSession, "no-session", "session/unattributed", Degraded, marked, atRoot(NoSession))
	nodeFault(StrayClose, "stray-close", "session/balanced", Degraded, and(neutral, func(f *spec.Features) bool { return f.ChildEdges }), beside(StrayClose))
	nodeFault(LimitReported, "limit", "account/limit-is-a-state", Clean, func(f *spec.Features) bool { return f.Quota }, limitReports)
	nodeFault(Replay, "replay", "repeat/replay", Degraded, func(f *spec.Features) bool { return f.EventIDs }, replay)
	nodeFault(NotFatal, "error-not-fatal", "account/error-kept", Clean, terminal, atRoot(NotFatal))
	nodeFault(Truncated, "truncated", "missing/every-prefix", Degraded, anyDialect, stop(Truncated))
	nodeFault(CancelledAll, "cancelled", "account/outcome-distinct", Degraded, func(f *spec.Features) bool { return f.Cancels }, stop(CancelledAll))
	nodeFault(FatalError, "fatal-error", "account/error-kept", Degraded,
		func(f *spec.Features) bool { return f.Errors && !overlapping(f) }, stop(FatalError))
	nodeFault(Interrupted, "interrupted", "notify/waiting", Degraded, func(f *spec.Features) bool { return f.Waits }, interrupted)
	for _, k := range []FaultKind{Truncated, CancelledAll, FatalError, Interrupted} {
		kinds[k].base = 5
	}
}

func init() {
	extraFaults()
	treeFaults()
	nameFaults()
	callFaults()
	nodeFaults()
	for _, k := range []FaultKind{SharedID, ReusedID, EqualDescription, NearAlias, SharedSlots, SharedMessageID, Clashing, Ambiguous, ManyInOne, Packed, Straggler, Served} {
		kinds[k].tickets = 3
	}
	for _, k := range []FaultKind{UsageAgain, EndsFailed, Asked, Interrupted, AcrossMessages, OutOfOrder} {
		kinds[k].tickets = 3
	}
	for k := NeverAnswered; k <= DeniedLater; k++ { // which find a call that is free less often than others their node
		kinds[k].tickets = max(kinds[k].tickets, 2)
	}
	for k := range kinds {
		if kinds[k].base == 0 {
			kinds[k].base = 16
		}
	}
}

func treeFaults() {
	kinds[OneCall] = faultKind{name: "one-call", rule: "attach/exactly-once", fits: anyDialect, also: []about{
		{"notify/lifecycle", selects}, {"attach/backward", derived}, {"attach/exactly-once", anyDialect},
		{"step/no-mixing", named}, {"account/stop-reason", func(f *spec.Features) bool { return f.StopReasons }},
	}}
	kinds[OneMessage] = faultKind{name: "one-message", rule: "missing/no-loss", fits: anyDialect, also: []about{
		{"step/by-message-id", identified}, {"missing/no-loss", anyDialect}, {"account/stop-reason", func(f *spec.Features) bool { return f.StopReasons }},
	}}
	kinds[Delegated] = faultKind{name: "delegated", rule: "session/recorded", fits: speaking, also: []about{
		{"session/recorded", anyDialect}, {"session/no-leak", anyDialect}, {"session/non-interference", anyDialect},
		{"step/subagent-scoped", named}, {"identity/agent-from-arguments", delegating}, {"identity/agent-lifecycle", delegating},
	}}
	kinds[ToolFirst] = faultKind{name: "tool-first", rule: "attach/tool-first", fits: derived}
	kinds[SecondBatch] = faultKind{name: "second-batch", rule: "attach/accumulate", fits: derived}
	kinds[Nested] = faultKind{name: "nested", rule: "session/nested", fits: speaking}
	kinds[Parallel] = faultKind{name: "parallel", rule: "session/parallel", fits: speaking}
	kinds[Continued] = faultKind{name: "continued", rule: "session/continued", fits: continuing}
	kinds[TextAfterCall] = faultKind{name: "text-after-call", rule: "identity/part-order", fits: anyDialect}
	kinds[EndsMidMessage] = faultKind{name: "child-ends-mid-message", rule: "session/child-end-local", fits: and(derived, speaking)}
	kinds[EqualMessage] = faultKind{name: "equal-message", rule: "repeat/not-by-content", fits: anyDialect}
	kinds[Outliving] = faultKind{name: "outliving-child", rule: "missing/background", fits: func(f *spec.Features) bool { return f.Outlives }}
	kinds[Retracted] = faultKind{name: "retracted", rule: "repeat/retracted", fits: func(f *spec.Features) bool { return f.Retracts }}
}

func nameFaults() {
	kinds[ReusedID] = faultKind{name: "reused-id", rule: "session/reused-ids", fits: local, put: reuseID}
	kinds[SharedID] = faultKind{name: "shared-id", rule: "session/scoped-ids", fits: and(local, speaking), put: shareIDs}
	kinds[SharedMessageID] = faultKind{
		name: "shared-message-id", rule: "session/scoped-ids", put: shareMessageID,
		fits: and(local, speaking, func(f *spec.Features) bool { return f.MessageIDs && !f.Numbered }),
	}
	kinds[EqualDescription] = faultKind{name: "equal-descriptions", rule: "session/parallel", fits: delegating, put: equalDescriptions}
	kinds[Alias] = faultKind{name: "alias", rule: "identity/alias", put: alias, fits: and(delegating, func(f *spec.Features) bool { return len(f.Delegation.Aliases) > 0 })}
	kinds[NearAlias] = faultKind{name: "near-alias", rule: "identity/alias", fits: delegating, put: nearAlias}
	kinds[Handoff] = faultKind{
		name: "handoff", rule: "identity/speaker", put: handoff,
		fits: and(not(overlapping), func(f *spec.Features) bool { return f.Speakers }),
	}
	kinds[Metadata] = faultKind{
		name: "metadata", rule: "identity/metadata-kept", fits: func(f *spec.Features) bool { return f.Metadata }, put: metadata,
	}
	kinds[SharedSlots] = faultKind{name: "shared-slots", rule: "fragment/scoped-key", fits: slotted, put: shareSlots}
}

// fault is an entry for a fault of calls.
func callFault(k FaultKind, name, rule string, l Level, fits func(*spec.Features) bool, ok func(*maker, *Call) bool) {
	kinds[k] = faultKind{name: name, rule: rule, level: l, fits: fits, put: onCall(k, ok)}
}

func callFaults() {
	callFault(NeverAnswered, "never-answered", "missing/abandoned", Degraded, anyDialect, answerable)
	kinds[NeverAnswered].also = []about{{"missing/abandoned", anyDialect}, {"notify/turn-end-clears", terminal}}
	callFault(StartLost, "start-lost", "missing/start-lost", Degraded, derived, anyOne)
	callFault(SelectionLost, "selection-lost", "notify/lifecycle", Degraded, and(derived, selects), selected)
	callFault(ResultTwice, "result-twice", "repeat/result-twice", Degraded, anyDialect, twice)
	callFault(ResultRestated, "result-restated", "repeat/partial-then-full", Clean, restates, anyOne)
	callFault(LateResult, "late-result", "missing/late-result", Degraded, terminal, behind)
	kinds[ArgsCut] = faultKind{
		name: "arguments-cut", rule: "fragment/truncated-not-repaired", level: Degraded, fits: deltas, put: cutShort,
		also: []about{{"fragment/truncated-not-repaired", deltas}, {"fragment/slot-reuse", slotted}},
	}
	callFault(FirstCarries, "first-carries", "fragment/first-may-carry", Clean, loose, separate)
	callFault(NoArguments, "no-arguments", "fragment/no-arguments", Clean, anyDialect, empties)
	callFault(Malformed, "malformed", "fragment/malformed-kept", Degraded, breaks, breakable)
	callFault(Drift, "drifting-slot", "fragment/drifting-slot", Clean, slotted, separate)
	kinds[Straggler] = faultKind{
		name: "straggler", rule: "fragment/drifting-slot", put: straggle,
		fits: and(slotted, not(func(f *spec.Features) bool { return f.ArgsMarker })),
	}
	callFault(Served, "served", "attach/by-id", Clean, func(f *spec.Features) bool { return f.Serves }, servable)
	callFault(EarlyFragment, "early-fragment", "fragment/unclaimed", Degraded, slotted, earlier)
	callFault(Slotless, "slotless", "fragment/unclaimed", Clean, slotted, alone)
	callFault(NameAgain, "name-again", "fragment/name-set-once", Clean, loose, separate)
	callFault(SelectAgain, "selected-again", "notify/no-revival", Degraded, and(selects, not(overlapping)), selected)
	callFault(StartAgain, "started-again", "session/reused-ids", Degraded, func(f *spec.Features) bool { return f.Executing }, anyOne)
	callFault(Progress, "progress-after", "notify/no-revival", Degraded, and(named, terminal), anyOne)
	callFault(EarlyResult, "result-between-frames", "step/results-between-frames", Clean, and(named, terminal), followed)
	callFault(AcrossMessages, "result-across-messages", "attach/explicit-owner", Clean, named, before)
	callFault(LateArgs, "late-arguments", "missing/late-fragment", Degraded, loose, separate)
	callFault(Refused, "refused", "account/outcome-distinct", Clean, neutral, anyOne)
	callFault(DeniedLater, "denied-later", "notify/terminal-absorbs", Clean, overlapping, behind)
	callFault(Asked, "asked", "notify/waiting", Clean, and(neutral, func(f *spec.Features) bool { return f.Waits }), anyOne)
	kinds[Clashing] = faultKind{name: "clashing-id", rule: "identity/clashing-ids", level: Degraded, fits: and(named, local), put: clash}
	kinds[ManyPieces] = faultKind{
		name: "many-pieces", rule: "fragment/cut-invariant", fits: pieced, put: pieces(ManyPieces),
		also: []about{{"fragment/cut-invariant", pieced}, {"fragment/concatenate", pieced}, {"fragment/not-before-complete", and(deltas, delegating)}},
	}
	kinds[EmptyPieces] = faultKind{name: "empty-pieces", rule: "fragment/empty-is-nothing", fits: pieced, put: pieces(EmptyPieces)}
	kinds[OutOfOrder] = faultKind{name: "out-of-order", rule: "attach/by-id", fits: anyDialect, put: swapResults}
	kinds[SlotReuse] = faultKind{name: "slot-reuse", rule: "fragment/slot-reuse", level: Degraded, fits: slotted, put: reuseSlot}
}

// nodeFault is an entry for a fault of messages, turns or sessions.
func nodeFault(k FaultKind, name, rule string, l Level, fits func(*spec.Features) bool, put func(*maker)) {
	kinds[k] = faultKind{name: name, rule: rule, level: l, fits: fits, put: put}
}

func nodeFaults() {
	nodeFault(MessageEndLost, "message-end-lost", "missing/no-loss", Degraded,
		func(f *spec.Features) bool { return f.MessageEnd }, onMessage(MessageEndLost, notWhole))
	nodeFault(FullAfter, "full-after-deltas", "repeat/partial-then-full", Clean,
		func(f *spec.Features) bool { return restates(f) || inPlace(f) || switches(f) }, fullAfter)
	nodeFault(UsageAgain, "usage-again", "account/usage-once", Clean,
		and(named, func(f *spec.Features) bool { return f.MessageUsage }), onMessage(UsageAgain, used))
	nodeFault(ManyInOne, "many-in-one", "fragment/many-in-one", Clean,
		and(selects, not(func(f *spec.Features) bool { return neutral(f) || overlapping(f) })), together(ManyInOne))
	nodeFault(Packed, "packed", "fragment/many-in-one", Clean, func(f *spec.Features) bool { return f.Packs }, pack)
	nodeFault(Ambiguous, "ambiguous", "fragment/ambiguous", Degraded, slotted, together(Ambiguous))
	nodeFault(TurnEndLost, "turn-end-lost", "missing/every-prefix", Degraded, terminal, onTurn(TurnEndLost, endable))
	nodeFault(TurnEndLate, "turn-end-late", "account/own-turn", Degraded, terminal, onTurn(TurnEndLate, delayable))
	nodeFault(TurnStartLost, "turn-start-lost", "missing/no-loss", Degraded, starts, onTurn(TurnStartLost, joinable))
	nodeFault(EndsFailed, "ends-failed", "account/terminal-by-structure", Clean, and(fails, terminal), onTurn(EndsFailed, rootTurn))
	nodeFault(NeverClosed, "never-closed", "session/balanced", Degraded,
		and(speaking, func(f *spec.Features) bool { return f.ChildEdges }), onSession(NeverClosed, leavable))
	nodeFault(StaleFull, "stale-snapshot", "repeat/partial-then-full", Degraded, and(neutral, restates), onMessage(StaleFull, stale))
	nodeFault(OpenTogether, "open-together", "fragment/open-together", Clean,
		func(f *spec.Features) bool { return neutral(f) || slotted(f) && f.NextCloses }, onMessage(OpenTogether, parting))
	nodeFault(StartedTwice, "started-twice", "session/continued", Degraded, starts, onTurn(StartedTwice, anyTurn))
	nodeFault(LateTurnText, "text-after-turn", "missing/late-fragment", Degraded, derived, onTurn(LateTurnText, anyTurn))
	nodeFault(OpenedAgain, "opened-again", "session/continued", Degraded, announced, onSession(OpenedAgain, anySession))
	nodeFault(StrayFragment, "stray-fragment", "fragment/unclaimed", Degraded, slotted, onMessage(StrayFragment, notWhole))
	nodeFault(LateText, "late-text", "missing/late-fragment", Degraded,
		and(loose, func(f *spec.Features) bool { return !f.TextSlots }), onMessage(LateText, wordy))
	nodeFault(Unannounced, "unannounced", "session/unattributed", Degraded, announced, onSession(Unannounced, once))
}
