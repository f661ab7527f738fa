package matrix

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
)

// A Task is the result of one mutant under one seed. Cases count from 1. Only
// cases in dialects where its rule applies count. 0 means never.
type Task struct {
	// Cases is the number of cases that were made.
	Cases int `json:"cases"`
	// Reached and Triggered are the first cases on which the decision was
	// asked, and on which it departed.
	Reached   int `json:"reached"`
	Triggered int `json:"triggered"`
	// Killed is the case that killed the mutant. Family and Rule are the first
	// cases on which a check of its family, and of its rule, saw that.
	Killed int `json:"killed"`
	Family int `json:"family"`
	Rule   int `json:"rule"`

	// Counts counts how often the decision was asked and departed.
	Counts deviation.Count `json:"counts"`
	// Seen lists, sorted, the rules whose checks saw the mutant before the task
	// was solved.
	Seen []string `json:"seen"`
}

// A search is a task in progress.
type search struct {
	Task
	mutant deviation.Deviation
	rule   spec.Rule
	limit  int
	off    func(rule string) bool
}

// over reports whether further cases cannot change the result.
func (s *search) over() bool {
	switch {
	case s.Cases >= s.limit || s.Rule > 0:
		return true
	case s.Killed == 0 || !s.off(s.rule.ID):
		return false
	}
	return s.Family > 0 || !s.seeable()
}

// seeable reports whether any check of the family is switched on.
func (s *search) seeable() bool {
	return slices.ContainsFunc(spec.Rules(), func(r spec.Rule) bool { return r.Family == s.rule.Family && !s.off(r.ID) })
}

// try runs the mutant on a case, if that can change the result.
func (s *search) try(c *trial.Subject) {
	s.Cases++
	if s.Killed > 0 && !slices.ContainsFunc(c.Faults, s.helps) {
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

// helps reports whether a fault's rule can show what the search still lacks.
func (s *search) helps(h spec.Fault) bool {
	return h.Rule == s.rule.ID || s.Family == 0 && trial.Family(h.Rule) == s.rule.Family
}

// first records the number of the first case on which so is true.
func first(at *int, number int, so bool) {
	if so && *at == 0 {
		*at = number
	}
}

// union returns the sorted union of two sorted sets.
func union(a, b []string) []string {
	for _, s := range b {
		if at, known := slices.BinarySearch(a, s); !known {
			a = slices.Insert(a, at, s)
		}
	}
	return a
}
