package distill

import (
	"slices"
	"strings"
)

// A tally counts the parts that exercise each rule.
type tally map[string]int

func rarity(parts []*part) tally {
	t := tally{}
	for _, p := range parts {
		for _, rule := range p.shows.Rules() {
			t[rule]++
		}
	}
	return t
}

// familyOrder are the families of rules, what says most of a stream with several
// sessions first.
var familyOrder = []string{"session", "attach", "missing", "notify", "repeat", "step", "persist", "account", "fragment", "identity", "wire", "noise"}

// of is the rule that fewest parts exercise, of several the most telling; "" for
// none.
func (t tally) of(rules []string) string {
	if len(rules) == 0 {
		return ""
	}
	return slices.MinFunc(rules, func(a, b string) int {
		if n := t[a] - t[b]; n != 0 {
			return n
		}
		if n := familyRank(a) - familyRank(b); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
}

func familyRank(rule string) int {
	family, _, _ := strings.Cut(rule, "/")
	if i := slices.Index(familyOrder, family); i >= 0 {
		return i
	}
	return len(familyOrder)
}
