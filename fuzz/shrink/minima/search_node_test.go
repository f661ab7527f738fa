package minima

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// Only a wrong model that departed, now or before, can differ from the honest
// one; and it departs only where its decision is asked. So at each node the
// honest model says what is asked, and only those wrong models run whose
// decision that is, or who departed on the way.

// modelOfPath is a model, honest by a semantics, that has read the path.
func (s *search) modelOfPath(sem model.Semantics) *model.State {
	m := model.NewWith(sem, s.Features, spec.Policies{})
	for i := range s.path {
		m.Step(&s.path[i])
	}
	return m
}

// asked gives the honest model the path and leaves in reached what its last
// event asked.
func (s *search) asked() *model.State {
	last := len(s.path) - 1
	all := s.path
	s.path = all[:last]
	m := s.modelOfPath(s.watched)
	s.path = all
	s.reached = decisions{}
	m.Step(&all[last])
	return m
}

// inner returns who departed on a path that goes on.
func (s *search) inner(departed []string) []string {
	s.asked()
	reached := s.reached
	now := slices.Clip(departed)
	for i := range s.suspects {
		p := &s.suspects[i]
		if !p.meets(reached) || slices.Contains(now, p.Name) {
			continue
		}
		sem, n := p.New()
		if s.modelOfPath(sem); s.suspicious(n) {
			now = append(now, p.Name)
		}
	}
	return now
}

// A view is what the honest model shows after the last record and after the end.
type view struct{ open, over spec.Transcript }

// leaf tries a whole stream on everybody who may fail on it, with either end.
func (s *search) leaf(departed []string) {
	s.nodes++
	open := s.asked()
	v := view{open: open.Transcript()}
	open.End(spec.EOF)
	v.over = open.Transcript()
	reached := s.reached
	s.suspects = slices.DeleteFunc(s.suspects, func(p suspect) bool {
		return (p.meets(reached) || slices.Contains(departed, p.Name)) && s.fails(&p, &v)
	})
}

// fails reports whether the suspect fails on the path, and notes its minimum.
func (s *search) fails(p *suspect, v *view) bool {
	sem, n := p.New()
	m := s.modelOfPath(sem)
	got := m.Transcript()
	if s.suspicious(n) && s.differs(p, &v.open, &got, s.path[len(s.path)-1].Record) {
		return true
	}
	m.End(spec.EOF)
	got = m.Transcript()
	return s.suspicious(n) && s.differs(p, &v.over, &got, -1)
}

// suspicious reports whether a wrong model may be in another state than the
// honest one.
func (s *search) suspicious(n *deviation.Count) bool {
	return n.Triggered > 0 || s.Doubts && n.Reached > 0
}

func (s *search) differs(p *suspect, want, got *spec.Transcript, position int) bool {
	found := differences(p.rule, &s.Features, want, got, position)
	if len(found) == 0 {
		return false
	}
	s.found = append(s.found, Minimum{
		Mutant: p.Deviation, Scope: s.Name,
		Subject:   shrink.Subject{Stream: spec.Stream{Features: s.Features, Events: slices.Clone(s.path), End: spec.EOF}},
		Signature: shrink.Signature{Rule: p.Rule(), Kind: kind(&found[0])},
	})
	return true
}
