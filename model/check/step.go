package check

import "github.com/quock-dev/quock/spec"

// The checks of family step.
var step = []Check{
	{"step/by-message-id", byMessageID},
	{"step/no-mixing", noMixing},
	{"step/results-between-frames", resultsBetweenFrames},
	{"step/subagent-scoped", subagentScoped},
}

// byMessageID: a new id is a new message, a known one goes on.
func byMessageID(e *Evidence) Judgement {
	return e.judged(e.anyMessage(func(m *spec.Message) bool { return m.ID != "" }), messages|complete|partOrder)
}

// noMixing: calls of different messages stay apart.
func noMixing(e *Evidence) Judgement { return e.judged(e.anyMessage(hasCalls), placement) }

// resultsBetweenFrames: results between the frames of an id do not cut it.
func resultsBetweenFrames(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasCalls), content|placement|result)
}

// subagentScoped: a sub-session's steps do not cut its parent's.
func subagentScoped(e *Evidence) Judgement {
	return e.judged(e.several() && e.anyMessage(spoken), messages|complete|partOrder)
}
