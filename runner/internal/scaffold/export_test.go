package scaffold

import (
	"slices"

	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Unused are the values of a dialect's code that are no branch.
func Unused(dialect string) []string {
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		return []string{err.Error()}
	}
	f := codec.Features(variant)
	code, err := codeOf(&f)
	if err != nil {
		return []string{err.Error()}
	}
	var unused []string
	for _, c := range code.Branch {
		used := func(b *branch) bool { return slices.Equal(b.Values, c.Values) }
		if !slices.ContainsFunc(branches(&f, code.Branch, func(branchCode) string { return "" }), used) {
			unused = append(unused, c.Values...)
		}
	}
	return unused
}
