package campaign

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// diagnose names a finding by the known mistake that would read its stream in the
// very same way, if there is one. A stream may be small and still have a hazard
// whose rule is not what fails; that no wrong model of the rule, but one of
// another rule reads it so says which.
func (r *Reader) diagnose(f *Finding, ways []shrink.Signature) {
	if r.Like == nil {
		return
	}
	rules := r.Like(&f.Subject)
	if f.Diagnosed = len(rules) > 0; !f.Diagnosed || slices.Contains(rules, f.Rule) {
		return
	}
	named := func(s shrink.Signature) bool { return slices.Contains(rules, s.Rule) }
	if i := slices.IndexFunc(ways, named); i >= 0 {
		f.Signature = ways[i]
		return
	}
	f.Rule = rules[0]
}

// same reports whether a finding shows what a known one does: both read as known
// mistakes do that break one rule, and something that differs is alike, at
// whatever moment.
func (f *Filed) same(other *Finding) bool {
	if !f.Diagnosed || !other.Diagnosed || f.Rule != other.Rule {
		return false
	}
	known := append([]shrink.Signature{f.Signature}, f.Also...)
	return slices.ContainsFunc(append([]shrink.Signature{other.Signature}, other.Also...), func(s shrink.Signature) bool {
		return slices.ContainsFunc(known, func(k shrink.Signature) bool { return unmoved(k.Kind) == unmoved(s.Kind) })
	})
}

// unmoved is a kind without what was told when it first showed.
func unmoved(kind string) string {
	if _, what, ok := strings.Cut(kind, ": "); ok {
		return what
	}
	return kind
}
