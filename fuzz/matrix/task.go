package matrix

import (
	"slices"

	"github.com/quock-dev/quock/model/mutant"
	"github.com/quock-dev/quock/model/mutant/trial"
	"github.com/quock-dev/quock/spec"
)

// A Task is what came of one wrong model under one seed. Cases count from 1, and
// only those in whose dialect its rule applies; 0 is never.
type Task struct {
	// Cases were made for it.
	Cases int `json:"cases"`
	// Reached and Triggered are the cases on which its decision was first asked,
	// and first departed.
	Reached   int `json:"reached"`
	Triggered int `json:"triggered"`
	// Killed is the case that killed it; Family and Rule are those on which a check
	// of its family, and of its rule, first saw that.
	Killed int `json:"killed"`
	Family int `json:"family"`
	Rule   int `json:"rule"`

	// Counts are how often its decision was asked and departed in all.
	Counts mutant.Count `json:"counts"`
	// Seen are the rules whose checks saw something until it was solved; sorted.
	Seen []string `json:"seen"`
}

// A search is a task under way.
type search struct {
	Task
	mutant mutant.Mutant
	rule   spec.Rule
	limit  int
	off    func(rule string) bool
}

// over reports whether no further case can tell anything new.
func (s *search) over() bool {
	switch {
	case s.Cases >= s.limit || s.Rule > 0:
		return true
	case s.Killed == 0 || !s.off(s.rule.ID):
		return false
	}
	return s.Family > 0 || !s.seeable()
}

// seeable reports whether a check of the family is left.
func (s *search) seeable() bool {
	return slices.ContainsFunc(spec.Rules(), func(r spec.Rule) bool { return r.Family == s.rule.Family && !s.off(r.ID) })
}

// try puts a case to the mutant, if that can tell anything new.
func (s *search) try(c *trial.Subject) {
	s.Cases++
	if s.Killed > 0 && !slices.ContainsFunc(c.Hazards, s.tells) {
		return
	}
	out := c.Try(s.mutant)
	first(&s.Reached, s.Cases, out.Reached > 0)
	first(&s.Triggered, s.Cases, out.Triggered > 0)
	first(&s.Killed, s.Cases, out.Killed)
	first(&s.Family, s.Cases, out.Family)
	first(&s.Rule, s.Cases, out.Rule)
	s.Counts.Reached += out.Reached
	s.Counts.Triggered += out.Triggered
	s.Seen = union(s.Seen, out.Seen)
}

// tells reports whether what bears the hazard can be what is still looked for.
func (s *search) tells(h spec.Hazard) bool {
	return h.Rule == s.rule.ID || s.Family == 0 && trial.Family(h.Rule) == s.rule.Family
}

// first notes the case on which something was first so.
func first(at *int, number int, so bool) {
	if so && *at == 0 {
		*at = number
	}
}

// union is the sorted union of two sorted sets.
func union(a, b []string) []string {
	for _, s := range b {
		if at, known := slices.BinarySearch(a, s); !known {
			a = slices.Insert(a, at, s)
		}
	}
	return a
}
