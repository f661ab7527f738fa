package campaign

import (
	"slices"
	"sync"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// breakers are the wrong models that break each rule.
var breakers = sync.OnceValue(func() map[string][]mutant.Mutant {
	all := map[string][]mutant.Mutant{}
	for _, m := range mutant.All() {
		all[m.Rule] = append(all[m.Rule], m)
	}
	return all
})

// bears reports whether a stream can show that a rule is broken: a wrong model that
// breaks it reads the stream wrong. A rule without such models bears on any stream.
func bears(s *spec.Stream, rule string, p spec.Policies) bool {
	wrong := breakers()[rule]
	tried := trial.Subject{Stream: *s, Policies: p}
	return len(wrong) == 0 || slices.ContainsFunc(wrong, func(m mutant.Mutant) bool { return tried.Try(m).Killed })
}

// bearing is a subject with those of its hazards whose rules the stream still bears
// on. What a hazard did may be gone from a smaller stream, while what it touched is
// still there; it would be charged to its rule for nothing.
func bearing(s *shrink.Subject, p spec.Policies) shrink.Subject {
	left := *s
	left.Hazards = slices.DeleteFunc(slices.Clone(s.Hazards), func(h spec.Hazard) bool { return !bears(&s.Stream, h.Rule, p) })
	return left
}

// judge is the reader's judge, asked about what bears on the stream.
func (r *Reader) judge(s *shrink.Subject) []shrink.Signature {
	left := bearing(s, r.Policies)
	return r.Judge(&left)
}
