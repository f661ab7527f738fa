package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Pair counts the result of one relation; the zero value counts nothing.
func (f *Footer) Pair(r Relation) {
	if r.Name == "" {
		return
	}
	f.pairs(r.Name, r.Verdict, 1)
}

// pairs counts n results of a relation.
func (f *Footer) pairs(name string, v spec.Verdict, n int) {
	if f.Relations == nil {
		f.Relations = map[string]map[spec.Verdict]int{}
	}
	if f.Relations[name] == nil {
		f.Relations[name] = map[spec.Verdict]int{}
	}
	f.Relations[name][v] += n
}

// relations prints the pairs of streams and their results, by relation. For a log
// without a footer it counts the cases.
func relations(w *printer, l *Log) {
	var counted Footer
	for i := range l.Cases {
		counted.Pair(l.Cases[i].Relation)
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(counted.Relations)) {
		all = append(all, name+" "+outcomes(counted.Relations[name]))
	}
	if len(all) > 0 {
		w.f("relations: %s\n", strings.Join(all, "; "))
	}
}

// outcomes describes the counts of one relation.
func outcomes(by map[spec.Verdict]int) string {
	var parts []string
	for _, v := range weights {
		switch n := by[v]; {
		case n == 0:
		case v == spec.Pass:
			parts = append(parts, fmt.Sprintf("%d held", n))
		case v == spec.Untestable:
			parts = append(parts, fmt.Sprintf("%d say nothing", n))
		case v == spec.Fail:
			parts = append(parts, fmt.Sprintf("%d BROKEN", n))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, shout(v)))
		}
	}
	return strings.Join(parts, ", ")
}
