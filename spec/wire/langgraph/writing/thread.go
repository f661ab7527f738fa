package writing

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph/reading"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A threadEncoder writes protocol v3 as a server does. It remembers what an engine
// knows beside the events: its state, its tasks, and blocks in the making.
type threadEncoder struct {
	wire.Mirror
	python, pieces, sse bool
	seq                 int
	sent                map[string]sent // by event id
	branches            map[string]*branchWritten
}

// A sent is a record that bears an id, and what it says.
type sent struct {
	events []spec.Event
	record []byte
}

// A branchWritten is what the encoder knows of a session.
type branchWritten struct {
	state    []string // its messages, as a state lists them
	speeches map[string]*speechWritten
	calls    map[string]*callWritten // the newest of an id
	made     int                     // calls
}

// A speechWritten is a model call: its task and run, and its blocks.
type speechWritten struct {
	task, run string
	closed    bool
	blocks    map[string]*blockWritten
	early     map[string]string // arguments before the block that they belong to, by slot
	order     []*blockWritten
}

type blockWritten struct {
	kind    string // text, reasoning or tool_call
	written string
	call    *callWritten
}

type callWritten struct {
	id, name, args, task string
}

// in reports whether a form of Python's own is taken.
func (e *threadEncoder) in(form int) bool { return e.python && e.Forms.Has(form) }

func newThreadEncoder(variant string) *threadEncoder {
	e := &threadEncoder{
		python: reading.IsPython(variant), pieces: variant == reading.V3Pieces, sse: reading.IsSSE(variant),
		sent: map[string]sent{}, branches: map[string]*branchWritten{},
	}
	e.Mirror = wire.Mirror{Name: reading.Name, Decoder: reading.New(variant).Strict(), Write: e.write, Says: e.says}
	return e
}

func (e *threadEncoder) branch(session string) *branchWritten {
	b := e.branches[session]
	if b == nil {
		b = &branchWritten{speeches: map[string]*speechWritten{}, calls: map[string]*callWritten{}}
		e.branches[session] = b
	}
	return b
}

// says compares what a record says. One that is sent again says that alone; what a
// state restates may have been restated before; no state numbers calls.
func (e *threadEncoder) says(want, got []spec.Event) error {
	if want[0].ID != "" && e.sent[want[0].ID].record != nil {
		return nil
	}
	if want[0].Restated && len(got) == 1 && got[0].Kind == spec.NoteEvent && got[0].Note == spec.NoteCustom {
		return nil
	}
	return wire.ReadBack(unnumbered(want), got)
}

// unnumbered are events whose restated calls have no slots.
func unnumbered(events []spec.Event) []spec.Event {
	if events[0].Kind != spec.MessageFull || len(events) > 1 || len(events[0].Messages) != 1 {
		return events
	}
	e, s := events[0], events[0].Messages[0]
	s.Parts = append([]spec.SnapshotPart(nil), s.Parts...)
	for i := range s.Parts {
		if s.Parts[i].Kind == spec.CallPart {
			s.Parts[i].Slot = ""
		}
	}
	e.Messages = []spec.Snapshot{s}
	return []spec.Event{e}
}

// Encode writes a record; one that is sent again as it was.
func (e *threadEncoder) Encode(dst []byte, events []spec.Event) ([]byte, error) {
	if len(events) == 0 || events[0].ID == "" {
		return e.Mirror.Encode(dst, events)
	}
	id := events[0].ID
	if again := e.sent[id]; again.record != nil {
		if wire.ReadBack(again.events, events) != nil {
			return dst, wire.NotRepresentable(&events[0], "ID", "another record has it")
		}
		return e.Mirror.Encode(dst, events)
	}
	out, err := e.Mirror.Encode(dst, events)
	if err == nil {
		e.sent[id] = sent{append([]spec.Event(nil), events...), bytes.Clone(out[len(dst):])}
	}
	return out, err
}

func (e *threadEncoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	first := &events[0]
	if again := e.sent[first.ID]; first.ID != "" && again.record != nil {
		return append(dst, again.record...), nil
	}
	w := threadWriter{Writer: scan.NewWriter(dst), threadEncoder: e, id: first.ID}
	err := w.record(events)
	return wire.Written(&w.Writer, first, err)
}

// A threadWriter writes one record.
type threadWriter struct {
	scan.Writer
	*threadEncoder
	id string
}

func (w *threadWriter) record(events []spec.Event) error {
	first := &events[0]
	switch {
	case first.Kind == spec.CallStart, first.Kind == spec.SessionOpen:
	case len(events) > 1:
		return wire.NotRepresentable(&events[1], "", "not in one record with "+first.Kind.String())
	}
	switch first.Kind {
	case spec.TurnStart, spec.TurnEnd, spec.Cancel, spec.Error:
		return w.edge(first)
	case spec.SessionOpen:
		return w.opening(first)
	case spec.CallStart, spec.CallProgress, spec.CallDone:
		return w.toolRecord(events)
	case spec.MessageFull:
		return w.stated(first)
	case spec.Wait:
		return w.asks(first)
	case spec.NoteEvent:
		return w.noted(first)
	}
	return w.speaks(first)
}

// open begins a record of a channel, up to its data.
func (w *threadWriter) open(method string, path []string, node string) {
	w.seq++
	w.Open('{')
	if w.sse {
		w.Member("event", method)
		w.Optional("id", w.id)
		w.Begin("data", '{')
	}
	w.Member("type", "event")
	w.Optional("event_id", w.id)
	w.Number("seq", int64(w.seq))
	w.Member("method", method)
	w.Begin("params", '{')
	w.Texts("namespace", path)
	w.Number("timestamp", threadEpoch+int64(w.seq))
	w.Optional("node", node)
	w.Key("data")
}

// threadEpoch is when a stream begins, in milliseconds.
const threadEpoch = 1790000000000

// close ends a record behind its data.
func (w *threadWriter) close() {
	w.Close('}')
	w.Close('}')
	if w.sse {
		w.Close('}')
	}
}
