package relation_test

import (
	"fmt"
	"strings"
	"sync"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/relation/relationtest"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// testDialects lists the dialects in which streams are generated.
var testDialects = func() (names []string) {
	for _, f := range scenariotest.Dialects {
		names = append(names, f.Dialect)
	}
	return names
}()

func features(name string) spec.Features {
	codec, variant, err := dialects.Lookup(name)
	if err != nil {
		panic(err)
	}
	return codec.Features(variant)
}

// honest are the readers that the rules allow: the choices of each policy.
var honest = []relation.Reader{
	relationtest.Reader(model.Honest(), spec.Policies{}),
	relationtest.Reader(model.Honest(), spec.Policies{HeldAttach: "end", ArgumentsComplete: "marker"}),
	relationtest.Reader(model.Honest(), spec.Policies{HeldAttach: "open", ArgumentsComplete: "marker"}),
}

// performed returns the case of a number. The levels clean and degraded
// alternate.
func performed(f spec.Features, number int) *perform.Case {
	level := [2]perform.Level{perform.Clean, perform.Degraded}[number%2]
	return perform.Generate(f, level, perform.CaseSeed(1, uint64(number)))
}

// suited returns the numbers of cases for a relation: cases with sub-sessions
// if it changes the order of sessions, else the first ones.
func suited(r relation.Relation, f spec.Features, n int) []int {
	if r.Name == "interleave" || r.Name == "permute-siblings" {
		return branching(f, n)
	}
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// found caches the numbers of cases with sub-sessions, by dialect.
var found = struct {
	sync.Mutex
	numbers map[string][]int
	next    map[string]int
}{numbers: map[string][]int{}, next: map[string]int{}}

// branching returns the first n numbers of cases with sub-sessions.
func branching(f spec.Features, n int) []int {
	found.Lock()
	defer found.Unlock()
	for len(found.numbers[f.Dialect]) < n && f.Children == spec.ChildrenSpeak {
		i := found.next[f.Dialect]
		if found.next[f.Dialect]++; branches(performed(f, i)) {
			found.numbers[f.Dialect] = append(found.numbers[f.Dialect], i)
		}
	}
	all := found.numbers[f.Dialect]
	return all[:min(n, len(all)):min(n, len(all))]
}

// branches reports whether a case has at least two sub-sessions.
func branches(c *perform.Case) bool {
	heard := map[string]bool{}
	for i := range c.Stream.Events {
		heard[c.Stream.Events[i].Session] = true
	}
	return len(heard) > 2
}

// story describes a case and what was found.
func story(c *perform.Case, found []spec.Difference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s, seed %d\n%s", c.Scenario.Features.Dialect, c.Level, c.Seed, c.Story())
	for i, d := range found {
		if i == 5 {
			break
		}
		fmt.Fprintln(&b, d)
	}
	return b.String()
}
