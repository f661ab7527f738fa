package shrink

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/quock-dev/quock/spec"
)

// A sum tells subjects apart.
type sum = [sha256.Size]byte

// Sums tell subjects apart, one for each record and the last for the whole: those with
// an equal sum have the same end and the same events up to there, those with an equal
// last one also the same faults. Which records of the original were kept does not count.
func Sums(s *Subject) [][sha256.Size]byte {
	sums := make([][sha256.Size]byte, 0, s.Stream.Records()+1)
	w := writer(s.Stream.End)
	for rest := s.Stream.Events; len(rest) > 0; {
		w.event(&rest[0])
		if len(rest) == 1 || rest[0].Record != rest[1].Record {
			sums = append(sums, sha256.Sum256(w))
			w = append(w[:0], sums[len(sums)-1][:]...)
		}
		rest = rest[1:]
	}
	for i := range s.Faults {
		w.fault(&s.Faults[i])
	}
	return append(sums, sha256.Sum256(w))
}

// summed is the sum of a subject, and the memory used. The records of the
// original count where the judge may look at nothing else.
func summed(b []byte, s *Subject, records bool) (sum, []byte) {
	w := writer(append(b[:0], s.Stream.End...))
	for i := 0; records && i < len(s.Kept); i++ {
		w.number(s.Kept[i])
	}
	for i := range s.Stream.Events {
		w.event(&s.Stream.Events[i])
	}
	for i := range s.Faults {
		w.fault(&s.Faults[i])
	}
	return sha256.Sum256(w), w
}

// A writer writes fields one behind the other, each with its length.
type writer []byte

func (w *writer) text(texts ...string) {
	for _, s := range texts {
		*w = append(binary.AppendUvarint(*w, uint64(len(s))), s...)
	}
}

func (w *writer) raw(texts ...[]byte) {
	for _, s := range texts {
		*w = append(binary.AppendUvarint(*w, uint64(len(s))), s...)
	}
}

func (w *writer) number(n int) { *w = binary.AppendVarint(*w, int64(n)) }

func (w *writer) flags(flags ...bool) {
	bits := uint16(0)
	for i, f := range flags {
		if f {
			bits |= 1 << i
		}
	}
	*w = binary.LittleEndian.AppendUint16(*w, bits)
}

func (w *writer) event(e *spec.Event) {
	*w = append(*w, byte(e.Kind))
	w.number(e.Record)
	w.flags(e.Global, e.NoSession, e.Ambiguous, e.Parent.OK, e.ParentCall.OK, e.ArgsValue, e.IsError, e.Fatal,
		e.Restated, e.Complete, e.Usage != nil, e.Limit != nil)
	w.text(e.ID, e.Session, e.Parent.ID, e.ParentCall.ID, e.Turn, e.Message, e.Role, e.Agent, e.Slot, e.Call, e.Name,
		string(e.Form), e.Text, e.Args, string(e.Status), e.StopReason, e.Error, e.Wait, string(e.Note))
	w.raw(e.Result, e.Metadata, e.Raw)
	w.usage(e.Usage)
	if e.Limit != nil {
		w.flags(e.Limit.Rejected)
		w.text(e.Limit.Window)
	}
	w.lists(e)
}

func (w *writer) lists(e *spec.Event) {
	w.number(len(e.Messages))
	for i := range e.Messages {
		w.snapshot(&e.Messages[i])
	}
	w.number(len(e.Retracts))
	w.text(e.Retracts...)
	w.number(len(e.Log))
	for i := range e.Log {
		w.text(e.Log[i].ID, e.Log[i].Tool)
	}
}

func (w *writer) usage(u *spec.Usage) {
	if u != nil {
		w.number(int(u.Input))
		w.number(int(u.Output))
	}
}

func (w *writer) snapshot(m *spec.Snapshot) {
	w.flags(m.Usage != nil)
	w.text(m.Message, m.Role, m.Agent, m.StopReason)
	w.raw(m.Metadata)
	w.usage(m.Usage)
	w.number(len(m.Parts))
	for i := range m.Parts {
		p := &m.Parts[i]
		w.flags(p.ArgsValue, p.Invalid, p.Answered, p.IsError)
		w.text(string(p.Kind), p.Slot, p.Text, p.Call, p.Name, p.Args)
		w.raw(p.Result, p.Metadata)
	}
}

func (w *writer) fault(h *spec.Fault) {
	w.flags(h.Session.OK)
	w.number(h.ID)
	w.text(h.Name, h.Rule, h.Session.ID, h.Message, h.Call)
	w.number(len(h.Needs))
	for _, id := range h.Needs {
		w.number(id)
	}
}
