package behaviour

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A Reading is a stream as the honest model reads it, to be compared with what
// wrong ones read. It is not safe for concurrent use.
type Reading struct {
	stream spec.Stream
	want   spec.Transcript
	state  *model.State // of the wrong models, one after the other
}

// Read reads a stream, whose events must not change as long as the Reading is used.
func Read(s *spec.Stream) *Reading {
	r := &Reading{stream: *s}
	r.stream.Features = model.Enough(s.Features, s.Events)
	r.want = model.Run(r.stream, spec.Policies{})
	return r
}

// exercises reports whether a wrong model is left with another transcript than
// the honest one at the end.
func (r *Reading) exercises(m deviation.Deviation) bool {
	_, _, is := r.firstOf([]deviation.Deviation{m})
	return is
}

// anyOf returns the index of a wrong model that exercises, -1 if none does.
func (r *Reading) anyOf(all []deviation.Deviation) int {
	if r.exercises(all[0]) {
		return 0
	}
	for _, list := range deviation.Disjoint(all[1:]) {
		if found, _, is := r.firstOf(list); is {
			return slices.IndexFunc(all, func(m deviation.Deviation) bool { return m.Name == found.Name })
		}
	}
	return -1
}

// firstOf returns the first of some wrong models that exercises, in the order in
// which they depart, and the others that may exercise, too. The models replace
// different decisions and are run as one. One that departs goes on alone, and the
// others start again.
func (r *Reading) firstOf(all []deviation.Deviation) (found deviation.Deviation, rest []deviation.Deviation, is bool) {
	for rest = all; len(rest) > 0; {
		departed, differs := r.joint(rest)
		if len(departed) == 0 {
			break
		}
		found = departed[0]
		if len(departed) > 1 {
			differs = r.exercises(found)
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(m deviation.Deviation) bool { return m.Name == found.Name })
		if differs {
			return found, rest, true
		}
	}
	return found, nil, false
}

// joint runs wrong models as one until one departs, and that one to the end. It
// returns what departed, and whether its last transcript is another one. Where
// several depart at once, it stops.
func (r *Reading) joint(all []deviation.Deviation) (departed []deviation.Deviation, differs bool) {
	joint := deviation.NewJoint(all)
	state := r.started(joint.Semantics())
	several := func() bool {
		if departed == nil {
			if departed = joint.Departed(); len(departed) == 1 {
				state.Decide(joint.Alone(departed[0]))
			}
		}
		return len(departed) > 1
	}
	for i := range r.stream.Events {
		state.Step(&r.stream.Events[i])
		if several() {
			return departed, false
		}
	}
	state.End(r.stream.End)
	if several() || departed == nil && !slices.ContainsFunc(all, deviation.Deviation.Renders) {
		return departed, false
	}
	got := state.Transcript()
	if several() || departed == nil {
		return departed, false
	}
	return departed, spec.Compare{Observes: spec.AllParts()}.Differ(&r.want, &got)
}

// started is the state of a wrong model before the first event.
func (r *Reading) started(sem model.Semantics) *model.State {
	if r.state == nil {
		r.state = model.NewWith(sem, r.stream.Features, spec.Policies{})
	} else {
		r.state.Restart(sem, r.stream.Features, spec.Policies{})
	}
	return r.state
}
