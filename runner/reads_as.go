package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// A short stream rarely tells one deviation from all others: what it reads as is a
// hint, not a proof.

// The most events of a stream that is explained alone, the most events that the
// reference may process for it, and the most deviations that are named beside one.
const (
	longestAlone = 2_000
	stepsAlone   = 1_000_000
	mostEquals   = 3
)

// readsAs says in a line with which deviations the reference answers the trial's stream
// as the candidate does; "" if there are none. It prefers those that break one of the
// rules.
func readsAs(t *ask.Trial, s ask.Capabilities, rules ...string) string {
	a := answersOf(t, s)
	if a == nil || len(a.Stream.Events) > longestAlone {
		return ""
	}
	return butFor(explainOne(&a.Answered, preferred(rules)))
}

// butFor is the line that names deviations; "" for none.
func butFor(named []fit.Named) string {
	var all []string
	for i := range named {
		all = append(all, inFull(&named[i]))
	}
	if len(all) == 0 {
		return ""
	}
	return "reads as the reference does, but for " + strings.Join(all, "; and ")
}

// explaining are the deviations that findings are attributed to.
func explaining(findings []spec.Finding) (all []fit.Named) {
	seen := map[string]bool{}
	for _, f := range findings {
		if d, ok := deviation.ByName(f.Deviation); ok && !seen[d.Name] {
			seen[d.Name] = true
			all = append(all, fit.Named{Deviation: d})
		}
	}
	return all
}

// inFull names a deviation with its sentence, its public bugs, and those that would do
// the same.
func inFull(n *fit.Named) string {
	text := n.Name + ": " + n.Sentence
	if len(n.Bugs) > 0 {
		text += " (" + strings.Join(n.Bugs, ", ") + " in quock zoo)"
	}
	if len(n.Equals) == 0 {
		return text
	}
	var names []string
	for _, d := range n.Equals[:min(mostEquals, len(n.Equals))] {
		names = append(names, d.Name)
	}
	if more := len(n.Equals) - mostEquals; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return text + " (the stream does not tell it from " + strings.Join(names, ", ") + ")"
}

// preferred is the registry in the order in which one stream is explained: first what
// breaks one of some rules, last what only follows from a decision, and what a program
// may do.
func preferred(rules []string) []deviation.Deviation {
	all := deviation.All()
	rank := func(d deviation.Deviation) int {
		switch {
		case d.Allowed():
			return 3
		case d.Generic:
			return 2
		case slices.ContainsFunc(rules, d.Breaks):
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b deviation.Deviation) int { return rank(a) - rank(b) })
	return all
}

// replayLater makes the replay file when it is asked for: the one that is kept, or
// the one that is only put to the candidate again.
func replayLater(c *attribute.Attribution, s ask.Capabilities) func(keep bool) (*replay.Archive, error) {
	return func(keep bool) (*replay.Archive, error) {
		write := replay.Write
		if keep {
			write = newReplay
		}
		file, err := write(c, s)
		return &file, err
	}
}

// newReplay is the replay file of a finding, with what the candidate reads in another
// way. Where the finding does not say it, that takes long to find.
func newReplay(c *attribute.Attribution, s ask.Capabilities) (replay.Archive, error) {
	if c.ReadsAs = butFor(explaining(c.Findings)); c.ReadsAs != "" {
		return replay.Write(c, s)
	}
	var rules []string
	for _, f := range c.Findings {
		if f.Rule != "" {
			rules = append(rules, f.Rule)
		}
	}
	c.ReadsAs = readsAs(replay.Alone(c.Trial), s, rules...)
	return replay.Write(c, s)
}
