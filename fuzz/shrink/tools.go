package shrink

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// plainNames makes the names of tools short, each another.
func (r *reducer) plainNames() {
	var names []string
	for i := range r.now.nodes {
		everyTool(r.now.nodes[i].e, func(name *string) {
			if *name != "" && !slices.Contains(names, *name) && !r.features.Delegation.Is(*name) {
				names = append(names, *name)
			}
		})
	}
	short := map[string]string{}
	for i, name := range names {
		short[name] = "t" + strings.Repeat("t", i)
	}
	s := &search[string]{r: r, all: true, stages: []func() []string{func() []string { return names }}}
	s.apply = func(names []string, d *draft) bool {
		return r.rewritten(func(n *node) *spec.Event { return withTools(n.e, names, short) }, d) && r.smaller(d)
	}
	s.run()
}

// everyTool calls do with each name of a tool in an event.
func everyTool(e *spec.Event, do func(name *string)) {
	do(&e.Name)
	for i := range e.Messages {
		for j := range e.Messages[i].Parts {
			do(&e.Messages[i].Parts[j].Name)
		}
	}
	for i := range e.Log {
		do(&e.Log[i].Tool)
	}
}

func withTools(from *spec.Event, names []string, short map[string]string) *spec.Event {
	e := *from
	e.Log, e.Messages = slices.Clone(e.Log), slices.Clone(e.Messages)
	for i := range e.Messages {
		e.Messages[i].Parts = slices.Clone(e.Messages[i].Parts)
	}
	changed := false
	everyTool(&e, func(name *string) {
		if slices.Contains(names, *name) {
			*name, changed = short[*name], true
		}
	})
	if !changed {
		return from
	}
	return &e
}
