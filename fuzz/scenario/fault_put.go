package scenario

// puts has the function that puts a fault on a node that it draws, if there is
// one. Faults of the tree are not here: they are drawn with it.
var puts = [faultKinds]func(*maker){
	ReusedID:         reuseID,
	SharedID:         shareIDs,
	SharedMessageID:  shareMessageID,
	EqualDescription: equalDescriptions,
	Alias:            alias,
	NearAlias:        nearAlias,
	Handoff:          handoff,
	Metadata:         metadata,
	SharedSlots:      shareSlots,
	NeverAnswered:    onCall(NeverAnswered, answerable),
	StartLost:        onCall(StartLost, anyOne),
	SelectionLost:    onCall(SelectionLost, selected),
	ResultTwice:      onCall(ResultTwice, twice),
	ResultRestated:   onCall(ResultRestated, anyOne),
	LateResult:       onCall(LateResult, behind),
	Clashing:         clash,
	ArgsCut:          cutShort,
	SlotReuse:        reuseSlot,
	FirstCarries:     onCall(FirstCarries, separate),
	NoArguments:      onCall(NoArguments, empties),
	Malformed:        onCall(Malformed, breakable),
	Drift:            onCall(Drift, separate),
	EarlyFragment:    onCall(EarlyFragment, earlier),
	Slotless:         onCall(Slotless, alone),
	NameAgain:        onCall(NameAgain, separate),
	SelectAgain:      onCall(SelectAgain, selected),
	StartAgain:       onCall(StartAgain, anyOne),
	Progress:         onCall(Progress, anyOne),
	EarlyResult:      onCall(EarlyResult, followed),
	OutOfOrder:       swapResults,
	LateArgs:         onCall(LateArgs, separate),
	AcrossMessages:   onCall(AcrossMessages, before),
	ManyPieces:       pieces(ManyPieces),
	EmptyPieces:      pieces(EmptyPieces),
	Asked:            onCall(Asked, anyOne),
	Refused:          onCall(Refused, anyOne),
	DeniedLater:      onCall(DeniedLater, behind),
	MessageEndLost:   onMessage(MessageEndLost, notWhole),
	FullAfter:        fullAfter,
	StrayFragment:    onMessage(StrayFragment, notWhole),
	LateText:         onMessage(LateText, wordy),
	StaleFull:        onMessage(StaleFull, stale),
	OpenTogether:     onMessage(OpenTogether, parting),
	UsageAgain:       onMessage(UsageAgain, used),
	ManyInOne:        together(ManyInOne),
	Ambiguous:        together(Ambiguous),
	TurnEndLost:      onTurn(TurnEndLost, endable),
	TurnEndLate:      onTurn(TurnEndLate, delayable),
	TurnStartLost:    onTurn(TurnStartLost, joinable),
	StartedTwice:     onTurn(StartedTwice, anyTurn),
	LateTurnText:     onTurn(LateTurnText, anyTurn),
	EndsFailed:       onTurn(EndsFailed, rootTurn),
	NeverClosed:      onSession(NeverClosed, leavable),
	OpenedAgain:      onSession(OpenedAgain, anySession),
	Unannounced:      onSession(Unannounced, once),
	Noise:            noise,
	OwnContent:       ownContent,
	OrphanResult:     beside(OrphanResult),
	NoSession:        atRoot(NoSession),
	StrayClose:       beside(StrayClose),
	LimitReported:    limitReports,
	Replay:           replay,
	NotFatal:         atRoot(NotFatal),
	Interrupted:      interrupted,
	Truncated:        stop(Truncated),
	CancelledAll:     stop(CancelledAll),
	FatalError:       stop(FatalError),
	Packed:           pack,
	Straggler:        straggle,
	Served:           onCall(Served, servable),
}

// tickets is how often a fault is in the draw.
func tickets(k FaultKind) int {
	switch k {
	case SharedID, ReusedID, EqualDescription, NearAlias, SharedSlots, SharedMessageID, Clashing, Ambiguous, ManyInOne, Packed, Straggler, Served,
		UsageAgain, EndsFailed, Asked, Interrupted, AcrossMessages, OutOfOrder:
		return 3
	}
	if k >= NeverAnswered && k <= DeniedLater { // which find a call that is free less often than others their node
		return 2
	}
	return 1
}

// base is how often a fault is tried, in 1/16.
func base(k FaultKind) int {
	if k.Stops() {
		return 5
	}
	return 16
}

func anyTurn(*maker, int) bool { return true }

func anySession(*maker, *Session) bool { return true }
