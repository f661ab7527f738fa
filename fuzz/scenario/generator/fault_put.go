package generator

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// puts has the function that puts a fault on a node that it draws, if there is
// one. Faults of the tree are not here: they are drawn with it.
var puts = [fault.Kinds]func(*maker){
	fault.ReusedID:         reuseID,
	fault.SharedID:         shareIDs,
	fault.SharedMessageID:  shareMessageID,
	fault.EqualDescription: equalDescriptions,
	fault.Alias:            alias,
	fault.NearAlias:        nearAlias,
	fault.Handoff:          handoff,
	fault.Metadata:         metadata,
	fault.SharedSlots:      shareSlots,
	fault.NeverAnswered:    onCall(fault.NeverAnswered, answerable),
	fault.StartLost:        onCall(fault.StartLost, anyOne),
	fault.SelectionLost:    onCall(fault.SelectionLost, selected),
	fault.ResultTwice:      onCall(fault.ResultTwice, twice),
	fault.ResultRestated:   onCall(fault.ResultRestated, anyOne),
	fault.LateResult:       onCall(fault.LateResult, behind),
	fault.Clashing:         clash,
	fault.ArgsCut:          cutShort,
	fault.SlotReuse:        reuseSlot,
	fault.FirstCarries:     onCall(fault.FirstCarries, carried),
	fault.NoArguments:      onCall(fault.NoArguments, empties),
	fault.Malformed:        onCall(fault.Malformed, breakable),
	fault.Drift:            onCall(fault.Drift, separate),
	fault.EarlyFragment:    onCall(fault.EarlyFragment, earlier),
	fault.Slotless:         onCall(fault.Slotless, alone),
	fault.NameAgain:        onCall(fault.NameAgain, separate),
	fault.SelectAgain:      onCall(fault.SelectAgain, selected),
	fault.StartAgain:       onCall(fault.StartAgain, anyOne),
	fault.Progress:         onCall(fault.Progress, anyOne),
	fault.EarlyResult:      onCall(fault.EarlyResult, followed),
	fault.OutOfOrder:       swapResults,
	fault.LateArgs:         onCall(fault.LateArgs, separate),
	fault.AcrossMessages:   onCall(fault.AcrossMessages, before),
	fault.ManyPieces:       pieces(fault.ManyPieces),
	fault.EmptyPieces:      pieces(fault.EmptyPieces),
	fault.Asked:            onCall(fault.Asked, anyOne),
	fault.Refused:          refuse,
	fault.DeniedLater:      onCall(fault.DeniedLater, behind),
	fault.MessageEndLost:   onMessage(fault.MessageEndLost, notWhole),
	fault.FullAfter:        fullAfter,
	fault.StrayFragment:    onMessage(fault.StrayFragment, notWhole),
	fault.LateText:         onMessage(fault.LateText, wordy),
	fault.StaleFull:        onMessage(fault.StaleFull, stale),
	fault.OpenTogether:     onMessage(fault.OpenTogether, parting),
	fault.UsageAgain:       onMessage(fault.UsageAgain, used),
	fault.ManyInOne:        together(fault.ManyInOne),
	fault.Ambiguous:        together(fault.Ambiguous),
	fault.TurnEndLost:      onTurn(fault.TurnEndLost, endable),
	fault.TurnEndLate:      onTurn(fault.TurnEndLate, delayable),
	fault.TurnStartLost:    onTurn(fault.TurnStartLost, joinable),
	fault.StartedTwice:     onTurn(fault.StartedTwice, anyTurn),
	fault.LateTurnText:     onTurn(fault.LateTurnText, anyTurn),
	fault.EndsFailed:       endsBadly,
	fault.NeverClosed:      onSession(fault.NeverClosed, leavable),
	fault.OpenedAgain:      onSession(fault.OpenedAgain, anySession),
	fault.Unannounced:      onSession(fault.Unannounced, once),
	fault.Noise:            noise,
	fault.OwnContent:       ownContent,
	fault.OrphanResult:     beside(fault.OrphanResult),
	fault.NoSession:        atRoot(fault.NoSession),
	fault.StrayClose:       beside(fault.StrayClose),
	fault.LimitReported:    limitReports,
	fault.Replay:           replay,
	fault.NotFatal:         atRoot(fault.NotFatal),
	fault.Interrupted:      interrupted,
	fault.Truncated:        stop(fault.Truncated),
	fault.CancelledAll:     stop(fault.CancelledAll),
	fault.FatalError:       stop(fault.FatalError),
	fault.Packed:           pack,
	fault.Straggler:        straggle,
	fault.Served:           onCall(fault.Served, servable),
	fault.EndAlone:         endAlone,
}

// tickets is how often a fault is in the draw.
func tickets(k fault.Kind) int {
	switch k {
	case fault.SharedID, fault.ReusedID, fault.EqualDescription, fault.NearAlias, fault.SharedSlots, fault.SharedMessageID, fault.Clashing, fault.Ambiguous, fault.ManyInOne, fault.Packed, fault.Straggler, fault.Served,
		fault.UsageAgain, fault.EndsFailed, fault.Asked, fault.Interrupted, fault.AcrossMessages, fault.OutOfOrder:
		return 3
	}
	if k >= fault.NeverAnswered && k <= fault.DeniedLater { // which find a call that is free less often than others their node
		return 2
	}
	return 1
}

// base is how often a fault is tried, in 1/16.
func base(k fault.Kind) int {
	if k.Stops() {
		return 5
	}
	return 16
}

func anyTurn(*maker, int) bool { return true }

func anySession(*maker, *scenario.Session) bool { return true }
