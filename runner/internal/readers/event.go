package readers

import (
	"cmp"
	"slices"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// event says what a record says: its event that means most.
func (r *Readings) event(record int) string {
	first, _ := slices.BinarySearchFunc(r.stream.Events, record, func(e spec.Event, record int) int {
		return cmp.Compare(e.Record, record)
	})
	best := -1
	for i := first; i < len(r.stream.Events) && r.stream.Events[i].Record == record; i++ {
		if best < 0 || weight(&r.stream.Events[i]) > weight(&r.stream.Events[best]) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	e := r.stream.Events[best] // a copy
	n := &namer{transcript: &r.final}
	for _, id := range []*string{&e.Session, &e.Parent.ID, &e.ParentCall.ID, &e.Message, &e.Call, &e.Turn} {
		*id = clipID(*id)
	}
	e.Name, e.Agent = clipName(e.Name), clipName(e.Agent)
	if s := n.transcript.Session(r.stream.Events[best].Session); s != nil {
		if e.Session = n.session(s.ID); e.Session == rootSession {
			e.Session = ""
		}
	}
	const most = 120
	return clip(words.Event([]spec.Event{e}), most)
}

// weight orders the events of a record: what only opens something says least.
func weight(e *spec.Event) int {
	switch e.Kind {
	case spec.NoteEvent:
		return 0
	case spec.SessionOpen, spec.TurnStart:
		return 1
	case spec.MessageOpen, spec.UsageReport:
		return 2
	}
	return 3
}
