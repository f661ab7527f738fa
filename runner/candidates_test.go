package runner_test

import (
	"fmt"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A reader is a candidate that reads with the model, honest or with decisions
// of its own.
type reader struct {
	dialects  []string
	semantics model.Semantics
	policies  map[string]string
	observes  []string
	// before may answer a request in another way.
	// deviations are those with which it reads, instead of with semantics.
	deviations []deviation.Deviation
	before     func(*probe.RunRequest) (*probe.RunReply, error)
}

func honest(dialects ...string) *reader {
	return &reader{dialects: dialects, semantics: model.Honest(), observes: spec.AllParts().Names()}
}

func (r *reader) Hello() probe.HelloReply {
	h := probe.HelloReply{Probe: probe.Version, Name: "reader", Role: probe.Reducer, Dialects: r.dialects, Policies: r.policies}
	for _, part := range r.observes {
		if part != "history" {
			h.Observes = append(h.Observes, part)
		}
	}
	return h
}

func (r *reader) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if r.before != nil {
		if reply, err := r.before(req); reply != nil || err != nil {
			return reply, err
		}
	}
	codec, variant, err := dialects.Lookup(req.Dialect)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", req.Dialect, err)
	}
	hello := r.Hello()
	decoder := codec.NewDecoder(variant)
	state, show := model.NewWith(r.semantics, codec.Features(variant), hello.Chosen()), func(*spec.Transcript) {}
	if len(r.deviations) > 0 {
		composed := deviation.Compose()
		for _, d := range r.deviations {
			composed.Add(d, nil)
		}
		state, show = composed.Model(codec.Features(variant), hello.Chosen()), composed.Show
	}
	transcript := func() spec.Transcript {
		t := state.Transcript()
		show(&t)
		return t
	}
	reply := &probe.RunReply{}
	observe := req.Observe
	look := func(at int) {
		if len(observe) > 0 && observe[0] == at {
			reply.Observations = append(reply.Observations, transcript())
			observe = observe[1:]
		}
	}
	look(0)
	for i, record := range req.Events {
		events, _ := decoder.Decode(nil, record)
		for j := range events {
			state.Step(&events[j])
		}
		look(i + 1)
	}
	state.End(map[probe.End]spec.Cause{"": spec.EOF, probe.EOF: spec.EOF, probe.Cut: spec.Cut}[req.End])
	final := transcript()
	reply.Final = &final
	return reply, nil
}
