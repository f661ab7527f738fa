package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

func TestModel(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "model")
}

// The features of each kind of dialect, as far as the model asks for them.
var (
	derivedDialect = spec.Features{
		Dialect: "derived", Owner: spec.Derived, MessageEnd: true, Turns: spec.TurnsMarked, TurnStarts: true,
		UserMessageEdge: true, UserTurn: true, Terminal: true, ArgsMarker: true, DoneCarries: true,
	}
	namedDialect = spec.Features{
		Dialect: "named", Owner: spec.Named, MessageIDs: true, MessageEnd: true, Turns: spec.TurnsMarked, TurnStarts: true,
		UserTurn: true, Terminal: true, ArgsMarker: true, ChildEdges: true, ChildLink: true, EventIDs: true,
		Waits: true, Retracts: true, Histories: true, Snapshots: true,
		Delegation: spec.Delegation{Tool: "task", Aliases: []string{"mcp__*__task"}, Argument: "subagent_type"},
	}
	runDialect = spec.Features{
		Dialect: "run", Owner: spec.Named, MessageIDs: true, NextCloses: true, MessageEnd: true, Turns: spec.TurnsRun,
		ChildLink: true, ChildResult: true, Waits: true, Errors: true,
		Delegation: spec.Delegation{Tool: "task", Argument: "subagent_type"},
	}
	endlessDialect = spec.Features{
		Dialect: "endless", Owner: spec.Named, MessageIDs: true, NextCloses: true, Turns: spec.TurnsMarked, TurnStarts: true,
		ArgsMarker: true,
	}
	overlapDialect = spec.Features{
		Dialect: "overlap", Owner: spec.Named, MessageIDs: true, NextCloses: true, Turns: spec.TurnsOverlap,
		Terminal: true, ArgsMarker: true, ChildEdges: true, ChildLink: true, ChildResult: true, Outlives: true,
		GlobalCallIDs: true, EventIDs: true, Retracts: true,
		Delegation: spec.Delegation{Tool: "Task", Aliases: []string{"Agent"}, Argument: "subagent_type"},
	}
)

// events reads one neutral event per line, one record each. It skips empty
// lines.
func events(lines string) []spec.Event {
	GinkgoHelper()
	var all []spec.Event
	for _, line := range strings.Split(lines, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		var e spec.Event
		Expect(json.Unmarshal([]byte(line), &e)).To(Succeed(), line)
		e.Record = len(all) + 1
		all = append(all, e)
	}
	return all
}

// open returns the transcript after the last line, with the stream still open.
func open(f spec.Features, lines string) spec.Transcript {
	GinkgoHelper()
	s := model.New(f, spec.Policies{})
	for _, e := range events(lines) {
		s.Step(&e)
	}
	return s.Transcript()
}

// ended returns the transcript after the end of input.
func ended(f spec.Features, lines string) spec.Transcript {
	GinkgoHelper()
	return model.Run(spec.Stream{Features: f, Events: events(lines), End: spec.EOF}, spec.Policies{})
}

func kinds(t spec.Transcript) []spec.AnomalyKind {
	found := []spec.AnomalyKind{}
	for _, a := range t.Anomalies {
		found = append(found, a.Kind)
	}
	return found
}

func ids(calls []spec.Call) []string {
	found := []string{}
	for _, c := range calls {
		found = append(found, c.ID)
	}
	return found
}

// rendered is the message as text: parts in order, a call as [id].
func rendered(m spec.Message) string {
	var b strings.Builder
	for _, p := range m.Parts {
		if p.Call != nil {
			b.WriteString("[" + m.Calls[*p.Call].ID + "]")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

func session(t spec.Transcript, id string) spec.Session {
	GinkgoHelper()
	for _, s := range t.Sessions {
		if s.ID == id {
			return s
		}
	}
	Fail("no session " + id)
	return spec.Session{}
}
