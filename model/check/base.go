package check

import (
	"sort"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Base returns the base rules of the parts that differ, for a failure that no
// fault explains; sorted, without repetition. If sessions, messages or calls
// are misplaced, the differences inside them follow from that and are not
// blamed.
func Base(f spec.Features, diffs []spec.Difference) []string {
	set := map[string]bool{}
	moved := map[string]bool{}
	for i := range diffs {
		if aspectOf(&diffs[i])&structure != 0 {
			moved[diffs[i].Session] = true
		}
	}
	ended := endedOtherwise(&f, diffs)
	for i := range diffs {
		a := aspectOf(&diffs[i])
		if ended.follows(&diffs[i]) {
			continue
		}
		if a&inside != 0 && a&structure == 0 && moved[diffs[i].Session] {
			continue
		}
		set[baseOf(&f, &diffs[i])] = true
	}
	ids := make([]string, 0, len(set))
	for id := range set {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

const (
	structure = placement | messages | tree
	inside    = text | partOrder | complete | speaker | stopReason | usage | metadata | args | callName | callStatus | result | child
)

var baseRules = []struct {
	aspect
	rule string
}{
	{args | text, "fragment/concatenate"},
	{partOrder, "identity/part-order"},
	{callName, "fragment/name-set-once"},
	{result | callStatus, "attach/by-id"},
	{child | tree | status, "session/scoped-ids"},
	{orphans, "missing/orphan-result"},
	{unattributed, "fragment/unclaimed"},
	{turns, "account/own-turn"},
	{active, "notify/lifecycle"},
	{agents, "identity/agent-lifecycle"},
	{toolLog, "persist/log-append-only"},
	{quota, "account/limit-is-a-state"},
	{outcome, "missing/every-prefix"},
	{usage, "account/usage-once"},
	{stopReason, "account/stop-reason"},
	{speaker, "identity/speaker"},
	{metadata, "identity/metadata-kept"},
	{messages | complete, "missing/no-loss"},
}

func baseOf(f *spec.Features, d *spec.Difference) string {
	a := aspectOf(d)
	switch {
	case a == placement && d.Kind == spec.Missing && strings.Contains(d.Path, ".abandoned["):
		return "missing/abandoned"
	case a == placement && f.Owner == spec.Derived:
		return "attach/backward"
	case a == placement:
		return "attach/explicit-owner"
	case a == anomaly:
		return anomalyRule(d)
	case otherEnd(f, d):
		return "account/terminal-by-structure"
	case a&messages != 0 && f.MessageIDs:
		return "step/by-message-id"
	}
	for _, b := range baseRules {
		if a&b.aspect != 0 {
			return b.rule
		}
	}
	return "missing/no-loss"
}

// otherEnd reports whether a turn or run ended on both sides, but differently:
// the candidate saw a terminal event and misread it.
func otherEnd(f *spec.Features, d *spec.Difference) bool {
	a := aspectOf(d)
	return f.Terminal && (a == outcome || a == turns && d.Field() == "status") && isEnd(d.Want) && isEnd(d.Got)
}

func isEnd(status string) bool {
	return status == `"completed"` || status == `"failed"` || status == `"cancelled"`
}

// ends is the set of the paths of sessions and turns with a misread end.
type ends map[string]bool

func endedOtherwise(f *spec.Features, diffs []spec.Difference) ends {
	all := ends{}
	for i := range diffs {
		if turn, ok := strings.CutSuffix(diffs[i].Path, ".status"); ok && aspectOf(&diffs[i]) == turns && otherEnd(f, &diffs[i]) {
			session, _, _ := strings.Cut(turn, ".turns[")
			all[turn], all[session] = true, true
		}
	}
	return all
}

// follows reports whether a difference follows from a misread end: it is the
// turn's error, or the status of its session.
func (e ends) follows(d *spec.Difference) bool {
	if turn, ok := strings.CutSuffix(d.Path, ".error"); ok {
		return e[turn]
	}
	session, ok := strings.CutSuffix(d.Path, ".status")
	return ok && aspectOf(d) == status && e[session]
}

var anomalyRules = map[spec.AnomalyKind]string{
	spec.UnbalancedClose: "session/balanced", spec.NeverClosed: "session/balanced",
	spec.OrphanResult: "missing/orphan-result", spec.ResultTwice: "repeat/result-twice",
	spec.LateResult: "missing/late-result", spec.LateFragment: "missing/late-fragment",
	spec.UnclaimedFragment: "fragment/unclaimed", spec.AmbiguousFragment: "fragment/ambiguous",
	spec.MalformedArguments: "fragment/malformed-kept", spec.ClashingIDs: "identity/clashing-ids",
	spec.UnlinkedChild: "session/recorded", spec.Unattributed: "session/unattributed",
	spec.StartLost: "missing/start-lost",
}

func anomalyRule(d *spec.Difference) string {
	for _, k := range spec.AnomalyKinds() {
		if mentions(d, []spec.AnomalyKind{k}) {
			return anomalyRules[k]
		}
	}
	return "missing/no-loss"
}
