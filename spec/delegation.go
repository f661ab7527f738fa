package spec

import "strings"

// Delegation is how a dialect delegates to agents.
type Delegation struct {
	// Tool is the tool's bare name, Aliases its other names. An alias may
	// contain one "*" for a server's name: one or more characters without "__"
	// ("mcp__*__task"). Everything else is matched exactly.
	Tool    string   `json:"tool,omitempty"`
	Aliases []string `json:"aliases,omitempty"`
	// Argument is the key in the arguments that names the agent.
	Argument string `json:"argument,omitempty"`
	// Description is the key that a sub-session's first prompt repeats, where
	// that is how a child is linked to its call.
	Description string `json:"description,omitempty"`
}

// Is reports whether name is the delegation tool. The procedure: without a
// declared tool, no; for the bare name, yes; else the aliases decide, in order.
func (d Delegation) Is(name string) bool {
	if d.Tool == "" || name == "" {
		return false
	}
	if name == d.Tool {
		return true
	}
	for _, alias := range d.Aliases {
		if matchAlias(alias, name) {
			return true
		}
	}
	return false
}

func matchAlias(alias, name string) bool {
	before, after, wild := strings.Cut(alias, "*")
	if !wild {
		return alias == name
	}
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	return !strings.Contains(name[len(before):len(name)-len(after)], "__")
}
