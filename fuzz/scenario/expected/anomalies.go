package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// anomalies are all that is wrong with what was emitted.
func (v *view) anomalies() []spec.Anomaly {
	var all []spec.Anomaly
	for c := range v.sc.Calls {
		all = v.callAnomalies(all, c)
	}
	for s := range v.sc.Sessions {
		all = v.sessionAnomalies(all, s)
	}
	all = v.silentAnomalies(all)
	for range v.count(script.CloseOrphaned, scenario.None) {
		all = append(all, spec.Anomaly{Kind: spec.UnbalancedClose, Session: scenario.GhostID})
	}
	return all
}

func (v *view) callAnomalies(all []spec.Anomaly, c int) []spec.Anomaly {
	session := v.sc.Sessions[v.sc.Calls[c].Session].ID
	report := func(yes bool, kind spec.AnomalyKind) {
		if yes {
			all = append(all, spec.Anomaly{Kind: kind, Session: session})
		}
	}
	report(v.malformed(c), spec.MalformedArguments)
	report(v.late(c), spec.LateResult)
	report(v.clashes(c), spec.ClashingIDs)
	report(v.f.Owner == spec.Derived && v.startLost(c), spec.StartLost)
	for range v.results(c) - 1 {
		report(true, spec.ResultTwice)
	}
	return all
}

// clashes reports whether a call was announced by the id of one that was open,
// in another message.
func (v *view) clashes(c int) bool {
	call := &v.sc.Calls[c]
	if v.f.Owner == spec.Derived || !v.sc.Happens(call.LikeBy) || v.announced(c) == never {
		return false
	}
	old := &v.sc.Calls[call.Like]
	at := v.announced(c)
	return old.Session == call.Session && v.announced(call.Like) < at && v.doneAt(call.Like) > at && v.edges[old.Turn].at > at
}

// results is how many results of a call were emitted.
func (v *view) results(c int) int {
	n := 0
	for i := range v.emitted {
		if v.emitted[i].Kind == script.CallEnds && int(v.emitted[i].Call) == c {
			n++
		}
	}
	return n
}

// startLost reports whether a call was first heard of by its result.
func (v *view) startLost(c int) bool {
	return v.doneAt(c) != never && v.knownAt(c) == v.doneAt(c)
}

// anomalySteps are the steps that are anomalies as they are.
var anomalySteps = []struct {
	step script.StepKind
	kind spec.AnomalyKind
}{
	{script.ArgsUnclear, spec.AmbiguousFragment},
	{script.ArgsLate, spec.LateFragment},
	{script.TextOrphaned, spec.LateFragment},
	{script.TextHomeless, spec.Unattributed},
	{script.ResultOrphaned, spec.OrphanResult},
}

// count is how many steps of a kind were emitted in a session; None is all.
func (v *view) count(k script.StepKind, session int) int {
	n := 0
	for i := range v.emitted {
		if v.emitted[i].Kind == k && (session == scenario.None || int(v.emitted[i].Session) == session) {
			n++
		}
	}
	return n
}

func (v *view) sessionAnomalies(all []spec.Anomaly, s int) []spec.Anomaly {
	id := v.sc.Sessions[s].ID
	for _, stray := range anomalySteps {
		for range v.count(stray.step, s) {
			all = append(all, spec.Anomaly{Kind: stray.kind, Session: id})
		}
	}
	for i := range v.emitted {
		if int(v.emitted[i].Session) == s && v.unclaimed(i+1) != never {
			all = append(all, spec.Anomaly{Kind: spec.UnclaimedFragment, Session: id})
		}
	}
	opened := v.sessionOpens(s) != never
	if !opened {
		for range v.count(script.SessionEnds, s) {
			all = append(all, spec.Anomaly{Kind: spec.UnbalancedClose, Session: id})
		}
	}
	if v.ended && v.f.ChildEdges && opened && !v.closedSession(s) && !v.erred(s) {
		all = append(all, spec.Anomaly{Kind: spec.NeverClosed, Session: id})
	}
	if v.ended && v.f.ChildLink && v.parent(v, s) != nil && !v.linked(s) {
		all = append(all, spec.Anomaly{Kind: spec.UnlinkedChild, Session: id})
	}
	return all
}
