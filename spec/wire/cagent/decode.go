package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// A decoder keeps the ids of sessions and calls, and of each session what is
// open.
type decoder struct {
	wire.Scanner
	out []spec.Event

	// late: the variant is D2, so that arguments that show neither are deltas.
	late bool
	// parallel: a batch may run in parallel, so that the innermost run need not
	// be the one that an event without a session is of.
	parallel bool

	root   string // the first session seen
	rooted bool
	scopes map[string]*scope
	runs   []*scope           // those that run, in the order of their start
	calls  map[string][]*call // those without a result, by id, oldest first
}

func newDecoder(late bool) *decoder {
	d := &decoder{late: late, parallel: late, scopes: map[string]*scope{}, calls: map[string][]*call{}}
	d.Scanner = wire.NewScanner(d.decode)
	return d
}

// decode gives the events of the present record.
func (d *decoder) decode(dst []spec.Event) ([]spec.Event, *wire.Problem) {
	f := parse(d.Envelope.Text)
	d.out = dst
	why := d.frame(&f)
	out := d.out
	if d.out = nil; why != "" {
		return dst, &wire.Problem{Reason: wire.Unsupported, Detail: why}
	}
	return out, nil
}

// frame reads a record by its type; it says why where that cannot be.
func (d *decoder) frame(f *frame) (why string) {
	if f.kind == "" {
		return d.document(f)
	}
	if f.parallel {
		d.parallel = true
	}
	switch f.kind {
	case "agent_choice":
		d.choice(f, spec.Plain)
	case "agent_choice_reasoning":
		d.choice(f, spec.Thought)
	case "partial_tool_call":
		return d.partial(f)
	case "message_added":
		return d.added(f)
	case "user_message":
		return d.prompt(f)
	case "stream_started":
		return d.started(f)
	case "stream_stopped":
		return d.stopped(f)
	case "sub_session_completed":
		return d.completed(f)
	case "error":
		d.failed(f)
	case "model_fallback":
		d.fallback(f)
	default:
		return d.tool(f)
	}
	return ""
}

// tool reads the types about calls, and what else there is.
func (d *decoder) tool(f *frame) (why string) {
	switch f.kind {
	case "tool_call":
		return d.starts(f)
	case "tool_call_output":
		return d.output(f)
	case "tool_call_response":
		return d.answered(f)
	case "tool_call_confirmation":
		return d.confirm(f)
	case "hook_blocked":
		return d.blocked(f)
	case "elicitation_request", "max_iterations_reached":
		d.waits(f)
	case "token_usage":
		d.used(f)
	default:
		d.note(f)
	}
	return ""
}

// emit gives an event of a session; of none known, one of the root that is only
// reported.
func (d *decoder) emit(s *scope, e spec.Event) {
	if s == nil {
		e.Session, e.NoSession, e.Message = d.root, true, ""
	} else {
		e.Session = s.id
	}
	d.out = append(d.out, e)
}
