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
	slots  map[place]slots // of messages that stream
	used   map[string]*run // log entry → its run, nil if unattributed
}

// A place is a call, or a message, of a session.
type place struct{ session, id string }

// slots are the calls opened last at each slot of a message; nil where that is
// no delegation, or where calls without a slot are several.
type slots map[string]*run

// A run is one delegation call.
type run struct {
	session, message, call, agent string
	ended                         bool            // by a state that was polled
	over                          bool            // ended when the state was polled before
	logged                        map[string]bool // entries of its log
	args                          []byte          // as far as they streamed
	tried                         int             // how many bytes of them were read
}

func newRuns() runs {
	return runs{
		byCall: map[place]*run{}, byID: map[string]*run{},
		tasks: map[string]*run{}, slots: map[place]slots{}, used: map[string]*run{},
	}
}

func (r *runs) any() bool { return len(r.open) > 0 }

// follow takes in what an event says of delegations.
func (r *runs) follow(e *spec.Event) {
	switch e.Kind {
	case spec.CallOpen:
		r.opened(e)
	case spec.CallArgs:
		if run := r.fragmentOf(e); run != nil && run.agent == "" {
			run.args = append(run.args, e.Text...)
		}
	case spec.MessageClose:
		delete(r.slots, place{e.Session, e.Message})
	case spec.MessageFull:
		for i := range e.Messages {
			r.whole(e.Session, &e.Messages[i])
		}
	case spec.CallDone:
		if run := r.find(e.Session, e.Call); run != nil {
			run.argsOver()
		}
	case spec.SessionOpen:
		if run := r.find(e.Parent.ID, e.ParentCall.ID); e.ParentCall.OK && run != nil {
			r.tasks[e.Session[strings.LastIndexByte(e.Session, ':')+1:]] = run
		}
	}
}

// whole takes in the calls of a whole message.
func (r *runs) whole(session string, s *spec.Snapshot) {
	delete(r.slots, place{session, s.Message})
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Kind == spec.CallPart {
			if run := r.called(session, s.Message, p.Call, p.Name); run != nil {
				run.names([]byte(p.Args))
				run.argsOver()
			}
		}
	}
}

// called is the run of a call that is mentioned, nil if that is no delegation;
// its id then is no earlier run's any more.
func (r *runs) called(session, message, call, name string) *run {
	if delegation.Is(name) {
		return r.begin(session, message, call)
	}
	if have := r.find(session, call); have != nil && have.message != message {
		delete(r.byCall, place{session, call})
		if r.byID[call] == have {
			delete(r.byID, call)
		}
	}
	return nil
}

// opened begins the run of a call that is announced.
func (r *runs) opened(e *spec.Event) {
	run := r.called(e.Session, e.Message, e.Call, e.Name)
	at := r.slots[place{e.Session, e.Message}]
	if at == nil {
		at = slots{}
		r.slots[place{e.Session, e.Message}] = at
	}
	if other, known := at[e.Slot]; known && e.Slot == "" && other != run {
		run = nil
	}
	at[e.Slot] = run
}

// fragmentOf is the run whose arguments go on, nil for those of another call.
func (r *runs) fragmentOf(e *spec.Event) *run {
	if e.Call != "" {
		return r.find(e.Session, e.Call)
	}
	return r.slots[place{e.Session, e.Message}][e.Slot]
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

// names reads the agent from arguments, if they are whole.
func (r *run) names(args []byte) {
	if v, err := scan.Parse(args, wire.MaxDepth); err == nil && r.agent == "" {
		r.agent = wire.Text(v.Get(delegation.Argument))
	}
}

// runs reports whether the run is of that agent.
func (r *run) runs(agent string) bool {
	if r.agent == "" && r.tried < len(r.args) {
		r.names(r.args)
		r.tried = len(r.args)
	}
	return agent != "" && r.agent == agent
}

// argsOver says that no more arguments come.
func (r *run) argsOver() {
	r.runs("")
	r.args, r.tried = nil, 0
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

// dropEnded says that a state was polled: runs that have ended are over.
func (r *runs) dropEnded() {
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
		if !run.runs(agent) {
			continue
		}
		if found != nil {
			return nil
		}
		found = run
	}
	return found
}
