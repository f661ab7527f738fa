package minima

import (
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A Minimum is a shortest stream of a scope on which a wrong model fails.
type Minimum struct {
	Mutant deviation.Deviation
	// Scope is the name of the scope that it was searched in.
	Scope string
	shrink.Subject
	// Signature is how the wrong model fails on it, in its clearest way.
	shrink.Signature
}

// A Suspect is a wrong model to be tried on streams that are shorter than Under
// events; 0 for any.
type Suspect struct {
	deviation.Deviation
	Under int
}

// A suspect is a wrong model that has not failed yet.
type suspect struct {
	Suspect
	decisions
	rule check.Check
}

// A search walks the tree of a scope's streams, level by level.
type search struct {
	*Scope
	suspects []suspect
	found    []Minimum
	depth    int
	nodes    int

	path    []spec.Event
	options [][]option // of each depth, kept for the next node there

	reached decisions
	watched model.Semantics
}

// Search finds the shortest stream of the scope for each of the wrong models, as
// far as there is one of at most depth events: no shorter stream of the scope
// makes it fail. Streams are tried by length and, in one length, in the order of
// the scope's options; ids are used in their order, so that no two streams are
// the same but for names. A wrong model whose rule does not apply to the dialect
// is passed over. It returns the number of streams that were tried, too.
func (sc *Scope) Search(suspects []Suspect, depth int) (found []Minimum, tried int) {
	s := search{Scope: sc, options: make([][]option, depth+1)}
	s.watched = watched(&s.reached)
	for _, m := range suspects {
		c, ok := check.ByRule(m.Rule())
		if ok && c.Applies(sc.Features) {
			s.suspects = append(s.suspects, suspect{m, replaced(m.Deviation), c})
		}
	}
	for s.depth = 1; s.depth <= depth; s.depth++ {
		s.suspects = slices.DeleteFunc(s.suspects, func(p suspect) bool { return p.Under > 0 && p.Under <= s.depth })
		if len(s.suspects) == 0 {
			break
		}
		s.walk(&world{}, nil)
	}
	return s.found, s.nodes
}

// walk tries every stream that goes on with the path, to the present depth;
// departed are the suspects that departed on the path.
func (s *search) walk(w *world, departed []string) {
	level := len(s.path)
	s.options[level] = s.enabled(s.options[level][:0], w, s.path)
	for i := range s.options[level] {
		o := &s.options[level][i]
		s.path = append(s.path, o.event)
		if len(s.path) == s.depth {
			s.leaf(departed)
		} else {
			s.walk(&o.world, s.inner(departed))
		}
		s.path = s.path[:level]
	}
}
