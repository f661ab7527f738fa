package wrong

import (
	"bytes"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var identity = []Mistake{
	{"bare-name-only", "identity/alias", rows("Z115"), "It knows the delegation tool by its bare name alone.", bareNameOnly},
	{"similar-name-will-do", "identity/alias", rows("Z075"), "A name that holds the delegation tool's is that tool.", similarNameWillDo},
	{"default-agent", "identity/agent-from-arguments", nil, "Arguments that name no agent mean the default one.", defaultAgent},
	{"agent-by-description", "identity/agent-from-arguments", nil, "The first text in the arguments is the agent.", agentByDescription},
	{"agent-never-ends", "identity/agent-lifecycle", nil, "An agent that ran is running.", agentNeverEnds},
	{"agent-always-succeeds", "identity/agent-lifecycle", nil, "An agent that failed completed.", agentAlwaysSucceeds},
	{"speaker-dropped", "identity/speaker", rows("Z085"), "No message names its agent.", speakerDropped},
	{"first-speaker-for-all", "identity/speaker", rows("Z083"), "The agent that spoke first speaks always.", firstSpeakerForAll},
	{"speaker-of-session", "identity/speaker", rows("Z081"), "All of a session is its first agent's, also after a handoff.", speakerOfSession},
	{"metadata-dropped", "identity/metadata-kept", rows("Z079"), "Metadata is dropped.", metadataDropped},
	{"unknown-keys-dropped", "identity/metadata-kept", rows("Z077"), "Metadata without a key that it knows is dropped.", unknownKeysDropped},
	{"signature-dropped", "identity/metadata-kept", rows("Z448"), "The signature of a thought is dropped.", signatureDropped},
	{"preview-and-result", "identity/one-call-one-id", rows("Z087"), "The result of a call that was only announced is another call's.", previewAndResult},
	{"start-is-another", "identity/one-call-one-id", rows("Z296"), "A call that starts is not the one that was announced.", startIsAnother},
	{"full-is-another", "identity/one-message-one-id", rows("Z282"), "A full message is not the one that streamed under its id.", fullIsAnother},
	{"clash-unreported", "identity/clashing-ids", nil, "An id that clashes is not reported.", takes("Clash", "nothing")},
	{"clash-merged", "identity/clashing-ids", rows("Z099"), "An id that is still open is the call that bears it.", clashMerged},
	{"newest-of-clashing", "identity/clashing-ids", rows("Z306"), "A result belongs to the newest call of its id, also where that is over.", newestOfClashing},
	{"text-joins-earlier", "identity/part-order", rows("Z205"), "Text after a call is appended to the text before it.", textJoinsEarlier},
	{"later-text-replaces", "identity/part-order", rows("Z223"), "Text after a call takes the place of the text before it.", laterTextReplaces},
	{"each-piece-a-part", "identity/part-order", rows("Z235"), "Each piece of text is a part.", eachPieceAPart},
}

func delegates(wrong func(d *spec.Delegation, name string) bool) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Delegates
		sem.Delegates = func(d *spec.Delegation, name string) bool { return answer(n, honest(d, name), wrong(d, name)) }
	}
}

var (
	bareNameOnly = delegates(func(d *spec.Delegation, name string) bool { return d.Tool != "" && name == d.Tool })

	similarNameWillDo = delegates(func(d *spec.Delegation, name string) bool {
		return d.Is(name) || d.Tool != "" && strings.Contains(strings.ToLower(name), strings.ToLower(d.Tool))
	})
)

func agentNames(wrong func(d *spec.Delegation, c *model.Call, honest string) string) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.AgentName
		sem.AgentName = func(d *spec.Delegation, c *model.Call) string {
			name := honest(d, c)
			return answer(n, name, wrong(d, c, name))
		}
	}
}

var (
	defaultAgent = agentNames(func(_ *spec.Delegation, _ *model.Call, honest string) string {
		if honest == "" {
			return "general-purpose"
		}
		return honest
	})

	agentByDescription = agentNames(func(_ *spec.Delegation, c *model.Call, honest string) string {
		_, rest, _ := bytes.Cut(c.Args, []byte(`:"`))
		first, _, ok := bytes.Cut(rest, []byte(`"`))
		if !ok {
			return honest
		}
		return string(first)
	})
)

func agentStatuses(from, to spec.Status) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.AgentStatus
		sem.AgentStatus = func(f *spec.Features, c *model.Call) spec.Status {
			return turned(n, honest(f, c), from, to)
		}
	}
}

