package model

import (
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// nameAgent reads the delegated agent's name from complete arguments
// (identity/agent-from-arguments).
func (s *State) nameAgent(c *Call) {
	if c.Agent == "" && s.sem.Delegates(&s.Features.Delegation, c.Name) {
		c.Agent = s.sem.AgentName(&s.Features.Delegation, c)
		if c.Child != nil {
			s.tie(c, c.Child)
		}
	}
}

// agentName returns the argument that names the agent, "" if it is absent or no
// string.
func agentName(d *spec.Delegation, c *Call) string {
	args, err := scan.Parse(c.Args, deepest)
	if err != nil {
		return ""
	}
	name, _ := args.Get(d.Argument).Text()
	return name
}

// deepest is how deep arguments nest at most that are read.
const deepest = 10_000

// agents lists every run of a delegated agent (identity/agent-lifecycle).
func (s *State) agents() []spec.AgentRun {
	if s.Features.Delegation.Tool == "" {
		return nil
	}
	var runs []spec.AgentRun
	for _, ss := range s.Sessions {
		for _, c := range ss.Calls {
			if c.Agent != "" {
				runs = append(runs, s.run(ss, c))
			}
		}
	}
	return runs
}

func (s *State) run(ss *Session, c *Call) spec.AgentRun {
	r := spec.AgentRun{Name: c.Agent, Call: c.ID, Parent: ss.ID, Status: s.sem.AgentStatus(&s.Features, c), Log: slices.Clone(c.Log)}
	if c.Child != nil {
		id := c.Child.ID
		r.Session = &id
	}
	return r
}

// agentStatus returns the run's status. It follows from the call, and from the
// sub-session if that may outlive the call.
func agentStatus(f *spec.Features, c *Call) spec.Status {
	switch c.Status {
	case spec.Failed, spec.Denied, spec.Cancelled:
		return spec.Failed
	case spec.Abandoned:
		if c.cut {
			return spec.Running
		}
		return spec.Failed
	case spec.Done:
		return doneAgent(f, c)
	}
	return spec.Running
}

// doneAgent returns the status of a run whose call is done. If the sub-session
// may outlive the call, the sub-session's first end decides.
func doneAgent(f *spec.Features, c *Call) spec.Status {
	switch {
	case !f.Outlives || c.Child == nil:
		return spec.Completed
	case c.childEnd == "":
		return spec.Running
	case c.childEnd == spec.Failed:
		return spec.Failed
	}
	return spec.Completed
}

// noteChildEnd records the first end of the sub-session that a call started or
// continued.
func noteChildEnd(c *Call, child *Session) {
	if c != nil && c.childEnd == "" && child.Status != spec.Open {
		c.childEnd = child.Status
	}
}
