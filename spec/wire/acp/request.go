package acp

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// senders are the methods of the protocol with the side that sends them. The rest is
// unknown, or private (it begins with "_").
var senders = map[string]side{
	"initialize": client, "authenticate": client, "logout": client, "auth/login": client, "auth/logout": client,
	"session/new": client, "session/load": client, "session/resume": client, "session/fork": client, "session/list": client,
	"session/close": client, "session/delete": client, "session/prompt": client, "session/set_mode": client,
	"session/set_model": client, "session/set_config_option": client, "session/cancel": client,
	"session/update": agent, "session/request_permission": agent, "elicitation/create": agent, "elicitation/complete": agent,
	"fs/read_text_file": agent, "fs/write_text_file": agent,
	"terminal/create": agent, "terminal/output": agent, "terminal/wait_for_exit": agent, "terminal/kill": agent, "terminal/release": agent,
	"$/cancel_request": unmarked,
}

// call reads a request or notification.
func (p *pass) call(l *line, method string) {
	from, known := senders[method]
	if known && from != unmarked {
		l.from = from
	}
	if l.from == client {
		p.heard = true
	}
	r := request{at: p.Number, method: method}
	switch method {
	case "session/update":
		p.update(l.params)
	case "session/prompt":
		p.prompt(l, &r)
	case "session/load", "session/resume":
		p.load(l, &r)
	case "session/cancel":
		if s := p.sessionOf(l.params); s != nil {
			s.cancelled, s.cancel = true, p.Number
			p.note(s, spec.NoteCustom, "")
		}
	case "session/request_permission":
		p.permission(l, &r)
	default:
		if !known && !strings.HasPrefix(method, "_") {
			p.unknown()
		}
	}
	if l.id != "" && p.Wrong == "" {
		r.method = strings.Clone(r.method)
		p.asked[p.asker(l)][strings.Clone(string(l.id))] = r
	}
}

// asker is the side that sends a request. Of a method that is not known it is, without
// a mark, the one that has no request of that id open, the client first.
func (p *pass) asker(l *line) side {
	if l.from != unmarked {
		return l.from
	}
	if _, open := p.asked[client][string(l.id)]; open {
		return agent
	}
	return client
}

// sessionOf is the session that params name; nil, and the record is a problem, where
// they name none.
func (p *pass) sessionOf(params scan.Value) *session {
	id := p.Must("params.sessionId", params.Get("sessionId"))
	if p.Wrong != "" {
		return nil
	}
	return p.session(id)
}

// response reads what answers a request.
func (p *pass) response(l *line) {
	asker, r, known := p.request(l)
	if !known {
		p.unasked(l)
		return
	}
	delete(p.asked[asker], string(l.id))
	if asker == agent {
		p.heard = true
	}
	switch r.method {
	case "initialize":
		p.initialized(l.res)
	case "session/prompt":
		if !p.v2 {
			p.answered(r.session, r.turn, l)
		}
	case "session/load", "session/resume":
		p.endStray(r.session)
		if r.session.loading {
			r.session.loading, r.session.loaded = false, p.Number
		}
	case "session/request_permission":
		p.decided(&r, l.res)
	}
}

// request finds the request that a response answers, and the side that asked.
func (p *pass) request(l *line) (asker side, r request, known bool) {
	mine, ofClient := p.asked[client][string(l.id)]
	theirs, ofAgent := p.asked[agent][string(l.id)]
	switch {
	case l.from == client:
		return agent, theirs, ofAgent
	case l.from == agent:
		return client, mine, ofClient
	case ofClient && ofAgent:
		fits, others := form(l.res, mine.method), form(l.res, theirs.method)
		if fits == others {
			p.emit(nil, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, NoSession: true, Ambiguous: true})
			return client, request{}, false
		}
		if others {
			return agent, theirs, true
		}
		return client, mine, true
	case ofAgent:
		return agent, theirs, true
	}
	return client, mine, ofClient
}

// answers are the members by which the results of methods are known.
var answers = map[string]string{
	"initialize": "protocolVersion", "session/new": "sessionId", "session/fork": "sessionId", "session/prompt": "stopReason",
	"session/list": "sessions", "session/request_permission": "outcome", "fs/read_text_file": "content",
	"terminal/create": "terminalId", "terminal/output": "output", "terminal/wait_for_exit": "exitCode", "elicitation/create": "action",
}

// form reports whether a result has the form of a method's.
func form(result scan.Value, method string) bool {
	member, known := answers[method]
	if !known {
		return result != "" && len(result.Compact()) <= len("null") // {} or null
	}
	return result.Get(member) != ""
}

// initialized takes the version of the protocol.
func (p *pass) initialized(result scan.Value) {
	if n, ok := result.Get("protocolVersion").Int(); ok {
		p.v2 = n == 2
	}
}

// unasked reads a response whose request is not in the recording. Where it has the
// agent's lines alone, its form says what it answers.
func (p *pass) unasked(l *line) {
	if len(p.out) > 0 && p.out[len(p.out)-1].Ambiguous {
		return
	}
	switch {
	case p.heard: // all requests are there: it answers one again, or none, and says nothing
	case l.res.Get("protocolVersion") != "":
		p.initialized(l.res)
	case p.v2:
	case l.res.Get("stopReason") == "" && l.fail == "":
		for _, s := range slices.Clone(p.live) {
			p.endStray(s) // it can be the answer to session/load
			s.replay = false
		}
	case len(p.live) == 1:
		p.answered(p.live[0], idOf(l.id), l)
	case len(p.live) > 1:
		p.emit(nil, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, NoSession: true, Ambiguous: true})
	}
}
