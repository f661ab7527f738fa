package segment

import "github.com/quock-dev/quock/spec"

// Weigh is how many bytes events hold, about: what may be long in them.
func Weigh(events []spec.Event) int {
	n := 0
	for i := range events {
		n += weightOf(&events[i])
	}
	return n
}

func weightOf(e *spec.Event) int {
	n := len(e.ID) + len(e.Session) + len(e.Parent.ID) + len(e.ParentCall.ID) + len(e.Turn) + len(e.Message) +
		len(e.Agent) + len(e.Slot) + len(e.Call) + len(e.Name) + len(e.Text) + len(e.Args) + len(e.Result) + len(e.Error) + len(e.Metadata) + len(e.Raw)
	for _, id := range e.Retracts {
		n += len(id)
	}
	for i := range e.Messages {
		m := &e.Messages[i]
		n += len(m.Message) + len(m.Agent) + len(m.Metadata)
		for j := range m.Parts {
			p := &m.Parts[j]
			n += len(p.Text) + len(p.Call) + len(p.Name) + len(p.Args) + len(p.Result) + len(p.Metadata)
		}
	}
	return n
}
