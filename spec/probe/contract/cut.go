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
	// Topics are what they want to read besides: some of Topics().
	Topics []string
}

// Topics lists what a guide leaves out unless it is asked for: "rare" is what lost,
// late, doubled and rare records mean, with the anomalies, and what each field is that a
// reader may lack; the others are two roles that do more than read, and raw bytes.
func Topics() []string {
	return []string{"rare", string(probe.Store), string(probe.Adapter), string(probe.IntakeBytes)}
}

var (
	mark = regexp.MustCompile(` ?<!-- for: ([^>]*) -->`)
	// markedBlock is a mark alone on its line.
	markedBlock = regexp.MustCompile(`(?m)^<!-- for: [^>]* -->\n`)
)

// Text returns the whole contract without its marks.
func Text() string {
	return mark.ReplaceAllString(markedBlock.ReplaceAllString(probe.Guide, ""), "")
}

// cut returns the blocks of the contract that are for the audience, without marks. A
// block is what stands between two blank lines.
func (a Audience) cut() []string {
	var kept []string
	dropped := 0 // the level of the heading whose section is left out; 0 for none
	for block := range strings.SplitSeq(strings.TrimSpace(probe.Guide), "\n\n") {
		level := headingLevel(block)
		if level > 0 && level <= dropped {
			dropped = 0
		}
		if dropped > 0 {
			continue
		}
		if block = a.keptLines(block); block != "" {
			kept = append(kept, block)
		} else {
			dropped = level
		}
	}
	return kept
}

// keptLines are the lines of a block that are for the audience; "" if none is, or
// nothing but the head of a table.
func (a Audience) keptLines(block string) string {
	if first, rest, _ := strings.Cut(block, "\n"); markedBlock.MatchString(first + "\n") {
		if !a.keeps(first) {
			return ""
		}
		block = rest
	}
	var kept []string
	for line := range strings.SplitSeq(block, "\n") {
		if a.keeps(line) {
			kept = append(kept, mark.ReplaceAllString(line, ""))
		}
	}
	if len(kept) == 2 && strings.HasPrefix(kept[1], "|---") {
		return ""
	}
	return strings.Join(kept, "\n")
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
	own := append([]string{f.Dialect, bare}, a.Topics...)
	for alternative := range strings.SplitSeq(word, "|") {
		if met, err := f.Meets(alternative); slices.Contains(own, alternative) || met && err == nil {
			return true
		}
	}
	return false
}
