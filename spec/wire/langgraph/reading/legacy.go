package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// An origin is where a message of the legacy mode messages came from: the
// records themselves have no namespace.
type origin struct {
	session string
	whereabouts
}

// origins reads messages/metadata: {message id: {"metadata": {…}}}.
func (d *decoder) origins(f *frame) {
	for id, v := range f.payload.Members() {
		at := readPlace(v.Get("metadata"))
		d.legacy[strings.Clone(id)] = origin{d.taskIn(at.path), at}
	}
	d.note("", spec.NoteCustom, "")
}

// cumulative reads messages/partial and messages/complete: messages as far as
// they go. A partial one that names its finish reason is complete as well.
func (d *decoder) cumulative(f *frame, complete bool) {
	for v := range elements(f.payload) {
		m := parseMessage(v)
		from := d.legacy[m.id]
		from.session = d.apart.home(from.session, &m)
		if m.role != roleAI {
			d.restate(from.session, "", v)
			continue
		}
		d.open(from.session, from.agent)
		ends := complete || m.stopReason() != ""
		s := m.snapshot(ends, false)
		if s.Agent = from.speaker; s.Agent == "" {
			s.Agent = speaker(m.name)
		}
		d.full(from.session, s, ends, true)
	}
}
