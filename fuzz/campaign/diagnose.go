package campaign

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// diagnose names a finding by the known mistake that reads its stream in the
// same way, if there is one. A small stream may still contain a fault whose
// rule does not fail. If only wrong models of another rule read the stream in
// this way, the finding goes to that rule.
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

// same reports whether two findings show one mistake: mutants of the same rule
// match both, and they share a difference, at whatever moment it appeared.
func (f *Filed) same(other *Filed) bool {
	if !f.Diagnosed || !other.Diagnosed || f.Rule != other.Rule {
		return false
	}
	known := append([]shrink.Signature{f.Signature}, f.Also...)
	return slices.ContainsFunc(append([]shrink.Signature{other.Signature}, other.Also...), func(s shrink.Signature) bool {
		return slices.ContainsFunc(known, func(k shrink.Signature) bool { return withoutMoment(k.Kind) == withoutMoment(s.Kind) })
	})
}

// withoutMoment is the kind without the moment at which it first appeared.
func withoutMoment(kind string) string {
	if _, what, ok := strings.Cut(kind, ": "); ok {
		return what
	}
	return kind
}
