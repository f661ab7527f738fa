package check

import "github.com/quock-dev/quock/spec"

// The checks of family identity.
var identity = []Check{
	{"identity/alias", alias},
	{"identity/agent-from-arguments", agentFromArguments},
	{"identity/agent-lifecycle", agentLifecycle},
	{"identity/speaker", speakerKept},
	{"identity/metadata-kept", metadataKept},
	{"identity/one-call-one-id", oneCallOneID},
	{"identity/one-message-one-id", oneMessageOneID},
	{"identity/clashing-ids", clashingIDs},
	{"identity/part-order", partsInOrder},
}

// alias: the bare and the namespaced delegation tool are one.
func alias(e *Evidence) Judgement { return e.judged(e.anyCall(anything), agents) }

// agentFromArguments: the name that the arguments give, no default.
func agentFromArguments(e *Evidence) Judgement {
	return e.judged(len(e.Want.Agents) > 0 || e.anyCall(hasArgs), agents)
}

// agentLifecycle: running once, then completed or failed once.
func agentLifecycle(e *Evidence) Judgement { return e.judged(len(e.Want.Agents) > 0, agents) }

// speakerKept: each message names its agent.
func speakerKept(e *Evidence) Judgement {
	says := e.anyMessage(func(m *spec.Message) bool { return m.Agent != nil })
	return e.judged(says, speaker)
}

// metadataKept: metadata comes out as it went in.
func metadataKept(e *Evidence) Judgement {
	onMessage := e.anyMessage(func(m *spec.Message) bool {
		return len(m.Metadata) > 0 || anyOf(m.Parts, func(p *spec.Part) bool { return len(p.Metadata) > 0 })
	})
	onCall := e.anyCall(func(c *spec.Call) bool { return len(c.Metadata) > 0 })
	return e.judged(onMessage || onCall, metadata)
}

// oneCallOneID: preview, pieces and result are one call.
func oneCallOneID(e *Evidence) Judgement {
	return e.judged(e.anyCall(anything), placement|callName|args|result)
}

// oneMessageOneID: a message under two ids is one.
func oneMessageOneID(e *Evidence) Judgement { return e.judged(e.anyMessage(anything), messages) }

// clashingIDs: calls of one id that are open at once stay apart.
func clashingIDs(e *Evidence) Judgement {
	return e.judged(e.anyCall(anything), calls|anomaly, spec.ClashingIDs)
}

// partsInOrder: parts stand in the order in which they began.
func partsInOrder(e *Evidence) Judgement {
	several := e.anyMessage(func(m *spec.Message) bool { return len(m.Parts) > 1 })
	return e.judged(several, partOrder)
}
