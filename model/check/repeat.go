package check

import "github.com/quock-dev/quock/spec"

// The checks of family repeat.
var repeat = []Check{
	{"repeat/partial-then-full", partialThenFull},
	{"repeat/replay", replay},
	{"repeat/result-twice", resultTwice},
	{"repeat/not-by-content", notByContent},
	{"repeat/retracted", retracted},
}

// partialThenFull: deltas and the full block give the content once.
func partialThenFull(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasContent) || e.anyCall(hasArgs), content|args|placement)
}

// replay: events seen before change nothing.
func replay(e *Evidence) Judgement {
	return e.judged(e.anyContent(), everything)
}

// resultTwice: a second result changes nothing and is reported.
func resultTwice(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasResult), result|callStatus|placement|anomaly, spec.ResultTwice)
}

// notByContent: equal content is not a duplicate.
func notByContent(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasContent) || e.anyCall(anything), content|placement)
}

// retracted: what is void is gone, what is not stays.
func retracted(e *Evidence) Judgement {
	return e.judged(len(e.sessions()) > 0, content|placement|active)
}
