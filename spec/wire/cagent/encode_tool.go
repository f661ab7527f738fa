package cagent

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

const maxDepth = wire.MaxDepth

// partial writes a call that is being written. Its definition says whether the
// arguments are all so far: it comes with these, and with the announcement.
func (w *writer) partial(e *spec.Event, args string) error {
	w.begin("partial_tool_call", w.speaker(e))
	known := w.book(e.Session).calls[e.Call]
	name := e.Name
	if name == "" && known != nil {
		name = known.name
	}
	w.function(e.Call, name, args, false)
	if e.Kind == spec.CallOpen || e.Restated && args != "" {
		w.definition(name)
	}
	w.Close('}')
	return nil
}

// toolOf writes an event about a call; open is the event that announces the
// call in the same record, or the event itself.
func (w *writer) toolOf(e, open *spec.Event) error {
	switch e.Kind {
	case spec.CallStart:
		return w.starts(e, open)
	case spec.CallProgress:
		return w.output(e)
	case spec.CallDone:
		return w.response(e, open)
	}
	return w.wait(e, open)
}

func (w *writer) starts(e, open *spec.Event) error {
	w.begin("tool_call", w.agent(e, open))
	w.function(e.Call, e.Name, e.Args, e.ArgsValue)
	w.definition(e.Name)
	w.Close('}')
	return nil
}

// agent is who an event about a call is attributed to.
func (w *writer) agent(e, open *spec.Event) string {
	if open != e {
		return open.Agent
	}
	return w.speaker(e)
}

func (w *writer) output(e *spec.Event) error {
	w.begin("tool_call_output", w.speaker(e))
	w.Member("tool_call_id", e.Call)
	w.result("output", e.Result)
	w.Close('}')
	return nil
}

// response writes a result. Only D2 names the call by its id alone.
func (w *writer) response(e, open *spec.Event) error {
	w.begin("tool_call_response", w.agent(e, open))
	call := open
	if known := w.book(e.Session).calls[e.Call]; call == e && known != nil {
		call = &spec.Event{Name: known.name, Args: known.args}
	}
	if w.variant == D2 && open == e {
		w.Member("tool_call_id", e.Call)
	} else {
		w.function(e.Call, call.Name, call.Args, call.ArgsValue)
	}
	w.definition(call.Name)
	if !w.Forms.Has(inResult) {
		w.result("response", e.Result)
	}
	w.Begin("result", '{')
	w.result("output", e.Result)
	if e.IsError {
		w.Flag("isError", true)
	}
	w.Close('}')
	w.Close('}')
	return nil
}

// wait writes what waits for the user: a call, or else the run.
func (w *writer) wait(e, open *spec.Event) error {
	switch {
	case e.Call != "":
		w.begin("tool_call_confirmation", w.agent(e, open))
		name := open.Name
		if known := w.book(e.Session).calls[e.Call]; known != nil && open == e {
			name = known.name
		}
		w.function(e.Call, name, "", false)
		w.definition(name)
	case e.Wait != "":
		w.begin("elicitation_request", w.speaker(e))
		w.Member("message", "Which one?")
		w.Member("elicitation_id", e.Wait)
	default:
		w.begin("max_iterations_reached", w.speaker(e))
		w.Number("max_iterations", 20)
	}
	w.Close('}')
	return nil
}

// function writes the tool_call object.
func (w *writer) function(id, name, args string, value bool) {
	w.Begin("tool_call", '{')
	w.Member("id", id)
	w.Member("type", "function")
	w.functionOf(&written{id, name, args, value})
	w.Close('}')
}

// functionOf writes a call's name and arguments; empty ones are left out.
func (w *writer) functionOf(c *written) {
	w.Begin("function", '{')
	w.Member("name", c.name)
	switch {
	case c.value:
		w.Value("arguments", []byte(c.args), maxDepth)
	case c.args != "":
		w.Member("arguments", c.args)
	}
	w.Close('}')
}

func (w *writer) definition(name string) {
	if name == "" {
		return
	}
	w.Begin("tool_definition", '{')
	w.Member("name", name)
	if name == delegation {
		w.Member("category", "transfer")
	}
	w.Begin("parameters", '{')
	w.Close('}')
	w.Close('}')
}

// result writes a text that is a JSON value already; anything else is left out,
// which the reading back reports.
func (w *writer) result(key string, value []byte) {
	if v, err := scan.Parse(value, 1); err == nil && v.Kind() == '"' {
		w.Value(key, value, 1)
	}
}
