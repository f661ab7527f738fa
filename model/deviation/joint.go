package deviation

import (
	"reflect"
	"sync"

	"github.com/quock-dev/quock/model"
)

// A Joint is several mutants in one model. Until one of them departs, the model
// reads as the honest one does, and so does each of them alone.
type Joint struct {
	mutants []Deviation
	sem     model.Semantics
	counts  []Count
}

// Disjoint divides mutants into as few lists as possible whose mutants replace
// different decisions, so that they can be one Joint. The first of each decision
// are in the first list.
func Disjoint(all []Deviation) [][]Deviation {
	var lists [][]Deviation
	nth := map[int]int{} // how many mutants of a decision are in lists
	for _, m := range all {
		at := decisions()[m.Name][0]
		if nth[at] == len(lists) {
			lists = append(lists, nil)
		}
		lists[nth[at]] = append(lists[nth[at]], m)
		nth[at]++
	}
	return lists
}

// NewJoint joins mutants that replace different decisions. It serves one stream.
func NewJoint(mutants []Deviation) *Joint {
	j := &Joint{mutants: mutants, sem: model.Honest(), counts: make([]Count, len(mutants))}
	for i := range mutants {
		mutants[i].Apply(&j.sem, &j.counts[i])
	}
	return j
}

// Semantics returns the decisions of all.
func (j *Joint) Semantics() model.Semantics { return j.sem }

// Departed returns the mutants whose decisions have departed, nil for none. Where
// they are several, each may have departed only because of another.
func (j *Joint) Departed() (departed []Deviation) {
	for i := range j.counts {
		if j.counts[i].Triggered > 0 {
			departed = append(departed, j.mutants[i])
		}
	}
	return departed
}

// Alone returns the decisions of one of the mutants, which go on from here.
func (j *Joint) Alone(m Deviation) model.Semantics {
	sem := model.Honest()
	at := decisions()[m.Name][0]
	reflect.ValueOf(&sem).Elem().Field(at).Set(reflect.ValueOf(&j.sem).Elem().Field(at))
	return sem
}

// Renders reports whether one of the deviation's decisions is also made while a transcript
// is rendered, so that it may depart only there.
func (m Deviation) Renders() bool {
	changed := m.Decisions()
	return changed.Meets(rendered())
}

// rendered are the decisions that are made while a transcript is rendered.
var rendered = sync.OnceValue(func() (all Decisions) {
	for _, name := range []string{"Active", "AgentStatus", "Outcome"} {
		f, _ := reflect.TypeFor[model.Semantics]().FieldByName(name)
		all.Add(f.Index[0])
	}
	return all
})
