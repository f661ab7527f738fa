package model

// Watched returns the decisions, each of which first calls taken with its
// index: that of its field in Semantics.
func (sem Semantics) Watched(taken func(decision int)) Semantics {
	w := &watcher{taken: taken}
	sem.Join = answer2(w, sem.Join)
	sem.Restate = answer2(w, sem.Restate)
	sem.FragmentOwner = answers4(w, sem.FragmentOwner)
	sem.FragmentCall = answer2(w, sem.FragmentCall)
	sem.Whole = answer2(w, sem.Whole)
	sem.Nothing = answer1(w, sem.Nothing)
	sem.Hold = effect4(w, sem.Hold)
	sem.Stray = effect4(w, sem.Stray)
	sem.Malformed = effect2(w, sem.Malformed)
	sem.SetOnce = answer2(w, sem.SetOnce)
	sem.FirstArgs = answers1(w, sem.FirstArgs)
	sem.Delegates = answer2(w, sem.Delegates)
	sem.AgentName = answer2(w, sem.AgentName)
	sem.AgentStatus = answer2(w, sem.AgentStatus)
	sem.Clash = effect2(w, sem.Clash)
	sem.Announced = answer4(w, sem.Announced)
	sem.Metadata = answer2(w, sem.Metadata)
	sem.Speaker = answer3(w, sem.Speaker)
	sem.Continues = answer2(w, sem.Continues)
	sem.Scope = answer1(w, sem.Scope)
	sem.CallKey = answer2(w, sem.CallKey)
	sem.MessageKey = answer1(w, sem.MessageKey)
	sem.Parent = answer2(w, sem.Parent)
	sem.Unbalanced = effect2(w, sem.Unbalanced)
	sem.NeverClosed = effect2(w, sem.NeverClosed)
	sem.Unlinked = effect2(w, sem.Unlinked)
	sem.LinkedCall = answer2(w, sem.LinkedCall)
	sem.Nameless = effect2(w, sem.Nameless)
	sem.Continue = effect1(w, sem.Continue)
	sem.Resume = effect1(w, sem.Resume)
	sem.Resets = answer2(w, sem.Resets)
	sem.Restored = effect4(w, sem.Restored)
	sem.TurnEnded = effect2(w, sem.TurnEnded)
	sem.TurnStarts = effect2(w, sem.TurnStarts)
	sem.StartAgain = effect2(w, sem.StartAgain)
	sem.NewAgain = answer2(w, sem.NewAgain)
	sem.Owner = answer3(w, sem.Owner)
	sem.AttachTo = answer2(w, sem.AttachTo)
	sem.Attach = effect2(w, sem.Attach)
	sem.HoldCall = effect2(w, sem.HoldCall)
	sem.TakeHeld = effect3(w, sem.TakeHeld)
	sem.ResultCall = answer3(w, sem.ResultCall)
	sem.Start = effect1(w, sem.Start)
	sem.Active = answer1(w, sem.Active)
	sem.Progress = effect2(w, sem.Progress)
	sem.Abandon = effect5(w, sem.Abandon)
	sem.UserTurnClears = answer1(w, sem.UserTurnClears)
	sem.CancelClears = answer1(w, sem.CancelClears)
	sem.WaitTurn = effect1(w, sem.WaitTurn)
	sem.WaitCall = effect1(w, sem.WaitCall)
	sem.Refine = effect2(w, sem.Refine)
	sem.Outcome = answer2(w, sem.Outcome)
	sem.InputEnds = answer1(w, sem.InputEnds)
	sem.LateText = effect3(w, sem.LateText)
	sem.LateCall = answer3(w, sem.LateCall)
	sem.EndsChild = answer2(w, sem.EndsChild)
	sem.Late = effect4(w, sem.Late)
	sem.AttachLate = effect3(w, sem.AttachLate)
	sem.Orphan = effect3(w, sem.Orphan)
	sem.StartLost = effect3(w, sem.StartLost)
	sem.TurnStartEdge = effect3(w, sem.TurnStartEdge)
	sem.UserMessageEdge = answer1(w, sem.UserMessageEdge)
	sem.Full = effect5(w, sem.Full)
	sem.Completes = answer2(w, sem.Completes)
	sem.Replaces = answer2(w, sem.Replaces)
	sem.Replay = answer1(w, sem.Replay)
	sem.Twice = effect3(w, sem.Twice)
	sem.Retract = effect3(w, sem.Retract)
	sem.NextMessage = effect2(w, sem.NextMessage)
	sem.OpenMessage = answer3(w, sem.OpenMessage)
	sem.ModelCallEnds = answer2(w, sem.ModelCallEnds)
	sem.Usage = effect2(w, sem.Usage)
	sem.BillTurn = effect2(w, sem.BillTurn)
	sem.StopReason = answer2(w, sem.StopReason)
	sem.Fatal = answer1(w, sem.Fatal)
	sem.OwnTurn = answer2(w, sem.OwnTurn)
	sem.Limit = effect2(w, sem.Limit)
	sem.LogRun = answer2(w, sem.LogRun)
	sem.LogGrow = answer2(w, sem.LogGrow)
	sem.LogKeep = effect3(w, sem.LogKeep)
	sem.LogBegin = answer3(w, sem.LogBegin)
	sem.TurnStatus = answer1(w, sem.TurnStatus)
	sem.ResultStatus = answer1(w, sem.ResultStatus)
	sem.Note = effect2(w, sem.Note)
	return sem
}

