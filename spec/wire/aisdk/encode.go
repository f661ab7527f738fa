package aisdk

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

type encoder struct {
	wire.Mirror
	variant string
	mirror  *decoder
}

func newEncoder(variant string) *encoder {
	e := &encoder{variant: variant, mirror: newDecoder()}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write}
	return e
}

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := writer{Writer: scan.NewWriter(dst), encoder: e, events: events, last: &events[len(events)-1]}
	err := w.record()
	return wire.Written(&w.Writer, w.last, err)
}

// A writer is the encoding of one record. Its last event picks the chunk or
// line; those before it are what else that says.
type writer struct {
	scan.Writer
	*encoder
	events []spec.Event
	last   *spec.Event
}

// record writes the record in the shape of the variant.
func (w *writer) record() error {
	e := w.last
	text, bare := plain(e)
	switch {
	case e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown && len(e.Raw) > 0:
		return w.verbatim(e)
	case w.variant == V4:
		return w.line()
	case w.variant == V5Lines:
		return w.chunk()
	}
	w.Open('{')
	defer w.Close('}')
	if bare {
		w.Member("data", text)
		return nil
	}
	w.Key("data")
	return w.chunk()
}

// verbatim writes an unknown record as it was, if the framing can hold it.
func (w *writer) verbatim(e *spec.Event) error {
	if _, err := wire.Append(nil, codec{}.Framing(w.variant), e.Raw); err != nil {
		return wire.NotRepresentable(e, "Raw", err.Error())
	}
	w.Raw(e.Raw, wire.MaxDepth)
	return nil
}

// plain is the data of an event that is no chunk.
func plain(e *spec.Event) (text string, ok bool) {
	switch {
	case e.Kind != spec.NoteEvent:
		return "", false
	case e.Note == spec.NoteHeartbeat && e.Text == "":
		return "", true
	}
	return done, e.Note == spec.NoteCustom && e.Text == done
}

// valueDepth leaves room for what the deepest value stands in.
const valueDepth = wire.MaxDepth - 8

// metadata writes that of an event. If it has none, an empty object may stand there where
// the event begins something: later the SDK takes it for what replaces the metadata before.
func (w *writer) metadata(e *spec.Event, begins bool) {
	switch {
	case len(e.Metadata) > 0 && string(e.Metadata) != "null":
		w.Value("providerMetadata", e.Metadata, valueDepth)
	case begins && w.Forms.Has(empties):
		w.Value("providerMetadata", []byte("{}"), valueDepth)
	}
}

// earlier is the record's event of a kind before the last, nil where there is
// none.
func (w *writer) earlier(kind spec.Kind) *spec.Event {
	for i := range w.events[:len(w.events)-1] {
		if w.events[i].Kind == kind {
			return &w.events[i]
		}
	}
	return nil
}

// tool is the name of the call that the record is about: as it is announced in
// it, else as it was.
func (w *writer) tool() string {
	if open := w.earlier(spec.CallOpen); open != nil {
		return open.Name
	}
	if c := w.mirror.calls[w.last.Call]; c != nil {
		return c.name
	}
	return ""
}

// content is the text of a JSON string.
func content(value []byte) (text string, ok bool) {
	v, err := scan.Parse(value, valueDepth)
	if err != nil {
		return "", false
	}
	return v.Text()
}
