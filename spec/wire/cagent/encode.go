package cagent

import (
	"time"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// NewEncoder returns an encoder that writes the variant's records.
func (codec) NewEncoder(variant string) wire.Encoder {
	e := &encoder{variant: variant, mirror: newDecoder(variant == D2), books: map[string]*book{}}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write, Says: e.says}
	return e
}

type encoder struct {
	wire.Mirror
	variant string
	mirror  *decoder
	books   map[string]*book
}

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e}
	err := w.record(events)
	return wire.Written(&w.Writer, &events[0], err)
}

// says keeps what was read back, which is more than the events say.
func (e *encoder) says(want, got []spec.Event) error {
	if err := wire.ReadBack(want, got); err != nil {
		return err
	}
	for i := range got {
		e.keep(&got[i])
	}
	return nil
}

// A writer writes one record.
type writer struct {
	scan.Writer
	*encoder
}

// record picks the event of the runtime by the first event, or the second where
// the first only opens what that is about.
func (w *writer) record(events []spec.Event) error {
	e := &events[0]
	last := &events[len(events)-1]
	switch {
	case len(events) > 2 && e.Kind == spec.SessionOpen && last.Kind == spec.SessionClose && last.Session == e.Session:
		return w.completedUnseen(events)
	case e.Kind == spec.History, len(events) > 1 && events[1].Kind == spec.History:
		return w.document(events)
	case e.Kind == spec.NoteEvent && len(events) > 1:
		return w.document(events)
	case len(events) > 2:
		return wire.NotRepresentable(last, "", "not in one record with what is before it")
	case len(events) == 2 && !opens(e, last):
		return wire.NotRepresentable(last, "", "not in one record with "+e.Kind.String())
	case e.Kind == spec.SessionOpen && last.Kind == spec.TurnStart:
		return w.started(e)
	case e.Kind == spec.CallOpen && last.Kind == spec.CallArgs:
		return w.partial(e, last.Text)
	case e.Kind == spec.CallOpen && len(events) == 2:
		return w.toolOf(last, e)
	}
	return w.single(last)
}

// opens reports whether the first event only opens what the second is about.
func opens(first, second *spec.Event) bool {
	switch first.Kind {
	case spec.SessionOpen:
		return second.Kind == spec.TurnStart || second.Kind == spec.SessionClose
	case spec.CallOpen:
		return second.Kind == spec.CallArgs || second.Kind == spec.CallStart || second.Kind == spec.CallDone || second.Kind == spec.Wait
	}
	return false
}

func (w *writer) single(e *spec.Event) error {
	switch e.Kind {
	case spec.TurnStart:
		return w.started(e)
	case spec.TurnEnd:
		w.stopped(e)
	case spec.SessionClose:
		return w.completed(e)
	case spec.Text:
		w.choice(e)
	case spec.MessageClose:
		w.open("message_added", e)
		w.Close('}')
	case spec.MessageFull:
		return w.prompt(e)
	case spec.Retract:
		w.fallback(e)
	case spec.UsageReport:
		return w.usage(e)
	case spec.Error:
		w.failure(e)
	case spec.NoteEvent:
		return w.note(e)
	default:
		return w.tool(e)
	}
	return nil
}

func (w *writer) tool(e *spec.Event) error {
	switch e.Kind {
	case spec.CallOpen:
		return w.partial(e, "")
	case spec.CallArgs:
		return w.partial(e, e.Text)
	case spec.CallStart, spec.CallProgress, spec.CallDone, spec.Wait:
		return w.toolOf(e, e)
	}
	return wire.NotRepresentable(e, "", "no record says it")
}

// epoch is when encoded streams begin.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

const never = "0001-01-01T00:00:00Z"

// untimed are the types that bear no time.
var untimed = map[string]bool{"error": true, "session_title": true, "max_iterations_reached": true, "model_fallback": true}

// open begins an event of a session that bears its id.
func (w *writer) open(kind string, e *spec.Event) {
	w.begin(kind, w.speaker(e))
	if !e.NoSession && !e.Global {
		w.Member("session_id", e.Session)
	}
}

// begin begins an event.
func (w *writer) begin(kind, agent string) {
	w.Open('{')
	w.Member("type", kind)
	stamp := never
	if !untimed[kind] {
		stamp = epoch.Add(time.Duration(w.mirror.Number) * time.Millisecond).Format(time.RFC3339Nano)
	}
	w.Member("timestamp", stamp)
	w.Optional("agent_name", agent)
}

// speaker is the agent that an event names, else the one that spoke last.
func (w *writer) speaker(e *spec.Event) string {
	if s := w.mirror.scopes[e.Session]; s != nil && e.Agent == "" && attributed[e.Kind] {
		return s.agent
	}
	return e.Agent
}

// attributed are the kinds whose events do not say who speaks, although their
// records do.
var attributed = map[spec.Kind]bool{
	spec.MessageClose: true, spec.CallStart: true, spec.CallProgress: true, spec.CallDone: true,
	spec.Wait: true, spec.TurnEnd: true, spec.UsageReport: true,
}