// A watcher numbers the decisions that it wraps.
type watcher struct {
	taken func(decision int)
	next  int
}

func (w *watcher) index() int {
	w.next++
	return w.next - 1
}

// The functions below wrap a decision by the number of its arguments: effects
// return nothing, answers one value or two.

func effect1[A any](w *watcher, do func(A)) func(A) {
	n, taken := w.index(), w.taken
	return func(a A) { taken(n); do(a) }
}

func effect2[A, B any](w *watcher, do func(A, B)) func(A, B) {
	n, taken := w.index(), w.taken
	return func(a A, b B) { taken(n); do(a, b) }
}

func effect3[A, B, C any](w *watcher, do func(A, B, C)) func(A, B, C) {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C) { taken(n); do(a, b, c) }
}

func effect4[A, B, C, D any](w *watcher, do func(A, B, C, D)) func(A, B, C, D) {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C, d D) { taken(n); do(a, b, c, d) }
}

func effect5[A, B, C, D, E any](w *watcher, do func(A, B, C, D, E)) func(A, B, C, D, E) {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C, d D, e E) { taken(n); do(a, b, c, d, e) }
}

func answer1[A, R any](w *watcher, of func(A) R) func(A) R {
	n, taken := w.index(), w.taken
	return func(a A) R { taken(n); return of(a) }
}

func answer2[A, B, R any](w *watcher, of func(A, B) R) func(A, B) R {
	n, taken := w.index(), w.taken
	return func(a A, b B) R { taken(n); return of(a, b) }
}

func answer3[A, B, C, R any](w *watcher, of func(A, B, C) R) func(A, B, C) R {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C) R { taken(n); return of(a, b, c) }
}

func answer4[A, B, C, D, R any](w *watcher, of func(A, B, C, D) R) func(A, B, C, D) R {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C, d D) R { taken(n); return of(a, b, c, d) }
}

func answers1[A, R, S any](w *watcher, of func(A) (R, S)) func(A) (R, S) {
	n, taken := w.index(), w.taken
	return func(a A) (R, S) { taken(n); return of(a) }
}

func answers4[A, B, C, D, R, S any](w *watcher, of func(A, B, C, D) (R, S)) func(A, B, C, D) (R, S) {
	n, taken := w.index(), w.taken
	return func(a A, b B, c C, d D) (R, S) { taken(n); return of(a, b, c, d) }
}
