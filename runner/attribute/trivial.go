package attribute

import (
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// A trivial candidate answers nothing, or the same for every stream. A case tests a
// rule only if every trivial candidate breaks it there. Otherwise a candidate that
// reports nothing would pass.
type trivialReader func(c *plan.Case, p spec.Policies, position int) *spec.Transcript

var trivialReaders = []trivialReader{emptyHanded, lastRecordOnly}

// emptyHanded never has anything to report.
func emptyHanded(*plan.Case, spec.Policies, int) *spec.Transcript { return &spec.Transcript{} }

// lastRecordOnly reads the last record right and remembers no other.
func lastRecordOnly(c *plan.Case, p spec.Policies, position int) *spec.Transcript {
	record, ended := position, position == spec.AtEnd
	if ended {
		record = len(c.Records)
	}
	state := model.New(c.Stream.Features, p)
	if codec, variant, err := plan.Lookup(c.Dialect); err == nil && record > 0 {
		events, _ := codec.NewDecoder(variant).Decode(nil, c.Records[record-1])
		for i := range events {
			state.Step(&events[i])
		}
	}
	if ended {
		state.End(c.Stream.End)
	}
	t := state.Transcript()
	return &t
}

// trivialAnswers hold the answers of the trivial candidates, computed on demand.
type trivialAnswers struct {
	trial    *ask.Trial
	observes spec.Parts
	policies spec.Policies
	evidence map[[2]int]*check.Evidence // by reader and observation
}

// brokenByAll reports whether each trivial candidate fails somewhere in what the rule and
// the fault cover. It looks at the end of input first, because most fail there.
func (l *trivialAnswers) brokenByAll(c check.Check, h spec.Fault) bool {
	for i := range trivialReaders {
		if !l.wrong(i, c, h) {
			return false
		}
	}
	return true
}

func (l *trivialAnswers) wrong(reader int, c check.Check, h spec.Fault) bool {
	for at := len(l.trial.Observed) - 1; at >= 0; at-- {
		if !c.LooksAt(l.trial.Observed[at].Surface) {
			continue
		}
		e := l.answer(reader, at)
		e.Fault = h
		if len(c.Judge(e).Differences) > 0 {
			return true
		}
	}
	return false
}

func (l *trivialAnswers) answer(reader, at int) *check.Evidence {
	key := [2]int{reader, at}
	if e, ok := l.evidence[key]; ok {
		return e
	}
	e := l.trial.Evidence(at, spec.Fault{}, l.observes)
	e = e.Seeing(trivialReaders[reader](l.trial.Arrived(), l.policies, e.Position))
	if l.evidence == nil {
		l.evidence = map[[2]int]*check.Evidence{}
	}
	l.evidence[key] = e
	return e
}
