package relation

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// everyCall lists the calls of a session.
func everyCall(s *spec.Session) (all []spec.Call) {
	for _, c := range s.Calls() {
		all = append(all, *c)
	}
	return all
}

// early lists the early calls of a session without arguments that may change.
// Later whole arguments may replace those of an open call while they are no
// complete value (repeat/partial-then-full). A reader that has only a preview
// or only a value may change all incomplete arguments.
func (v *revision) early(s *spec.Session) []spec.Call {
	all := everyCall(s)
	for i := range all {
		c := &all[i]
		preview := v.lacks&(spec.FieldPreviews|spec.FieldArgumentText) != 0 && len(c.Result) == 0
		if preview || v.given[[2]string{s.ID, c.ID}] && !c.Status.Terminal() && !json.Valid([]byte(c.Args)) {
			c.Args = ""
		}
	}
	return all
}

// calls keeps every call with what was fixed in it. Calls are matched by id,
// because a call may have moved from held or abandoned to a message. Several
// calls may share an id; those are matched by arguments and outcome.
func calls(old, new []spec.Call) (was, is []spec.Call) {
	taken := make([]bool, len(new))
	for i := range old {
		at := heir(&old[i], new, taken)
		if at < 0 {
			was = append(was, fixed(&old[i]))
			continue
		}
		taken[at] = true
		a, b := became(&old[i], &new[at])
		was, is = append(was, a), append(is, b)
	}
	return was, is
}

// heir finds the call that an early call became: the first call with its id
// that keeps all that was fixed, else the first with its id.
func heir(old *spec.Call, new []spec.Call, taken []bool) int {
	first := -1
	for i := range new {
		if taken[i] || old.ID != "" && new[i].ID != old.ID {
			continue
		}
		a, b := became(old, &new[i])
		if sameCall(a, b) {
			return i
		}
		if first < 0 && old.ID != "" {
			first = i
		}
	}
	return first
}

func sameCall(a, b spec.Call) bool {
	one := func(c spec.Call) *spec.Transcript {
		return &spec.Transcript{Sessions: []spec.Session{{Held: []spec.Call{c}}}}
	}
	return len(equal(spec.AllParts(), one(a), one(b))) == 0
}

// fixed returns the parts of a call that no later event may change.
func fixed(c *spec.Call) spec.Call {
	f := spec.Call{ID: c.ID, Name: c.Name, Args: c.Args, ArgsValue: c.ArgsValue, ArgsOpen: c.ArgsOpen, Child: c.Child}
	if c.Status.Terminal() {
		f.Status = c.Status
	}
	if len(c.Result) > 0 {
		f.Result, f.IsError = c.Result, c.IsError
	}
	return f
}

// became returns what was fixed of a call, and the same parts of the later
// call.
func became(old, new *spec.Call) (was, is spec.Call) {
	was, is = fixed(old), spec.Call{ID: new.ID}
	if old.ID == "" {
		is.ID = ""
	}
	if old.Name != "" {
		is.Name = new.Name
	}
	was.Args, is.Args = arguments(old, new)
	if was.Status != "" {
		is.Status = refined(was.Status, new.Status)
	}
	if len(was.Result) > 0 {
		is.Result, is.IsError = new.Result, new.IsError
	}
	if was.Child != nil {
		is.Child = new.Child
	}
	return was, is
}

// arguments keeps the early arguments. A text may grow. A value may become a
// text while its call is open.
func arguments(old, new *spec.Call) (was, is string) {
	switch {
	case old.Args == "", old.ArgsValue && !old.Status.Terminal():
		return "", ""
	case old.ArgsValue:
		return old.Args, new.Args
	}
	return old.Args, started(old.Args, new.Args, nil)
}

// refined returns the old status if the new one equals or refines it.
func refined(old, new spec.Status) spec.Status {
	if old == spec.Failed && (new == spec.Denied || new == spec.Cancelled) {
		return old
	}
	return new
}

// agents keeps every run under its name. A finished run stays finished, unless
// its session is continued.
func (v *revision) agents(old, new []spec.AgentRun) (was, is []spec.AgentRun) {
	taken := make([]bool, len(new))
	for i := range old {
		if v.retracted[old[i].Parent] {
			continue
		}
		over := old[i].Status != spec.Running && (old[i].Session == nil || !v.reopened[*old[i].Session])
		was = append(was, run(&old[i], &old[i], over))
		for j := range new {
			if !taken[j] && new[j].Name == old[i].Name && new[j].Call == old[i].Call && new[j].Parent == old[i].Parent {
				taken[j] = true
				is = append(is, run(&new[j], &old[i], over))
				break
			}
		}
	}
	return was, is
}

// run returns the parts of a run that were known of the old one.
func run(r, old *spec.AgentRun, over bool) spec.AgentRun {
	known := spec.AgentRun{Name: r.Name, Call: r.Call, Parent: r.Parent}
	if old.Session != nil {
		known.Session = r.Session
	}
	if over {
		known.Status = r.Status
	}
	return known
}

// reported keeps every report.
func reported(old, new []spec.Anomaly) (was, is []spec.Anomaly) {
	taken := make([]bool, len(new))
	for _, a := range old {
		for i, b := range new {
			if !taken[i] && a.Kind == b.Kind && a.Session == b.Session {
				taken[i] = true
				is = append(is, b)
				break
			}
		}
	}
	return old, is
}
