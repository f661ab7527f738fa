// Package relationtest has readers, and cuts of bytes, for the tests of relations. It is test
// support.
package relationtest

import (
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// Reader reads as a model with these semantics and policies does.
func Reader(sem model.Semantics, p spec.Policies) relation.Reader {
	return func(s spec.Stream, at []int) []spec.Transcript {
		m := model.NewWith(sem, s.Features, p)
		var got []spec.Transcript
		next := 0
		for _, position := range at {
			for next < len(s.Events) && (position == spec.AtEnd || s.Events[next].Record <= position) {
				m.Step(&s.Events[next])
				next++
			}
			if position == spec.AtEnd {
				m.End(s.End)
			}
			got = append(got, m.Transcript())
		}
		return got
	}
}
