package spec

// Adapting is what an adapter declares of its output, where the rules of family
// adapt leave it a choice.
type Adapting struct {
	// Children says what becomes of sub-sessions where the output dialect has no
	// place for them: "dropped" (the default), or "flattened": their messages
	// stand among those of the one session, each session's in their order.
	Children string `json:"children,omitempty"`
	// Label is where the output names the agent that speaks, in a dialect that
	// carries metadata and has no field for it: the path of a text in the
	// metadata of each part and call, its keys joined with dots
	// ("langgraph.agent"). Without, agents are not compared there.
	Label string `json:"label,omitempty"`
	// Lacks are fields that the output does not carry, as the adapter has no
	// notion of them: they are not compared.
	Lacks Field `json:"lacks,omitzero"`
}

// The values of Adapting.Children.
const (
	ChildrenDropped   = "dropped"
	ChildrenFlattened = "flattened"
)

// ChildrenValues lists the values of Adapting.Children, the default first.
func ChildrenValues() []string { return []string{ChildrenDropped, ChildrenFlattened} }

// Policies are what is declared, by the names that a handshake has for them.
func (a Adapting) Policies() map[string]string {
	p := map[string]string{}
	if a.Children != "" {
		p["children"] = a.Children
	}
	if a.Label != "" {
		p["label"] = a.Label
	}
	return p
}
