package wire

import (
	"fmt"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A Mirror is an Encoder that reads back each record that it writes: what the
// record does not say of its events is an error. After an error its next records
// are not to be relied on.
type Mirror struct {
	// Name is the dialect's, at the beginning of every error.
	Name string
	// Decoder reads the records, so that its state is the encoder's, too.
	Decoder Decoder
	// Write appends the record of events, at least one. Its errors name the event's
	// kind.
	Write func(dst []byte, events []spec.Event) ([]byte, error)
	// Says compares the events with those that were read back, which are valid until
	// the next record; ReadBack where it is nil.
	Says func(want, got []spec.Event) error
	// Forms are those in which Write writes.
	Forms spec.Forms

	got   []spec.Event
	heard *[]spec.Event     // all that was read back, as a decoder reads it; nil if nobody asks
	notes map[spec.Note]int // where the next pair begins
	begun map[beside]int    // of what has begun, where its end stands
}

// Take implements Former.
func (m *Mirror) Take(f spec.Forms) { m.Forms = f }

// hear appends to all what is read back from here on.
func (m *Mirror) hear(all *[]spec.Event) { m.heard = all }

// Encode implements Encoder.
func (m *Mirror) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) == 0 {
		return dst, fmt.Errorf("%s: a record without events", m.Name)
	}
	out, err := m.Write(dst, events)
	if err == nil {
		err = m.readBack(events, out[len(dst):])
	}
	if err != nil {
		return dst, fmt.Errorf("%s: %w", m.Name, err)
	}
	return out, nil
}

// A beside is a kind of note in one session.
type beside struct {
	note    spec.Note
	session string
}

// Beside is the next of the records, by kind of note, that say no more than the event
// does; false where it says more, or has no such record, or the form that has them is not
// taken. Two by two they begin and end one thing, which is of one session.
func (m *Mirror) Beside(form int, records map[spec.Note][]string, e *spec.Event) (record string, ok bool) {
	all := records[e.Note]
	if !m.Forms.Has(form) || e.Kind != spec.NoteEvent || len(all) == 0 || e.Text != "" || len(e.Raw) > 0 || len(e.Metadata) > 0 {
		return "", false
	}
	if m.notes == nil {
		m.notes, m.begun = map[spec.Note]int{}, map[beside]int{}
	}
	one := beside{e.Note, e.Session}
	if end, ok := m.begun[one]; ok {
		delete(m.begun, one)
		return all[end%len(all)], true
	}
	n := m.notes[e.Note]
	m.notes[e.Note], m.begun[one] = n+2, n+1
	return all[n%len(all)], true
}

func (m *Mirror) readBack(events []spec.Event, record []byte) error {
	var problem *Problem
	if m.got, problem = m.Decoder.Decode(m.got[:0], record); problem != nil {
		return fmt.Errorf("%s: the record cannot be read: %s", events[0].Kind, problem.Detail)
	}
	if m.heard != nil {
		*m.heard = append(*m.heard, m.got...)
	}
	if m.Says != nil {
		return m.Says(events, m.got)
	}
	return ReadBack(events, m.got)
}

// Written is the text that w holds, which is to say e; err, or what w could not
// write, is an error.
func Written(w *scan.Writer, e *spec.Event, err error) ([]byte, error) {
	if err == nil && w.Err != nil {
		err = fmt.Errorf("%s: no JSON text can hold it: %w", e.Kind, w.Err)
	}
	return w.Out, err
}

// NotRepresentable is the error of an event, or of a field of it, that a dialect has no
// place for.
func NotRepresentable(e *spec.Event, field, why string) error {
	if field == "" {
		return fmt.Errorf("%s: %s", e.Kind, why)
	}
	return fmt.Errorf("%s: %s: %s", e.Kind, field, why)
}
