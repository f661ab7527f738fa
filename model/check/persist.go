package check

import (
	"slices"

	"github.com/quock-dev/quock/spec"
)

// The checks of family persist. All but the two about logs judge what came out
// of a store.
var persist = []Check{
	{"persist/reload-equals-live", reloadEqualsLive},
	{"persist/register-first", registerFirst},
	{"persist/no-foreign", noForeign},
	{"persist/provider-valid", providerValid},
	{"persist/result-order", resultOrder},
	{"persist/poll-is-prefix", pollIsPrefix},
	{"persist/log-append-only", logAppendOnly},
	{"persist/fresh-run", freshRun},
	{"persist/idempotent-export", idempotentExport},
}

// anyKept reports whether there is content of a kind that the store reports: one that
// reports calls alone is not asked for texts.
func (e *Evidence) anyKept() bool {
	if e.Observes&spec.PartsOf(spec.ObserveMessages, spec.ObserveHistory) != 0 {
		return e.anyContent()
	}
	return e.Observes.Has(spec.ObserveCalls) && e.anyCall(anything)
}

// plus judges the places in the transcript and in the history.
func (e *Evidence) plus(touched bool, a aspect, classes ...historyClass) Judgement {
	j := e.judged(touched, a)
	j.Differences = append(j.Differences, e.historyOf(classes...)...)
	return j
}

// reloadEqualsLive: nothing of the session is lost or made up.
func reloadEqualsLive(e *Evidence) Judgement {
	return e.plus(e.anyKept(), everything, historyLost, historyForeign)
}

// registerFirst: no row of a result without its call.
func registerFirst(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasResult), orphans|placement)
}

// noForeign: each session holds its own messages and no other's.
func noForeign(e *Evidence) Judgement {
	spoke := func(s *spec.Session) bool { return s.Parent != nil && len(s.Messages) > 0 }
	touched := e.several() && anyOf(e.Want.Sessions, spoke)
	return e.plus(touched, text|messages|partOrder|placement|unattributed, historyForeign)
}

// providerValid: no provider would refuse the history.
func providerValid(e *Evidence) Judgement {
	root := e.Want.Root()
	touched := root != nil && (&historyReader{root: root}).says()
	return Judgement{Touched: touched, Differences: e.historyOf(historyInvalid, historyAbsent)}
}

// resultOrder: the results of a batch stand in the order of its calls.
func resultOrder(e *Evidence) Judgement {
	root := e.Want.Root()
	batch := func(m *spec.Message) bool { return len(filter(m.Calls, hasResult)) > 1 }
	return Judgement{
		Touched:     root != nil && anyOf(root.Messages, batch),
		Differences: e.historyOf(historyOrder, historyAbsent),
	}
}

// pollIsPrefix: what is seen at any moment is a prefix's transcript.
func pollIsPrefix(e *Evidence) Judgement { return e.judged(e.anyKept(), everything) }

// idempotentExport: what is loaded and exported again is the same.
func idempotentExport(e *Evidence) Judgement { return e.judged(e.anyKept(), everything|history) }

// logAppendOnly: the log of each run, each entry once, and no other run's.
func logAppendOnly(e *Evidence) Judgement { return e.logs(anyOf(e.Want.Agents, hasLog)) }

// freshRun: a new run's log is not that of an earlier run of the same agent.
func freshRun(e *Evidence) Judgement {
	again := slices.ContainsFunc(e.Want.Agents, func(a spec.AgentRun) bool {
		same := func(b *spec.AgentRun) bool { return b.Name == a.Name }
		return hasLog(&a) && len(filter(e.Want.Agents, same)) > 1
	})
	return e.logs(again)
}

func hasLog(a *spec.AgentRun) bool { return len(a.Log) > 0 }

// logs returns the differences in the logs of runs, and missing runs.
func (e *Evidence) logs(touched bool) Judgement {
	found := e.about(toolLog)
	for _, d := range e.about(agents) {
		if d.Field() == "" {
			found = append(found, d)
		}
	}
	return Judgement{Touched: touched, Differences: found}
}
