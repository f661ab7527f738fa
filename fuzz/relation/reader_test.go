package relation_test

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// told are the dialects that streams are performed in.
var told = []string{"neutral", "agentc", "langgraph:js", "claudecode:full", "claudecode:partial"}

func features(name string) spec.Features {
	codec, variant, err := dialects.Lookup(name)
	if err != nil {
		panic(err)
	}
	return codec.Features(variant)
}

// reading is a reader with these semantics and policies.
func reading(sem model.Semantics, p spec.Policies) relation.Reader {
	return func(s spec.Stream, at []int) []spec.Transcript {
		m := model.NewWith(sem, s.Features, p)
		var got []spec.Transcript
		next := 0
		for _, position := range at {
			for next < len(s.Events) && (position == relation.AtEnd || s.Events[next].Record <= position) {
				m.Step(&s.Events[next])
				next++
			}
			if position == relation.AtEnd {
				m.End(s.End)
			}
			got = append(got, m.Transcript())
		}
		return got
	}
}

var honest = reading(model.Honest(), spec.Policies{})

// performed is the case of a number, at clean and degraded level in turns.
func performed(f spec.Features, number int) *perform.Case {
	level := [2]perform.Level{perform.Clean, perform.Degraded}[number%2]
	return perform.Generate(f, level, perform.CaseSeed(1, uint64(number)))
}

// story is a case with what was found, for people.
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
