package probe

import "github.com/quock-dev/quock/spec/wire/scan"

// A shape says which keys a value must have: those of an object, or those of
// every element of an array. A nil shape asks nothing.
type shape struct {
	fields []field
	each   *shape
	// need has a bit for each field that is needed; knowing sets it.
	need uint64
	// room is the *room of the lists of this shape; nil for one that was never read.
	room any
	// follows says which field came last time behind each, and first before all, noMore where
	// none did; for each the next one at first; knowing makes it.
	follows []int
}

// A field is one key of an object: whether it is needed, and the shape of its value.
type field struct {
	key  string
	need bool
	*shape
	// asFirst and asNext are the key as it is looked for at the start of an object and
	// behind another one; knowing sets them.
	asFirst, asNext scan.Key
}

// object returns the shape of an object that needs the keys given.
func object(need ...string) *shape {
	s := &shape{}
	s.needs(need...)
	return s
}

func list(each *shape) *shape { return &shape{each: each} }

// needs adds keys that an object must have.
func (s *shape) needs(keys ...string) {
	for _, key := range keys {
		s.fields = append(s.fields, field{key: key, need: true})
	}
}

// with gives the value of a key a shape.
func (s *shape) with(key string, below *shape) *shape {
	for i := range s.fields {
		if s.fields[i].key == key {
			s.fields[i].shape = below
			return s
		}
	}
	s.fields = append(s.fields, field{key: key, shape: below})
	return s
}

// transcriptShape is what a transcript must hold if the parts are observed: the
// fields that probe.md marks with a star, but for those that are lacked.
func transcriptShape(h *HelloReply) *shape {
	has := h.reports
	t := object()
	if has(PartOutcome) {
		t.needs(PartOutcome)
	}
	for _, l := range transcriptLists {
		if has(l.part) {
			t.needs(l.part)
			t.with(l.part, list(l.each))
		}
	}
	if has(PartQuota) {
		t.needs(PartQuota)
		t.with(PartQuota, object("limited"))
	}
	if has(PartSessions) || has(PartTurns) || has(PartMessages) || has(PartCalls) {
		t.needs(PartSessions)
		t.with(PartSessions, list(sessionShape(has)))
	}
	return t
}

// transcriptLists are the lists at the top of a transcript. An empty history
// may be left out.
var transcriptLists = []struct {
	part string
	each *shape
}{
	{PartActive, object("session", "call", "phase")},
	{PartAgents, object("name", "call", "parent", "status")},
	{PartAnomalies, object("kind", "session")},
}

func sessionShape(has func(string) bool) *shape {
	s := object("id")
	if has(PartSessions) {
		s.needs("status")
	}
	if has(PartTurns) {
		s.needs("turns")
		s.with("turns", list(object("status")))
	}
	if has(PartMessages) || has(PartCalls) {
		s.needs("messages")
		s.with("messages", list(messageShape(has)))
	}
	if has(PartCalls) {
		s.with("held", list(callShape())).with("abandoned", list(callShape()))
		s.with("orphans", list(object("id")))
	}
	return s
}

func messageShape(has func(string) bool) *shape {
	m := object()
	if has(PartMessages) {
		m.needs("role", "parts")
		if has(fieldComplete) {
			m.needs(fieldComplete)
		}
		m.with("parts", list(object("kind")))
	}
	if has(PartMessages) && has(PartTurns) {
		m.needs("turn")
	}
	if has(PartCalls) {
		m.needs("calls")
		m.with("calls", list(callShape()))
	}
	return m
}

func callShape() *shape { return object("id", "name", "args", "status") }
