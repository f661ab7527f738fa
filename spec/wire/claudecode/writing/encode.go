package writing

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

type encoder struct {
	wire.Mirror
	partial bool
	mirror  *reading.FrameDecoder
	names   map[string]string // of the calls announced, for a result's denials
	served  map[string]string // the messages of the calls that the server ran
}

// New returns an encoder that writes the variant's records. That of a stream
// without partial messages refuses stream events.
func New(variant string) wire.Encoder {
	if variant == reading.Session {
		return newSessionEncoder()
	}
	return newEncoder(variant)
}

func newEncoder(variant string) *encoder {
	reader := reading.NewFrames()
	e := &encoder{partial: variant == reading.Partial, mirror: reader, names: map[string]string{}, served: map[string]string{}}
	e.Mirror = wire.Mirror{Name: reading.Name, Decoder: reader, Write: e.write, Says: e.says}
	return e
}

// writing is how records are written: as this wire does, U+2028 and U+2029 are
// escaped; open payloads stay as they are.
var writing = json.JoinOptions(jsontext.EscapeForJS(true), jsontext.PreserveRawStrings(true), jsontext.AllowDuplicateNames(true))

func (e *encoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	frame, err := e.frame(&writer{encoder: e, events: events, uuid: e.uuid(events)})
	if err != nil {
		return dst, err
	}
	text, err := json.Marshal(frame, writing)
	if err != nil {
		return dst, fmt.Errorf("%s: no JSON text can hold it: %w", events[0].Kind, err)
	}
	return append(dst, text...), nil
}

func (e *encoder) says(want, got []spec.Event) error {
	e.link(want, got)
	return wire.ReadBack(want, got)
}

// uuid is the events' id, else one made from the record's number.
func (e *encoder) uuid(events []spec.Event) string {
	for i := range events {
		if events[i].ID != "" {
			return events[i].ID
		}
	}
	return uuid(e.mirror.Number + 1)
}

func uuid(number int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", number) }

// link gives a fragment that was read back by its slot the call that the event
// names too, where the slot is that call's.
func (e *encoder) link(want, got []spec.Event) {
	if len(got) != 1 || want[0].Call == "" || got[0].Kind != spec.CallArgs && got[0].Kind != spec.ArgsEnd {
		return
	}
	index, err := strconv.Atoi(want[0].Slot)
	s := e.mirror.Streaming(want[0].Session, want[0].Message)
	if err != nil || s == nil {
		return
	}
	if b := s.At(index); b != nil && b.Call == want[0].Call {
		got[0].Call = b.Call
	}
}

// A writer is the encoding of one record.
type writer struct {
	*encoder
	events []spec.Event
	uuid   string
}

// frame picks the frame that says the events. The openings of a child come with
// the frame that shows it first; its endings with the call's result, or with the
// notification.
func (e *encoder) frame(w *writer) (any, error) {
	rest := slices.DeleteFunc(slices.Clone(w.events), opening)
	switch {
	case len(rest) == 0:
		return w.openings()
	case w.serves(rest):
		return w.servedResult(&rest[0]), nil
	case slices.ContainsFunc(rest, inUserFrame):
		return w.user(rest)
	case slices.ContainsFunc(rest, inAssistantFrame):
		return w.assistant(rest)
	case slices.ContainsFunc(rest, endsRoot):
		return w.result(rest)
	case slices.ContainsFunc(rest, func(e spec.Event) bool { return e.Kind == spec.SessionClose }):
		return w.notification(rest)
	case givenUp(rest):
		return w.givenUp(rest)
	case len(rest) > 1:
		return nil, wire.NotRepresentable(&rest[1], "", "not in one record with "+rest[0].Kind.String())
	}
	return w.single(&rest[0])
}

func opening(e spec.Event) bool { return e.Kind == spec.SessionOpen || e.Kind == spec.TurnStart }

func endsRoot(e spec.Event) bool { return e.Kind == spec.TurnEnd && e.Session == "" }

func inUserFrame(e spec.Event) bool {
	switch e.Kind {
	case spec.CallDone:
		return !e.Restated
	case spec.MessageFull:
		return len(e.Messages) > 0 && e.Messages[0].Role == "user"
	}
	return e.Kind == spec.NoteEvent && e.Note == spec.NoteMedia
}

func inAssistantFrame(e spec.Event) bool {
	return e.Kind == spec.MessageFull || opaque(e)
}

// opaque is a block that means nothing here and is part of a message.
func opaque(e spec.Event) bool {
	return e.Kind == spec.NoteEvent && e.Note == spec.NoteUnknown && e.Message != ""
}

// single picks the frame of an event that is alone in its record.
func (w *writer) single(e *spec.Event) (any, error) {
	switch e.Kind {
	case spec.MessageOpen, spec.MessageClose, spec.Text, spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.UsageReport:
		return w.stream(e)
	case spec.NoteEvent:
		return w.note(e)
	case spec.CallProgress:
		return progressFrame{w.envelope("tool_progress", e.Session), e.Call}, nil
	case spec.Retract:
		return retractFrame{w.system("model_refusal_fallback", e.Session), e.Retracts}, nil
	case spec.Error:
		return retryFrame{w.system("api_retry", e.Session), e.Error}, nil
	case spec.LimitReport:
		return w.limit(e)
	case spec.History:
		return resetFrame{w.envelope("conversation_reset", ""), w.uuid}, nil
	case spec.TurnEnd:
		return nil, wire.NotRepresentable(e, "", "a sub-session's turn ends in one record with its session")
	}
	return nil, wire.NotRepresentable(e, "", "no frame says it")
}
