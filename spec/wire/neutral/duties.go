package neutral

import (
	"sync"

	"github.com/quock-dev/quock/spec"
)

// duties are those of the rules themselves: this is the vocabulary that they are
// written in.
var duties = sync.OnceValue(func() []spec.Duty {
	all := []spec.Duty{{Rule: "produce/legal", Force: spec.Silent, Clause: spec.Clause{
		Says: "Whatever the events say is read; the other rules say what is wrong with it.", Source: "spec/rules"}}}
	for _, r := range spec.Rules() {
		if r.Family == "produce" && r.ID != "produce/legal" {
			all = append(all, spec.Duty{Rule: r.ID, Force: spec.Demanded, Clause: spec.Clause{Says: r.Sentence, Source: r.File}})
		}
	}
	return all
})
