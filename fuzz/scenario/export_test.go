package scenario

import "github.com/quock-dev/quock/spec"

// Rules lists, by fault, the rules that it can bear, where a dialect can tell
// it.
func Rules(k FaultKind, f *spec.Features) []string {
	if !kinds[k].can(f) {
		return nil
	}
	rules := []string{kinds[k].rule}
	for _, a := range kinds[k].also {
		if a.fits(f) {
			rules = append(rules, a.rule)
		}
	}
	return rules
}

// AllFaults are the kinds of fault.
func AllFaults() []FaultKind {
	var all []FaultKind
	for k := FaultKind(1); k < faultKinds; k++ {
		all = append(all, k)
	}
	return all
}
