package reading

import (
	"crypto/sha256"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// restated remembers which messages a session's state listed, so that a list
// that grows by one costs one message. A message that comes again unchanged
// says nothing; one that changed is said again.
type restated struct {
	key   map[fingerprint]string // of the text last seen under a key
	last  map[string]fingerprint
	alike map[fingerprint]int // messages without any id: how many alike were listed
	text  []byte              // of the message that is hashed
}

type fingerprint [16]byte

// news reports whether a message of a list is new, and its hash. Of messages
// without an id, here counts those alike in the present list.
func (r *restated) news(v scan.Value, here map[fingerprint]int) (bool, fingerprint) {
	r.text = append(r.text[:0], v...)
	sum := sha256.Sum256(r.text)
	h := fingerprint(sum[:16])
	if key, ok := r.key[h]; ok {
		return r.last[key] != h, h
	}
	if n, ok := r.alike[h]; ok {
		here[h]++
		return here[h] > n, h
	}
	return true, h
}

// remember takes in a new message under its key, "" where it has no id.
func (r *restated) remember(h fingerprint, key string, here map[fingerprint]int) {
	if r.key == nil {
		r.key, r.last, r.alike = map[fingerprint]string{}, map[string]fingerprint{}, map[fingerprint]int{}
	}
	if key == "" {
		here[h] = max(here[h], 1)
		r.alike[h] = max(r.alike[h], here[h])
		return
	}
	if old, ok := r.last[key]; ok {
		delete(r.key, old)
	}
	r.key[h], r.last[key] = key, h
}

// key is what makes a message the same one: its id, and for a tool message the
// call too, since some have no id at first and call ids are used again.
func (m *message) key() string {
	switch {
	case m.role == roleTool:
		return m.call + "\x00" + m.id
	case m.id == "":
		return ""
	}
	return m.id
}

// restate reads a list of messages that state holds. A node that returned it said those
// that are new, unless it lists a conversation, with what others said in it.
func (d *decoder) restate(session, by string, list scan.Value) {
	here := map[fingerprint]int{}
	if by != "" && hasHuman(list) {
		by = ""
	}
	for v := range elements(list) {
		d.restateOne(session, by, v, here)
	}
}

func hasHuman(list scan.Value) bool {
	for v := range elements(list) {
		if m := parseMessage(v); m.role == roleHuman {
			return true
		}
	}
	return false
}

func (d *decoder) restateOne(session, by string, v scan.Value, here map[fingerprint]int) {
	sc := d.scope(session)
	isNew, h := sc.restated.news(v, here)
	if !isNew {
		return
	}
	m := parseMessage(v)
	sc.restated.remember(h, m.key(), here)
	session = d.apart.home(session, &m)
	sc = d.scope(session)
	switch m.role {
	case roleAI:
		s := m.snapshot(true, false)
		s.Agent = speaker(m.name)
		if _, known := sc.ended[m.id]; s.Agent == "" && !known {
			s.Agent = by
		}
		d.full(session, s, true, true)
	case roleHuman:
		d.prompt(session, &m, true)
	case roleTool:
		d.result(session, &m, true)
	case roleSystem:
		d.note(session, spec.NoteSystem, joined(m.content))
	case roleOther:
		d.note(session, spec.NoteCustom, joined(m.content))
	case roleUnknown:
		d.unknown(session, "", v)
	}
}

// speaker is the name on a message, unless that is the default of the agent's
// node.
func speaker(name string) string {
	if name == "model" {
		return ""
	}
	return strings.Clone(name)
}

// elements are those of a list, or the one value that stands for a list.
func elements(list scan.Value) func(func(scan.Value) bool) {
	if list.Kind() == '{' {
		return func(yield func(scan.Value) bool) { yield(list) }
	}
	return list.Elements()
}
