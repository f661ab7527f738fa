package wrong

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// Of the rules about stores, the model covers only tool logs. It stores
// nothing.
var persist = []Mistake{
	{"entries-repeat", "persist/log-append-only", nil, "Each snapshot of a log is added to what is there.", entriesRepeat},
	{"last-snapshot", "persist/log-append-only", nil, "A log is what was said of it last.", lastSnapshot},
	{"one-log", "persist/log-append-only", nil, "A log goes to the first run of its session.", oneLog},
	{"log-by-name", "persist/fresh-run", nil, "A run begins with the log of the last run of its agent.", logByName},
}

func entriesRepeat(sem *model.Semantics, n *Count) {
	sem.LogGrow = func(have []spec.LogEntry, e *spec.Event) []spec.LogEntry {
		n.when(len(have) > 0 && len(e.Log) > 0)
		return append(have[:len(have):len(have)], e.Log...)
	}
}

func lastSnapshot(sem *model.Semantics, n *Count) {
	sem.LogGrow = func(have []spec.LogEntry, e *spec.Event) []spec.LogEntry {
		if e.Kind != spec.ToolLog {
			return have
		}
		n.when(len(have) > 0)
		return e.Log
	}
}

func oneLog(sem *model.Semantics, n *Count) {
	honest := sem.LogRun
	sem.LogRun = func(ss *model.Session, e *spec.Event) *model.Call {
		c := honest(ss, e)
		for _, first := range ss.Calls {
			if c != nil && first.Agent != "" && n.when(first != c) {
				return first
			}
		}
		return c
	}
}

func logByName(sem *model.Semantics, n *Count) {
	sem.LogBegin = func(s *model.State, c, before *model.Call) []spec.LogEntry {
		var last *model.Call
		for _, ss := range s.Sessions {
			for _, other := range ss.Calls {
				if other != c && other.Agent != "" && other.Agent == c.Agent {
					last = other
				}
			}
		}
		if n.when(last != nil && last != before && len(last.Log) > 0) {
			return last.Log
		}
		if before == nil {
			return nil
		}
		return before.Log
	}
}
