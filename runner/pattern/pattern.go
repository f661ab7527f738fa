// Package pattern matches the paths that name rules and cases.
//
// Goals: one notation for --rules and for lists of known failures.
//
// Non-goals: file names, and patterns that say no. A pattern that matches
// nothing is its user's mistake; telling that is the user's part.
package pattern

import (
	"fmt"
	"path"
	"strings"
)

// A Pattern is a path with wildcards: "attach/tool-first", "attach/*", "**".
// A star stands for any characters within a segment, two stars for any number
// of segments, none included.
type Pattern struct {
	text     string
	segments []string
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
	return Pattern{text, segments}, nil
}

// String is the pattern as it was written.
func (p Pattern) String() string { return p.text }

// Match reports whether the whole path matches.
func (p Pattern) Match(name string) bool {
	return match(p.segments, strings.Split(name, "/"))
}

func match(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			return matchRest(pattern[1:], name)
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// matchRest tries the pattern at every depth of the name.
func matchRest(pattern, name []string) bool {
	for skip := 0; skip <= len(name); skip++ {
		if match(pattern, name[skip:]) {
			return true
		}
	}
	return false
}
