package fault

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

// grows: a message comes bit by bit. One that comes whole has no fragments, says once what it used,
// and has its text in front of its calls.
func grows(f *spec.Features) bool { return !f.WholeMessages || derived(f) }

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
func fails(f *spec.Features) bool { return named(f) || f.WholeMessages || f.PromptOpens }

// approved: a call waits for an approval before it runs.
func approved(f *spec.Features) bool { return derived(f) && f.WaitsUnnamed }

// selects: calls are announced before they run.
func selects(f *spec.Features) bool { return f.Preparing }

func local(f *spec.Features) bool { return !f.GlobalCallIDs }

func starts(f *spec.Features) bool { return marked(f) && f.TurnStarts }

// announced: sub-sessions open and close, in records that mean nothing else.
func announced(f *spec.Features) bool { return neutral(f) && f.ChildEdges && !f.ChildStart }

func terminal(f *spec.Features) bool { return f.Terminal }

func marked(f *spec.Features) bool { return f.Turns == spec.TurnsMarked }

// kept: the stream is a program's own record, in which nothing ends a turn.
func kept(f *spec.Features) bool { return f.Kept }

func overlapping(f *spec.Features) bool { return f.Turns == spec.TurnsOverlap }

// neutral: the dialect says everything, one event a record.
func neutral(f *spec.Features) bool { return f.Turns == spec.TurnsMarked && f.Owner == spec.Named }

// samples: calls are those of a list.
func samples(f *spec.Features) bool { return len(f.Tools) > 0 }

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

func or(any ...func(*spec.Features) bool) func(*spec.Features) bool {
	return func(f *spec.Features) bool {
		for _, ok := range any {
			if ok(f) {
				return true
			}
		}
		return false
	}
}

func not(ok func(*spec.Features) bool) func(*spec.Features) bool {
	return func(f *spec.Features) bool { return !ok(f) }
}

// RestatesAll: a list of all messages may come in the middle of a turn.
func RestatesAll(f *spec.Features) bool { return f.Histories && f.HistoryInPlace }

// endsHold: the end of a sub-session that runs inside another holds what is stored of it.
func endsHold(f *spec.Features) bool { return f.Nested && len(f.HistoryOmits) > 0 }

// ShowsAnother: a saved session can be shown; then the session of the user is
// shown in its place.
func ShowsAnother(f *spec.Features) bool {
	return f.Histories && f.Owner == spec.Derived && !f.Document
}
