package codex_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// The records that most streams have.
const (
	thread = `{"type":"thread.started","thread_id":"T0"}`
	begin  = `{"type":"turn.started"}`
	finish = `{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":4,"output_tokens":2}}`
)

// started and completed are records of an item whose members, without the
// braces, are given.
func started(members string) string { return `{"type":"item.started","item":{` + members + `}}` }

func updated(members string) string { return `{"type":"item.updated","item":{` + members + `}}` }

func completed(members string) string { return `{"type":"item.completed","item":{` + members + `}}` }

func agentMessage(id, text string) string {
	return completed(`"id":"` + id + `","type":"agent_message","text":"` + text + `"`)
}

// shell are the members of a command, and more.
func shell(id, more string) string {
	return `"id":"` + id + `","type":"command_execution","command":"ls",` + more
}

const (
	running = `"aggregated_output":"","exit_code":null,"status":"in_progress"`
	fine    = `"aggregated_output":"a\n","exit_code":0,"status":"completed"`
)

type events []spec.Event

// read decodes records that must be none of them a problem.
func read(records ...string) events {
	GinkgoHelper()
	s, problems := wire.DecodeRecords(codex.New(), "", texts(records))
	Expect(problems).To(BeEmpty())
	return s.Events
}

// after reads the records behind the start of a turn, and gives their events.
func after(records ...string) events {
	GinkgoHelper()
	return read(append([]string{thread, begin}, records...)...).where(func(e spec.Event) bool { return e.Record > 2 })
}

func texts(records []string) [][]byte {
	out := make([][]byte, len(records))
	for i, r := range records {
		out[i] = []byte(r)
	}
	return out
}

func (all events) where(keep func(spec.Event) bool) events {
	var kept events
	for _, e := range all {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

func (all events) of(kind spec.Kind) events {
	return all.where(func(e spec.Event) bool { return e.Kind == kind })
}

func (all events) from(record int) events {
	return all.where(func(e spec.Event) bool { return e.Record == record })
}

func (all events) one() spec.Event {
	GinkgoHelper()
	Expect(all).To(HaveLen(1))
	return all[0]
}

func (all events) kinds() []spec.Kind {
	var kinds []spec.Kind
	for _, e := range all {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// means is the transcript after the end of input.
func (all events) means() spec.Transcript {
	return model.Run(spec.Stream{Features: codex.New().Features(""), Events: all, End: spec.EOF}, spec.Policies{})
}

// shows is the transcript while the stream is open.
func (all events) shows() spec.Transcript {
	s := model.New(codex.New().Features(""), spec.Policies{})
	for i := range all {
		s.Step(&all[i])
	}
	return s.Transcript()
}

// rendered are the messages of the first session, each as its text, a thought in
// parentheses, and its calls in brackets, in the order of the parts.
func rendered(t spec.Transcript) []string {
	GinkgoHelper()
	Expect(t.Sessions).NotTo(BeEmpty())
	var all []string
	for _, m := range t.Sessions[0].Messages {
		var b strings.Builder
		for _, p := range m.Parts {
			switch {
			case p.Call != nil:
				b.WriteString("[" + m.Calls[*p.Call].ID + "]")
			case p.Kind == spec.ThoughtPart:
				b.WriteString("(" + p.Text + ")")
			default:
				b.WriteString(p.Text)
			}
		}
		all = append(all, b.String())
	}
	return all
}

func anomalies(t spec.Transcript) []spec.AnomalyKind {
	kinds := []spec.AnomalyKind{}
	for _, a := range t.Anomalies {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

// calls are all calls of the first session's messages, by id, the last of each.
func calls(t spec.Transcript) map[string]spec.Call {
	all := map[string]spec.Call{}
	for _, m := range t.Sessions[0].Messages {
		for _, c := range m.Calls {
			all[c.ID] = c
		}
	}
	return all
}
