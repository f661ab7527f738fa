package lanes

import (
	"slices"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// seen is what the model decided on one event, for example to which call a fragment or
// a result belongs.
type seen struct {
	call      *model.Call // the call that the event is about
	linked    *model.Call // the call that made the session
	again     bool        // it repeats what an event said of the call before
	replayed  bool        // it is void, since it came before
	astray    bool        // a fragment that belongs to nothing
	additions []addition  // what a whole message adds
}

// An addition is one part that a whole message adds, or answers.
type addition struct {
	message  *model.Message
	part     *model.Part
	was      int  // bytes of its text before
	added    bool // the part is new
	ended    bool // its call is over by this
	complete bool // nothing more comes of it
}

// semantics returns the semantics of the honest model; they record their decisions in
// s.
func (s *seen) semantics() model.Semantics {
	sem := model.Honest()
	s.watchCalls(&sem)
	s.watchResults(&sem)
	link := sem.LinkedCall
	sem.LinkedCall = func(parent *model.Session, id string) *model.Call {
		s.linked = link(parent, id)
		return s.linked
	}
	replay := sem.Replay
	sem.Replay = func(e *spec.Event) bool {
		s.replayed = replay(e)
		return s.replayed
	}
	full := sem.Full
	sem.Full = func(st *model.State, ss *model.Session, m *model.Message, snap *spec.Snapshot, complete bool) {
		before := partsOf(m)
		full(st, ss, m, snap, complete)
		s.compare(m, before)
	}
	return sem
}

func (s *seen) watchCalls(sem *model.Semantics) {
	owner, byID, announced, start, stray := sem.FragmentOwner, sem.FragmentCall, sem.Announced, sem.Start, sem.Stray
	sem.FragmentOwner = func(st *model.State, ss *model.Session, m *model.Message, e *spec.Event) (*model.Call, int) {
		c, n := owner(st, ss, m, e)
		s.about(c)
		return c, n
	}
	sem.FragmentCall = func(ss *model.Session, e *spec.Event) *model.Call { return s.about(byID(ss, e)) }
	sem.Announced = func(st *model.State, ss *model.Session, m *model.Message, e *spec.Event) *model.Call {
		return s.about(announced(st, ss, m, e))
	}
	sem.Start = func(c *model.Call) {
		s.about(c)
		start(c)
	}
	sem.Stray = func(st *model.State, ss *model.Session, kind spec.AnomalyKind, text string) {
		s.astray = true
		stray(st, ss, kind, text)
	}
}

func (s *seen) watchResults(sem *model.Semantics) {
	result, refine, twice := sem.ResultCall, sem.Refine, sem.Twice
	sem.ResultCall = func(st *model.State, ss *model.Session, e *spec.Event) *model.Call {
		return s.about(result(st, ss, e))
	}
	sem.Refine = func(c *model.Call, e *spec.Event) {
		s.again = true
		refine(c, e)
	}
	sem.Twice = func(st *model.State, c *model.Call, e *spec.Event) {
		s.again = true
		twice(st, c, e)
	}
}

func (s *seen) about(c *model.Call) *model.Call {
	if c != nil {
		s.call = c
	}
	return c
}

// A partWas is a part as it was before a whole message.
type partWas struct {
	part *model.Part
	text int
	over bool
}

func partsOf(m *model.Message) []partWas {
	was := make([]partWas, len(m.Parts))
	for i, p := range m.Parts {
		was[i] = partWas{p, len(p.Text), p.Call != nil && p.Call.Status.Terminal()}
	}
	return was
}

func (s *seen) compare(m *model.Message, before []partWas) {
	for _, p := range m.Parts {
		at := slices.IndexFunc(before, func(w partWas) bool { return w.part == p })
		over := p.Call != nil && p.Call.Status.Terminal()
		switch {
		case at < 0:
			s.additions = append(s.additions, addition{message: m, part: p, added: true, ended: over})
		case len(p.Text) != before[at].text, over && !before[at].over:
			s.additions = append(s.additions, addition{message: m, part: p, was: before[at].text, ended: over && !before[at].over})
		}
	}
}
