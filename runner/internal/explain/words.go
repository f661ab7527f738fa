package explain

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/spec"
)

// mostEquals is the most deviations that are named beside one.
const mostEquals = 3

// ButFor is the line that names deviations; "" for none.
func ButFor(named []fit.Named) string {
	var all []string
	for i := range named {
		all = append(all, inFull(&named[i]))
	}
	if len(all) == 0 {
		return ""
	}
	return "reads as the reference does, but for " + strings.Join(all, "; and ")
}

// Explaining are the deviations that findings are attributed to.
func Explaining(findings []spec.Finding) (all []fit.Named) {
	seen := map[string]bool{}
	for _, f := range findings {
		if d, ok := deviation.ByName(f.Deviation); ok && !seen[d.Name] {
			seen[d.Name] = true
			all = append(all, fit.Named{Deviation: d})
		}
	}
	return all
}

// inFull names a deviation with its sentence, its public bugs, and those that would do
// the same.
func inFull(n *fit.Named) string {
	text := n.Name + ": " + n.Sentence
	if len(n.Bugs) > 0 {
		text += " (" + strings.Join(n.Bugs, ", ") + " in quock zoo)"
	}
	if len(n.Equals) == 0 {
		return text
	}
	var names []string
	for _, d := range n.Equals[:min(mostEquals, len(n.Equals))] {
		names = append(names, d.Name)
	}
	if more := len(n.Equals) - mostEquals; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return text + " (the stream does not tell it from " + strings.Join(names, ", ") + ")"
}
