package codex

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The forms of a rollout by number; rolloutForms names them.
const (
	olderLines  = iota // as before version 0.148: no ordinals, no ids, other events
	readerFirst        // texts and thoughts are said in the reader's layer
	bothLayers         // and then in the other layer, too
	lineNotes          // notes are lines of all types that say nothing
	itemKinds          // how a call ended is said by items of all types, in their own words
)

var rolloutForms = []string{
	olderLines: "older-lines", readerFirst: "reader-first", bothLayers: "both-layers", lineNotes: "notes", itemKinds: "item-kinds",
}

// stamp is the time of every line.
const stamp = "2026-01-01T00:00:00.000Z"

type rolloutEncoder struct {
	wire.Mirror
	mirror *decoder
	lines  int
	last   *saying // what the line before said, which the other layer may repeat
	total  spec.Usage
	free   map[string]bool // the calls of tools that take any text
}

// A saying is a text or thought in one layer.
type saying struct {
	line     int
	kind     spec.PartKind
	texts    []string
	inReader bool
}

func newRolloutEncoder() *rolloutEncoder {
	e := &rolloutEncoder{mirror: newDecoder(), free: map[string]bool{}}
	e.Mirror = wire.Mirror{Name: name, Decoder: e.mirror, Write: e.write}
	return e
}

// A lineWriter writes one line.
type lineWriter struct {
	scan.Writer
	*rolloutEncoder
	bare bool // without an ordinal
}

func (e *rolloutEncoder) write(dst []byte, events []spec.Event) ([]byte, error) {
	w := lineWriter{Writer: scan.NewWriter(dst), rolloutEncoder: e, bare: e.Forms.Has(olderLines)}
	last := e.last
	e.last = nil
	err := w.record(events, last)
	e.lines++
	return wire.Written(&w.Writer, &events[0], err)
}

// record writes a line. It holds one event, but for a call's end with what that
// says of agents, and for a search with its end.
func (w *lineWriter) record(events []spec.Event, last *saying) error {
	end := &events[len(events)-1]
	switch {
	case end.Kind == spec.CallDone && len(events) == 2 && events[0].Kind == spec.MessageFull:
		return w.search(&events[0], end)
	case end.Kind == spec.CallDone && !end.Restated:
		w.output(end)
		return nil
	case len(events) > 1:
		return wire.NotRepresentable(&events[1], "", "not in one line with "+events[0].Kind.String())
	}
	return w.single(end, last)
}

func (w *lineWriter) single(e *spec.Event, last *saying) error {
	switch e.Kind {
	case spec.SessionOpen:
		w.meta(e)
	case spec.TurnStart:
		w.event("task_started", func() { w.Member("turn_id", e.Turn) })
	case spec.TurnEnd:
		return w.turnEnd(e)
	case spec.MessageFull:
		return w.message(e)
	case spec.MessageClose, spec.UsageReport:
		w.used(e)
	case spec.CallProgress, spec.CallDone:
		w.itemOf(e)
	case spec.NoteEvent:
		return w.note(e, last)
	default:
		return wire.NotRepresentable(e, "", "no line says it")
	}
	return nil
}

// line writes a line of that type, with what stands beside the payload, if anything does.
func (w *lineWriter) line(kind string, payload func(), beside ...string) {
	w.Open('{')
	w.Member("timestamp", stamp)
	if !w.bare {
		w.Number("ordinal", int64(w.lines))
	}
	w.Member("type", kind)
	w.Object("payload", payload)
	for _, object := range beside {
		if object != "" {
			w.Object("metadata", func() { w.Members(object, wire.MaxDepth) })
		}
	}
	w.Close('}')
}

func (w *lineWriter) event(kind string, members func()) {
	w.line(eventLine, func() {
		w.Member("type", kind)
		members()
	})
}

func (w *lineWriter) response(kind string, members func()) {
	w.line(responseLine, func() {
		w.Member("type", kind)
		members()
	})
}

// item writes an item of the screen.
func (w *lineWriter) item(kind, id string, members func()) {
	w.event("item_completed", func() {
		w.Member("thread_id", w.mirror.log.session)
		w.Member("turn_id", w.mirror.log.turn)
		w.Object("item", func() {
			w.Member("type", kind)
			w.Member("id", id)
			members()
		})
	})
}

// blocks writes a list of texts of that type.
func (w *lineWriter) blocks(key, kind string, texts []string) {
	w.Begin(key, '[')
	for _, text := range texts {
		w.Open('{')
		w.Member("type", kind)
		w.Member("text", text)
		w.Close('}')
	}
	w.Close(']')
}

// meta writes the first line of a thread's file, or the same again.
func (w *lineWriter) meta(e *spec.Event) {
	w.line(metaLine, func() {
		w.Member("id", e.Session)
		w.Member("session_id", e.Session)
		w.Member("cli_version", "0.169.0")
		if !e.Parent.OK {
			w.Member("source", "exec")
			return
		}
		w.Member("parent_thread_id", e.Parent.ID)
		w.Object("source", func() {
			w.Object("subagent", func() {
				w.Object("thread_spawn", func() {
					w.Member("parent_thread_id", e.Parent.ID)
					if e.Agent != "" {
						w.Member("agent_nickname", e.Agent)
					}
				})
			})
		})
	})
}

func (w *lineWriter) turnEnd(e *spec.Event) error {
	if e.Status == spec.Cancelled {
		w.event("turn_aborted", func() {
			w.Member("turn_id", e.Turn)
			w.Member("reason", "interrupted")
		})
		return nil
	}
	w.bare = w.bare || e.Unmarked
	w.event("task_complete", func() {
		w.Member("turn_id", e.Turn)
		if w.Key("last_agent_message"); e.Unmarked || !w.bare {
			w.Null()
		} else {
			w.Text("")
		}
		if e.Status == spec.Failed {
			w.Object("error", func() { w.Member("message", e.Error) })
		}
	})
	return nil
}

// used writes the figures of a response, or that it ended without any.
func (w *lineWriter) used(e *spec.Event) {
	switch {
	case e.Usage == nil:
		w.event("token_count", func() { w.Key("info"); w.Null() })
	case w.Forms.Has(olderLines):
		w.total.Input += e.Usage.Input
		w.total.Output += e.Usage.Output
		w.event("token_count", func() {
			w.Object("info", func() {
				w.figures("total_token_usage", &w.total)
				w.figures("last_token_usage", e.Usage)
			})
		})
	default:
		w.line(usageLine, func() {
			w.Member("response_id", "resp_"+strconv.Itoa(w.lines))
			w.figures("usage", e.Usage)
		})
	}
}

func (w *lineWriter) figures(key string, u *spec.Usage) {
	w.Object(key, func() {
		for _, figure := range []struct {
			key string
			n   int64
		}{{"input_tokens", u.Input}, {"cached_input_tokens", 0}, {"output_tokens", u.Output}, {"reasoning_output_tokens", 0}} {
			w.Number(figure.key, figure.n)
		}
	})
}
