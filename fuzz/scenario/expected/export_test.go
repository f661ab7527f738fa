package expected

import (
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// A Wrong is the expectation with one question answered wrongly.
type Wrong struct {
	Name string
	put  func(q *queries)
}

// Expected is what the wrong rewrite expects.
func (w Wrong) Expected(sc *scenario.Scenario, emitted []script.Emitted, end spec.Cause) spec.Transcript {
	q := honest
	w.put(&q)
	t, _ := expected(&q, sc, emitted, end, spec.Policies{})
	return t
}

// Rewrites are mistakes that people make when they read a stream.
var Rewrites = []Wrong{
	{"the start of the next turn is no edge", func(q *queries) {
		q.nextBegins = func(*view, int) int { return never }
	}},
	{"the user's turn clears nothing", func(q *queries) {
		q.userTurnOf = func(*view, int) int { return never }
	}},
	{"the result of a delegation ends no sub-session", func(q *queries) {
		q.answerOf = func(*view, int) int { return never }
	}},
	{"the end of any session's turn ends this one", func(q *queries) {
		q.edgeOf = func(v *view, t int) edgeOf {
			any := edgeOf{v.firstAfter(v.begins[t], func(s *script.Emitted) bool { return s.Kind == script.TurnEnds }), byEnd}
			return v.earliest(edgeOfTurn(v, t), any)
		}
	}},
	{"a turn that lost its end has completed", func(q *queries) {
		q.turnStatus = func(v *view, t int) spec.Status {
			if s := turnStatus(v, t); s != spec.Incomplete {
				return s
			}
			return spec.Completed
		}
	}},
	{"a prompt always begins a turn", func(q *queries) {
		q.beginOf = func(v *view, t int) int {
			return v.first(func(s *script.Emitted) bool { return int(s.Turn) == t && v.begin(s) })
		}
	}},
	{"the next message does not close the one before", func(q *queries) {
		q.closing = func(v *view, m int) closing {
			if at := v.ofMessage(script.MessageEnds, m); at < v.edges[v.sc.Messages[m].Turn].at {
				return closing{at, true}
			}
			return closing{v.edges[v.sc.Messages[m].Turn].at, false}
		}
	}},
	{"fragments belong to whoever had the slot first", func(q *queries) {
		q.args = func(v *view, c int) (string, bool) {
			if it := &v.sc.Items[v.sc.Calls[c].Item]; v.sc.Happens(it.LikeBy) {
				return "", false
			}
			return argsOf(v, c)
		}
	}},
	{"arguments are the value, never the text", func(q *queries) {
		q.args = func(v *view, c int) (string, bool) {
			if args, value := argsOf(v, c); value || args == "" {
				return args, value
			}
			return v.sc.SnapshotArgs(c)
		}
	}},
	{"a late result revives its call", func(q *queries) {
		q.status = func(v *view, c int) spec.Status {
			if v.doneAt(c) != never {
				return v.finalStatus(c)
			}
			return statusOf(v, c)
		}
	}},
	{"a call that is never answered is preparing for ever", func(q *queries) {
		q.status = func(v *view, c int) spec.Status {
			if s := statusOf(v, c); s != spec.Abandoned {
				return s
			}
			return spec.Preparing
		}
	}},
	{"a completed call belongs to the message that comes after it", func(q *queries) {
		q.owner = func(v *view, c int) (utterance, bool) {
			for _, u := range v.spoken[v.sc.Calls[c].Session] {
				if u.turn == v.sc.Calls[c].Turn && u.at > v.doneAt(c) {
					return u, true
				}
			}
			return utterance{}, false
		}
	}},
	{"looking back for a message crosses the turn's edge", func(q *queries) {
		q.owner = func(v *view, c int) (utterance, bool) {
			var last utterance
			for _, u := range v.spoken[v.sc.Calls[c].Session] {
				if u.at < v.doneAt(c) {
					last = u
				}
			}
			if last.at == 0 {
				return ownerOf(v, c)
			}
			return last, true
		}
	}},
	{"held calls are dropped", func(q *queries) {
		q.owner = func(v *view, c int) (utterance, bool) {
			u, ok := ownerOf(v, c)
			return u, ok && u.at < v.doneAt(c)
		}
	}},
	{"a model call's start does not end the message", func(q *queries) {
		q.utterances = func(v *view, session int) []utterance {
			var all []utterance
			for _, u := range utterancesOf(v, session) {
				if n := len(all); n == 0 || all[n-1].turn != u.turn || v.form(all[n-1].at) != v.form(u.at) {
					all = append(all, u)
				}
			}
			return all
		}
	}},
	{"a message's calls stand behind its text", func(q *queries) {
		q.order = func(v *view, u utterance) []piece {
			var texts, calls []piece
			for _, p := range piecesOf(v, u) {
				if p.call == nil {
					texts = append(texts, p)
				} else {
					calls = append(calls, p)
				}
			}
			return append(texts, calls...)
		}
	}},
	{"arguments are complete only with the result", func(q *queries) {
		q.marked = func(v *view, c int) int { return v.doneAt(c) }
	}},
	{"a sub-session has its parent, announced or not", func(q *queries) {
		q.parent = func(v *view, s int) *string {
			if parent := v.sc.Sessions[s].Parent; parent != scenario.None {
				return &v.sc.Sessions[parent].ID
			}
			return nil
		}
	}},
	{"an agent whose call was abandoned runs for ever", func(q *queries) {
		q.agentStatus = func(v *view, c int) spec.Status {
			if v.callStatus(c) == spec.Abandoned {
				return spec.Running
			}
			return agentStatusOf(v, c)
		}
	}},
	{"a launched agent is done with its launch", func(q *queries) {
		q.agentStatus = func(v *view, c int) spec.Status {
			if v.callStatus(c) == spec.Done {
				return spec.Completed
			}
			return agentStatusOf(v, c)
		}
	}},
	{"a sub-session is closed with its turn", func(q *queries) {
		q.sessionStatus = func(v *view, s int) spec.Status {
			if last := v.lastTurn(s); s != 0 && last != scenario.None {
				return closedAs(v.turnStatus(v, last))
			}
			return sessionStatusOf(v, s)
		}
	}},
}
