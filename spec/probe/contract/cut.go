package contract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// An Audience is who a part of the contract is for: authors of readers of a dialect.
type Audience struct {
	// Variants are the features of one dialect, or of several variants of it. What
	// concerns one of them is kept.
	Variants []spec.Features
	// Role is what they write, and Intake how they want their input; "" is the
	// ordinary: a reducer, of events.
	Role   probe.Role
	Intake probe.Intake
}

var mark = regexp.MustCompile(` ?<!-- for: ([^>]*) -->`)

// Text returns the whole contract without its marks.
func Text() string { return mark.ReplaceAllString(probe.Guide, "") }

// cut returns the lines of the contract that are for the audience, without marks.
func (a Audience) cut() []string {
	var kept []string
	dropped := 0 // the level of the heading whose section is left out; 0 for none
	for line := range strings.SplitSeq(probe.Guide, "\n") {
		level := headingLevel(line)
		if level > 0 && level <= dropped {
			dropped = 0
		}
		if dropped > 0 {
			continue
		}
		if !a.keeps(line) {
			dropped = level
			continue
		}
		kept = append(kept, mark.ReplaceAllString(line, ""))
	}
	return kept
}

// headingLevel is the number of hashes that a heading begins with, 0 for any other
// line.
func headingLevel(line string) int {
	hashes := len(line) - len(strings.TrimLeft(line, "#"))
	if hashes == 0 || !strings.HasPrefix(line[hashes:], " ") {
		return 0
	}
	return hashes
}

func (a Audience) keeps(line string) bool {
	found := mark.FindStringSubmatch(line)
	return found == nil || a.meets(strings.Fields(found[1]))
}

// meets reports whether all words hold for one of the variants.
func (a Audience) meets(words []string) bool {
	return slices.ContainsFunc(a.Variants, func(f spec.Features) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return !a.holds(&f, word) })
	})
}

// holds reports whether one of the word's alternatives holds. A test holds that
// each is known.
func (a Audience) holds(f *spec.Features, word string) bool {
	bare, _, _ := strings.Cut(f.Dialect, ":")
	own := []string{f.Dialect, bare, string(a.Role), string(a.Intake)}
	for alternative := range strings.SplitSeq(word, "|") {
		if met, err := f.Meets(alternative); slices.Contains(own, alternative) || met && err == nil {
			return true
		}
	}
	return false
}
