package runner

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/spec"
)

// A trivial candidate answers nothing, or the same for every stream. A case tests a
// rule only if every trivial candidate breaks it there. Otherwise a candidate that
// reports nothing would pass.
type foil func(c *Case, p spec.Policies, position int) *spec.Transcript

var foils = []foil{emptyHanded, lastRecordOnly}

// emptyHanded never has anything to report.
func emptyHanded(*Case, spec.Policies, int) *spec.Transcript { return &spec.Transcript{} }

// lastRecordOnly reads the last record right and remembers no other.
func lastRecordOnly(c *Case, p spec.Policies, position int) *spec.Transcript {
	record, ended := position, position == spec.AtEnd
	if ended {
		record = len(c.Records)
	}
	state := model.New(c.Stream.Features, p)
	if codec, variant, err := (formats{}).lookup(c.Dialect); err == nil && record > 0 {
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

// A lineup holds the answers of the trivial candidates, computed on demand.
type lineup struct {
	trial    *Trial
	observes spec.Parts
	policies spec.Policies
	evidence map[[2]int]*check.Evidence // by foil and sight
}

// tells reports whether each trivial candidate fails somewhere in what the rule and
// the fault cover. It looks at the end of input first, because most fail there.
func (l *lineup) tells(c check.Check, h spec.Fault) bool {
	for i := range foils {
		if !l.wrong(i, c, h) {
			return false
		}
	}
	return true
}

func (l *lineup) wrong(foil int, c check.Check, h spec.Fault) bool {
	for sight := len(l.trial.Observed) - 1; sight >= 0; sight-- {
		if !c.LooksAt(l.trial.Observed[sight].Surface) {
			continue
		}
		e := l.answer(foil, sight)
		e.Fault = h
		if len(c.Judge(e).Differences) > 0 {
			return true
		}
	}
	return false
}

// exposes reports whether a wrong model of the rule visibly fails in what the rule
// is about.
func (l *lineup) exposes(c check.Check) bool {
	return slices.ContainsFunc(mutant.All(), func(m mutant.Mutant) bool { return m.Rule == c.Rule && l.sees(wrongly(m), c) })
}

func (l *lineup) sees(f foil, c check.Check) bool {
	for sight := len(l.trial.Observed) - 1; sight >= 0; sight-- {
		if !c.LooksAt(l.trial.Observed[sight].Surface) {
			continue
		}
		e := l.trial.evidence(sight, spec.Fault{Rule: c.Rule}, l.observes)
		e = e.Seeing(f(l.trial.arrived(), l.policies, e.Position))
		if e.Fault = (spec.Fault{Rule: c.Rule}); len(c.Judge(e).Differences) > 0 {
			return true
		}
	}
	return false
}

// wrongly answers as a wrong model does.
func wrongly(m mutant.Mutant) foil {
	return func(c *Case, p spec.Policies, position int) *spec.Transcript {
		wrong, _ := m.New()
		state := model.NewWith(wrong, c.Stream.Features, p)
		last := position
		if position == spec.AtEnd {
			last = len(c.Records)
		}
		for i := range c.Stream.Events {
			if c.Stream.Events[i].Record <= last {
				state.Step(&c.Stream.Events[i])
			}
		}
		if position == spec.AtEnd {
			state.End(c.Stream.End)
		}
		t := state.Transcript()
		return &t
	}
}

func (l *lineup) answer(foil, sight int) *check.Evidence {
	at := [2]int{foil, sight}
	if e, ok := l.evidence[at]; ok {
		return e
	}
	e := l.trial.evidence(sight, spec.Fault{}, l.observes)
	e = e.Seeing(foils[foil](l.trial.arrived(), l.policies, e.Position))
	if l.evidence == nil {
		l.evidence = map[[2]int]*check.Evidence{}
	}
	l.evidence[at] = e
	return e
}
