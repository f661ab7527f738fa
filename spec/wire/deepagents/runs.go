package deepagents

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/scan"
)

var delegation = langgraph.New().Features("").Delegation

// runs are what agents were delegated, and which tools each is known to have
// used.
type runs struct {
	byCall map[place]*run  // the newest
	byID   map[string]*run // by call id alone; nil where several sessions have it
	open   []*run          // not over
	tasks  map[string]*run // by the task that runs them
	used   map[string]*run // log entry → its run, nil if unattributed
}

type place struct{ session, call string }

// A run is one delegation call.
type run struct {
	session, message, call, agent string
	ended                         bool            // by a state that was polled
	over                          bool            // ended when the state was polled before
	told                          map[string]bool // entries of its log
}

func newRuns() runs {
	return runs{
		byCall: map[place]*run{}, byID: map[string]*run{},
		tasks: map[string]*run{}, used: map[string]*run{},
	}
}

func (r *runs) any() bool { return len(r.open) > 0 }

// follow takes in what an event says of delegations.
func (r *runs) follow(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		if delegation.Is(e.Name) {
			r.begin(e.Session, e.Message, e.Call)
		}
	case spec.MessageFull:
		for i := range e.Messages {
			for _, p := range e.Messages[i].Parts {
				if p.Kind == spec.CallPart && delegation.Is(p.Name) {
					r.begin(e.Session, e.Messages[i].Message, p.Call).names(p.Args)
				}
			}
		}
	case spec.SessionOpen:
		if run := r.find(e.Parent.ID, e.ParentCall.ID); e.ParentCall.OK && run != nil {
			r.tasks[e.Session[strings.LastIndexByte(e.Session, ':')+1:]] = run
		}
	}
}

// begin is the run of a call, which is a new one in another message.
func (r *runs) begin(session, message, call string) *run {
	have := r.find(session, call)
	if have != nil && have.message == message {
		return have
	}
	fresh := &run{session: session, message: message, call: call}
	r.open = append(r.open, fresh)
	if call != "" {
		other, known := r.byID[call]
		r.byCall[place{session, call}], r.byID[call] = fresh, fresh
		if known && (other == nil || other.session != session) {
			r.byID[call] = nil
		}
	}
	return fresh
}

func (r *runs) find(session, call string) *run { return r.byCall[place{session, call}] }

// names reads the agent from whole arguments.
func (r *run) names(args string) {
	if v, err := scan.Parse([]byte(args), wire.MaxDepth); err == nil && r.agent == "" {
		r.agent = text(v.Get(delegation.Argument))
	}
}

// answered ends the run of a call whose result a state has.
func (r *runs) answered(session, call string) {
	if run := r.find(session, call); run != nil {
		run.ended = true
	}
}

// interrupted ends the runs of a session to which the user speaks.
func (r *runs) interrupted(session string) {
	for _, run := range r.open {
		run.ended = run.ended || run.session == session
	}
}

// over ends all runs.
func (r *runs) over() {
	for _, run := range r.open {
		run.ended, run.over = true, true
	}
	r.open = nil
}

// settle says that a state was polled: runs that have ended are over.
func (r *runs) settle() {
	r.open = slices.DeleteFunc(r.open, func(run *run) bool {
		run.over = run.ended
		return run.over
	})
}

// owner is the run that an entry belongs to, nil if it is not known or could be
// one of several. Its procedure: the run that the entry was given to; the only
// one with the call or the task that it names; the only one of its agent that is
// not over.
func (r *runs) owner(e *entry) (owner *run, isNew bool) {
	if owner, known := r.used[e.key]; known {
		return owner, false
	}
	owner = r.named(e)
	if owner == nil {
		owner = r.only(e.agent)
	}
	r.used[e.key] = owner
	return owner, true
}

func (r *runs) named(e *entry) *run {
	for _, id := range []string{e.task, e.call} {
		if run := r.byID[id]; run != nil {
			return run
		}
		if run := r.tasks[id]; run != nil {
			return run
		}
	}
	return nil
}

func (r *runs) only(agent string) *run {
	var found *run
	for _, run := range r.open {
		if run.agent != agent || agent == "" {
			continue
		}
		if found != nil {
			return nil
		}
		found = run
	}
	return found
}
