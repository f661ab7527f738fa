package probe

import (
	"maps"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// The policies that an adapter has besides those of spec.PolicyValues: what
// becomes of sub-sessions, and the path at which it names agents (any text).
const (
	policyChildren = "children"
	policyLabel    = "label"
)

// policies lists what the candidate's role may choose; no values mean any text.
func (h *HelloReply) policies() map[string][]string {
	known := spec.PolicyValues()
	if h.Role == Adapter {
		known[policyChildren], known[policyLabel] = spec.ChildrenValues(), nil
	}
	return known
}

func (h *HelloReply) checkPolicies() *ProtocolError {
	known := h.policies()
	for _, name := range slices.Sorted(maps.Keys(h.Policies)) {
		values, ok := known[name]
		if !ok {
			return notOneOf("policies", name, slices.Sorted(maps.Keys(known)))
		}
		if values != nil && !slices.Contains(values, h.Policies[name]) {
			return notOneOf("policies."+name, h.Policies[name], values)
		}
	}
	return nil
}

// Adapts returns what an adapter declares of its output, with the defaults
// where it says nothing.
func (h *HelloReply) Adapts() spec.Adapting {
	a := spec.Adapting{Children: h.Policies[policyChildren], Label: h.Policies[policyLabel]}
	if a.Children == "" {
		a.Children = spec.ChildrenValues()[0]
	}
	a.Modes = h.Modes
	a.Lacks, _ = spec.ParseFields(h.Lacks) // checked when the handshake was read
	return a
}
