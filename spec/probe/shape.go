package probe

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A shape says which keys a value must have: those of an object in fields, each
// with the shape below it, or those of every element of an array. A nil shape
// asks nothing.
type shape struct {
	fields map[string]*shape
	need   []string
	each   *shape
}

// object returns the shape of an object that needs the keys given.
func object(need ...string) *shape {
	return &shape{fields: map[string]*shape{}, need: need}
}

func list(each *shape) *shape { return &shape{each: each} }

func (s *shape) with(key string, below *shape) *shape {
	s.fields[key] = below
	return s
}

// transcriptShape is what a transcript must hold if the parts are observed: the
// fields that probe.md marks with a star.
func transcriptShape(observes []string) *shape {
	has := func(part string) bool { return slices.Contains(observes, part) }
	t := object()
	if has(PartOutcome) {
		t.need = append(t.need, PartOutcome)
	}
	for _, l := range transcriptLists {
		if has(l.part) {
			t.need = append(t.need, l.part)
			t.with(l.part, list(l.each))
		}
	}
	if has(PartQuota) {
		t.need = append(t.need, PartQuota)
		t.with(PartQuota, object("limited"))
	}
	if has(PartSessions) || has(PartTurns) || has(PartMessages) || has(PartCalls) {
		t.need = append(t.need, PartSessions)
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
		s.need = append(s.need, "status")
	}
	if has(PartTurns) {
		s.need = append(s.need, "turns")
		s.with("turns", list(object("status")))
	}
	if has(PartMessages) || has(PartCalls) {
		s.need = append(s.need, "messages")
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
		m.need = append(m.need, "role", "complete", "parts")
		m.with("parts", list(object("kind")))
	}
	if has(PartMessages) && has(PartTurns) {
		m.need = append(m.need, "turn")
	}
	if has(PartCalls) {
		m.need = append(m.need, "calls")
		m.with("calls", list(callShape()))
	}
	return m
}

func callShape() *shape { return object("id", "name", "args", "status") }

// missing returns the first key that a JSON value lacks by its shape.
func (s *shape) missing(value []byte) *ProtocolError {
	d := jsontext.NewDecoder(bytes.NewReader(value), tolerant...)
	return s.walk(d, "")
}

// walk reads one value. A value of another kind than the shape's is left to the
// typed decoding.
func (s *shape) walk(d *jsontext.Decoder, path string) *ProtocolError {
	kind := d.PeekKind()
	switch {
	case s != nil && s.each != nil && kind == '[':
		return s.elements(d, path)
	case s != nil && s.each == nil && kind == '{':
		return s.keys(d, path)
	}
	if err := d.SkipValue(); err != nil {
		return explain(err)
	}
	return nil
}

func (s *shape) elements(d *jsontext.Decoder, path string) *ProtocolError {
	if _, err := d.ReadToken(); err != nil {
		return explain(err)
	}
	for i := 0; d.PeekKind() != ']'; i++ {
		if bad := s.each.walk(d, path+"["+number(i)+"]"); bad != nil {
			return bad
		}
	}
	_, err := d.ReadToken()
	return failed(err)
}

func (s *shape) keys(d *jsontext.Decoder, path string) *ProtocolError {
	if _, err := d.ReadToken(); err != nil {
		return explain(err)
	}
	var seen uint64
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return explain(err)
		}
		key := token.String()
		if i := slices.Index(s.need, key); i >= 0 {
			seen |= 1 << i
		}
		if bad := s.fields[key].walk(d, join(path, key)); bad != nil {
			return bad
		}
	}
	at := d.InputOffset()
	if _, err := d.ReadToken(); err != nil {
		return explain(err)
	}
	return s.lacking(seen, path, at)
}

func (s *shape) lacking(seen uint64, path string, at int64) *ProtocolError {
	for i, key := range s.need {
		if seen&(1<<i) == 0 {
			return &ProtocolError{
				Reason: MissingField, Path: join(path, key), Offset: at,
				What: "is missing",
				Fix:  "report it (null or empty where there is nothing), or take its part out of observes",
			}
		}
	}
	return nil
}

func failed(err error) *ProtocolError {
	if err != nil {
		return explain(err)
	}
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
