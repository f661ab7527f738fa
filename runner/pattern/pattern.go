// Package pattern matches the paths that name rules and cases.
//
// Goals: one notation for --rules and for lists of known failures.
//
// Non-goals: file names and negated patterns. The caller reports a pattern that
// matches nothing.
package pattern

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Pattern is a path with wildcards: "attach/tool-first", "attach/*", "**".
// One star matches any characters within a segment. Two stars match any number of
// segments, including none.
type Pattern struct {
	text     string
	segments []string
	others   []Pattern // alternatives
}

// Parse reads a pattern. It is an error if it is empty or one of its segments
// is malformed.
func Parse(text string) (Pattern, error) {
	if text == "" {
		return Pattern{}, fmt.Errorf("an empty pattern matches nothing; %q matches everything", "**")
	}
	segments := strings.Split(text, "/")
	for _, s := range segments {
		if _, err := path.Match(s, ""); err != nil {
			return Pattern{}, fmt.Errorf("pattern %q: segment %q: %w", text, s, err)
		}
	}
	return Pattern{text: text, segments: segments}, nil
}

// Any returns a pattern that matches what one of the given ones matches. Its text lists
// them. There must be at least one.
func Any(first Pattern, others ...Pattern) Pattern {
	for _, o := range others {
		first.text += "," + o.text
	}
	first.others = append(slices.Clip(first.others), others...)
	return first
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Match reports whether the whole path matches.
func (p Pattern) Match(name string) bool {
	return match(p.segments, strings.Split(name, "/")) ||
		slices.ContainsFunc(p.others, func(o Pattern) bool { return o.Match(name) })
}

// match compares segment by segment. If it fails after two stars, the latest two
// stars take one more segment. Earlier ones never need to, so the cost is at most the
// product of the numbers of segments.
func match(pattern, name []string) bool {
	at, stars, skipped := 0, -1, 0
	for i := 0; i < len(name); {
		switch {
		case at < len(pattern) && pattern[at] == "**":
			stars, skipped = at, i
			at++
		case at < len(pattern) && fits(pattern[at], name[i]):
			at, i = at+1, i+1
		case stars >= 0:
			skipped++
			at, i = stars+1, skipped
		default:
			return false
		}
	}
	for at < len(pattern) && pattern[at] == "**" {
		at++
	}
	return at == len(pattern)
}

func fits(segment, name string) bool {
	ok, _ := path.Match(segment, name)
	return ok
}
