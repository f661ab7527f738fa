package runner_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model"
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
	before func(*probe.RunRequest) (*probe.RunReply, error)
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
	state := model.NewWith(r.semantics, codec.Features(variant), hello.Chosen())
	reply := &probe.RunReply{}
	observe := req.Observe
	look := func(at int) {
		if len(observe) > 0 && observe[0] == at {
			reply.Observations = append(reply.Observations, state.Transcript())
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
	final := state.Transcript()
	reply.Final = &final
	return reply, nil
}

// always answers each request with one transcript, made from it.
func always(make func(*probe.RunRequest) *spec.Transcript) func(*probe.RunRequest) (*probe.RunReply, error) {
	return func(req *probe.RunRequest) (*probe.RunReply, error) {
		reply := &probe.RunReply{Final: make(req)}
		for range req.Observe {
			reply.Observations = append(reply.Observations, *make(req))
		}
		return reply, nil
	}
}

// nulls are candidates that read nothing.
func nulls() map[string]func(*probe.RunRequest) (*probe.RunReply, error) {
	return map[string]func(*probe.RunRequest) (*probe.RunReply, error){
		"rejects everything": func(*probe.RunRequest) (*probe.RunReply, error) {
			return &probe.RunReply{Rejected: &probe.Rejected{At: 0, Reason: probe.Unsupported}, Final: &spec.Transcript{}}, nil
		},
		"answers an empty transcript": always(func(*probe.RunRequest) *spec.Transcript { return &spec.Transcript{} }),
		"echoes its input": always(func(req *probe.RunRequest) *spec.Transcript {
			text, _ := json.Marshal(req.Events)
			return oneMessage(string(text))
		}),
		"remembers the last event": always(func(req *probe.RunRequest) *spec.Transcript {
			if len(req.Events) == 0 {
				return oneMessage("")
			}
			return oneMessage(string(req.Events[len(req.Events)-1]))
		}),
	}
}

func oneMessage(text string) *spec.Transcript {
	return &spec.Transcript{
		Outcome: spec.OutcomeCompleted,
		Sessions: []spec.Session{{
			ID: "", Status: spec.Closed, Turns: []spec.Turn{{Status: spec.Completed}},
			Messages: []spec.Message{{Role: "assistant", Complete: true, Parts: []spec.Part{{Kind: spec.TextPart, Text: text}}}},
		}},
	}
}

// when goes wrong on requests whose records mention a text.
func when(text string, wrong func(*probe.RunRequest) (*probe.RunReply, error)) func(*probe.RunRequest) (*probe.RunReply, error) {
	return func(req *probe.RunRequest) (*probe.RunReply, error) {
		for _, record := range req.Events {
			if strings.Contains(string(record), text) {
				return wrong(req)
			}
		}
		return nil, nil
	}
}
