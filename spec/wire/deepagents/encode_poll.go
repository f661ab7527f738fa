package deepagents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A thread is the state of one session.
type thread struct {
	messages []listed
	log      []line
	waits    []string
	failures []string
	polls    int
	before   string // the state of the poll before
	paused   bool   // it had interrupts or errors once, which values alone do not take away
}

// A listed message is its JSON, under its id.
type listed struct{ id, json string }

// A line is an entry of the log, with its call.
type line struct {
	spec.LogEntry
	call, agent string
	sole        bool // no other run of that agent goes on
}

// poll brings the state of the events' session up to date and writes it.
func (e *encoder) poll(dst []byte, events []spec.Event) ([]byte, error) {
	session := events[0].Session
	t := e.threads[session]
	if t == nil {
		t = &thread{}
		e.threads[session] = t
	}
	var taken []spec.Event
	for i := range events {
		ev := &events[i]
		if ev.Session != session && !ev.Global {
			return dst, fmt.Errorf("%s: session: a poll is of one", ev.Kind)
		}
		if err := e.take(t, ev, &taken); err != nil {
			return dst, err
		}
	}
	if err := e.list(t, taken, anew(&events[len(events)-1])); err != nil {
		return dst, err
	}
	state, err := e.state(t, session)
	if err != nil {
		return dst, err
	}
	before := t.before
	t.before = string(state)
	switch {
	case !e.Forms.Has(histories):
		return append(dst, state...), nil
	case before == "":
		return fmt.Appendf(dst, "[%s]", state), nil
	}
	return fmt.Appendf(dst, "[%s,%s]", state, before), nil
}

// state writes the state of a session, in one form within those of the graphs that it
// runs in, which are as they were.
func (e *encoder) state(t *thread, session string) ([]byte, error) {
	outer := e.outer(session)
	w := writer{Writer: scan.NewWriter(nil), forms: e.Forms, bare: len(outer) > 0}
	for _, g := range outer {
		w.within(g)
	}
	t.polls++
	t.write(&w, session)
	for range outer {
		w.Close('}')
		w.Close(']')
		w.Close('}')
	}
	if w.Err != nil {
		return nil, fmt.Errorf("write a state: %w", w.Err)
	}
	return w.Out, nil
}

// A graph runs a task, by its name and id.
type graph struct {
	*thread
	name, id string
}

// outer are the graphs that a session runs in, the root's first, if its poll can stand
// within theirs.
func (e *encoder) outer(session string) []graph {
	if !e.Forms.Has(within) || e.Forms.Has(histories) || session == "" {
		return nil
	}
	var all []graph
	parent := ""
	for segment := range strings.SplitSeq(session, "|") {
		name, id, _ := strings.Cut(segment, ":")
		t := e.threads[parent]
		if t == nil || t.paused || len(t.messages) == 0 {
			return nil
		}
		all = append(all, graph{t, name, id})
		parent = strings.TrimPrefix(parent+"|"+segment, "|")
	}
	return all
}

// anew reports whether the message of an event is another one than the state
// lists, even if it looks the same. Each result is: a state that lists the same
// message again gives none.
func anew(ev *spec.Event) bool { return !ev.Restated || ev.Kind == spec.CallDone }

// take puts an event into the state, or among those that LangGraph's encoder
// makes messages of.
func (e *encoder) take(t *thread, ev *spec.Event, taken *[]spec.Event) error {
	switch ev.Kind {
	case spec.SessionOpen:
		*taken = append(*taken, *ev)
	case spec.MessageFull, spec.CallDone:
		restated := *ev
		restated.Restated = true
		*taken, t.waits = append(*taken, restated), nil
	case spec.Wait:
		t.waits, t.paused = append(t.waits, ev.Wait), true
	case spec.Error:
		t.failures, t.paused = append(t.failures, ev.Error), true
	case spec.ToolLog:
		return e.log(t, ev)
	case spec.NoteEvent:
		return e.note(t, ev)
	}
	return nil
}

// asides are the types of messages that are no part of a transcript.
var asides = map[spec.Note]string{spec.NoteSystem: "system", spec.NoteCustom: "function", spec.NoteUnknown: "unheard"}

// note is a message that no transcript has, or a poll in which nothing is new.
func (e *encoder) note(t *thread, ev *spec.Event) error {
	kind := asides[ev.Note]
	if kind == "" {
		return fmt.Errorf("%s: note: no poll has a note %s", ev.Kind, ev.Note)
	}
	if ev.Note == spec.NoteCustom && ev.Text == "" && ev.Session == "" {
		return nil
	}
	e.asides++
	id := "aside-" + strconv.Itoa(e.asides)
	w := scan.NewWriter(nil)
	w.Open('{')
	w.Member("content", ev.Text)
	w.Member("id", id)
	w.Member("type", kind)
	w.Close('}')
	t.messages = append(t.messages, listed{id, string(w.Out)})
	return w.Err
}

// log puts the entries of a run into the log, and takes out what a complete one
// leaves out.
func (e *encoder) log(t *thread, ev *spec.Event) error {
	agent, sole := "", false
	if run := e.mirror.runs.find(ev.Session, ev.Call); run != nil {
		agent, sole = run.agent, e.mirror.runs.only(run.agent) == run
	}
	if ev.Complete {
		t.log = slices.DeleteFunc(t.log, func(l line) bool { return l.call == ev.Call })
	}
	for _, entry := range ev.Log {
		t.log = append(t.log, line{entry, ev.Call, agent, sole})
	}
	return nil
}

// list has LangGraph's encoder write messages as it would to update a state, and
// puts them into this one.
func (e *encoder) list(t *thread, taken []spec.Event, again bool) error {
	if len(taken) == 0 {
		return nil
	}
	record, err := e.graph.Encode(e.scratch[:0], taken)
	if e.scratch = record[:0]; err != nil {
		return err
	}
	tuple, fault := scan.Parse(record, wire.MaxDepth)
	if fault != nil {
		return fmt.Errorf("%s: %w", taken[0].Kind, fault)
	}
	mode, payload := parts(tuple)
	switch mode {
	case `"values"`:
		t.update(payload, again)
	case `"updates"`:
		for _, state := range payload.Members() {
			t.update(state, again)
		}
	default:
		return fmt.Errorf("%s: no poll says it", taken[0].Kind)
	}
	return nil
}

// parts are the mode and payload of a tuple.
func parts(tuple scan.Value) (mode, payload scan.Value) {
	for v := range tuple.Elements() {
		mode, payload = payload, v
	}
	return mode, payload
}

// update adds messages as the reducer of a graph does: one with a known id takes
// its place. Where again, one that is listed as it is comes under another id.
func (t *thread) update(state scan.Value, again bool) {
	for m := range state.Get("messages").Elements() {
		now := listed{wire.Text(m.Get("id")), string(m)}
		same := func(o listed) bool { return o.id == now.id && now.id != "" }
		switch i := slices.IndexFunc(t.messages, same); {
		case i < 0:
			t.messages = append(t.messages, now)
		case t.messages[i] == now && again:
			t.messages = append(t.messages, now.renamed(len(t.messages)))
		default:
			t.messages[i] = now
		}
	}
}

// renamed is the message under an id of its own, which it has behind its
// content.
func (m listed) renamed(n int) listed {
	id := m.id + "-" + strconv.Itoa(n)
	at := strings.LastIndex(m.json, `"id":`) + len(`"id":`)
	json := m.json[:at] + string(scan.AppendText(nil, id)) + m.json[at+len(scan.AppendText(nil, m.id)):]
	return listed{id, json}
}