var (
	agentNeverEnds      = agentStatuses(spec.Completed, spec.Running)
	agentAlwaysSucceeds = agentStatuses(spec.Failed, spec.Completed)
)

func speakerDropped(sem *model.Semantics, n *Count) {
	honest := sem.Speaker
	sem.Speaker = func(ss *model.Session, have, given string) string { return answer(n, honest(ss, have, given), "") }
}

func firstSpeakerForAll(sem *model.Semantics, n *Count) {
	honest, first := sem.Speaker, ""
	sem.Speaker = func(ss *model.Session, have, given string) string {
		name := honest(ss, have, given)
		if first == "" {
			first = name
		}
		return answer(n, name, first)
	}
}

func speakerOfSession(sem *model.Semantics, n *Count) {
	honest, first := sem.Speaker, map[string]string{}
	sem.Speaker = func(ss *model.Session, have, given string) string {
		name := honest(ss, have, given)
		if first[ss.ID] == "" {
			first[ss.ID] = name
		}
		return answer(n, name, first[ss.ID])
	}
}

// drops ignores the metadata for which ok holds.
func drops(ok func(more []byte) bool) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Metadata
		sem.Metadata = func(have, more []byte) []byte {
			if n.when(len(more) > 0 && ok(more)) {
				return have
			}
			return honest(have, more)
		}
	}
}

func signed(more []byte) bool { return bytes.Contains(more, []byte(`"signature":`)) }

var (
	metadataDropped    = drops(func([]byte) bool { return true })
	unknownKeysDropped = drops(func(more []byte) bool { return !signed(more) })
	signatureDropped   = drops(signed)
)

// results replaces which call a start, a progress event or a result belongs to.
func results(wrong func(s *model.State, ss *model.Session, e *spec.Event, honest *model.Call) *model.Call) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.ResultCall
		sem.ResultCall = func(s *model.State, ss *model.Session, e *spec.Event) *model.Call {
			c := honest(s, ss, e)
			return answer(n, c, wrong(s, ss, e, c))
		}
	}
}

var (
	previewAndResult = results(func(_ *model.State, _ *model.Session, e *spec.Event, c *model.Call) *model.Call {
		if e.Kind == spec.CallDone && c != nil && c.Status == spec.Preparing {
			return nil
		}
		return c
	})

	startIsAnother = results(func(_ *model.State, _ *model.Session, e *spec.Event, c *model.Call) *model.Call {
		if e.Kind == spec.CallStart {
			return nil
		}
		return c
	})

	newestOfClashing = results(func(_ *model.State, ss *model.Session, e *spec.Event, c *model.Call) *model.Call {
		if newest := lastCall(ss.Calls, func(d *model.Call) bool { return d.ID == e.Call }); newest != nil && e.Call != "" {
			return newest
		}
		return c
	})
)

func fullIsAnother(sem *model.Semantics, n *Count) {
	honest := sem.MessageKey
	streamed := map[string]bool{}
	sem.MessageKey = func(e *spec.Event) string {
		key, whole := honest(e), e.Kind == 0
		if n.when(whole && streamed[e.Session+"\x00"+key]) {
			return key + "\x00full"
		}
		if !whole {
			streamed[e.Session+"\x00"+key] = true
		}
		return key
	}
}

var clashMerged = announces(func(_ *model.State, ss *model.Session, _ *model.Message, e *spec.Event) *model.Call {
	return lastCall(ss.Calls, func(d *model.Call) bool { return e.Call != "" && d.ID == e.Call && running(d) })
})

func textJoinsEarlier(sem *model.Semantics, n *Count) {
	honest := sem.Continues
	sem.Continues = func(m *model.Message, kind spec.PartKind) *model.Part {
		p := honest(m, kind)
		for i := len(m.Parts) - 1; i >= 0 && p == nil; i-- {
			if m.Parts[i].Kind == kind {
				return answer(n, p, m.Parts[i])
			}
		}
		n.when(false)
		return p
	}
}

func laterTextReplaces(sem *model.Semantics, n *Count) {
	honest := sem.Continues
	sem.Continues = func(m *model.Message, kind spec.PartKind) *model.Part {
		p := honest(m, kind)
		for i := len(m.Parts) - 1; i >= 0 && p == nil; i-- {
			if earlier := m.Parts[i]; earlier.Kind == kind {
				earlier.Text = nil
				return answer(n, p, earlier)
			}
		}
		n.when(false)
		return p
	}
}

func eachPieceAPart(sem *model.Semantics, n *Count) {
	honest := sem.Continues
	sem.Continues = func(m *model.Message, kind spec.PartKind) *model.Part { return answer(n, honest(m, kind), nil) }
}
