package runner

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
)

// breaks are the rules for producers that a stream breaks, and the kinds of its
// anomalies, each in the order of the alphabet.
func breaks(s *spec.Stream) []string {
	t := model.Run(*s, spec.Policies{})
	return broken(&s.Features, &t)
}

func broken(f *spec.Features, t *spec.Transcript) []string {
	var rules, kinds []string
	for _, b := range check.Produce(*f, t) {
		rules = append(rules, b.Rule)
	}
	for _, a := range t.Anomalies {
		kinds = append(kinds, string(a.Kind))
	}
	slices.Sort(rules)
	slices.Sort(kinds)
	return append(slices.Compact(rules), slices.Compact(kinds)...)
}
