package acp

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A session is what is known of one.
type session struct {
	id        string
	parent    spec.Ref
	announced bool
	root      *session            // of a flat sub-session, the one whose lines it shares
	owners    map[string]*session // by call, of a root: where it was announced
	flat      map[string]*session // by call
	prompts   []prompt            // those without a response, the oldest is the open turn
	turn      string
	open      bool // a turn is
	stray     bool // that turn belongs to no prompt
	spoken    bool // the agent said something in it
	turns     int
	loading   bool // between session/load and its response
	replay    bool // from session/load, or a user's words outside a prompt, to the next prompt
	cancelled bool // since the last turn's end

	// The records of a cancel, of the response to a cancelled prompt and of that to a
	// session/load, each until the next prompt; 0 for none.
	cancel, ended, loaded int

	run       string // the kind of update whose chunks without ids are one message
	messages  map[string]bool
	calls     map[string]*call
	active    []*call // those of the open turn
	terminals map[string]string
}

// A prompt is one that was sent; end is how it was answered while another was open.
type prompt struct {
	id  string
	end *spec.Event
}

// session finds a session, or makes it known.
func (d *decoder) session(id string) *session {
	s := d.sessions[id]
	if s == nil {
		s = newSession(strings.Clone(id))
		d.sessions[s.id] = s
	}
	return s
}

func newSession(id string) *session {
	return &session{id: id, messages: map[string]bool{}, calls: map[string]*call{}}
}

// prompt reads session/prompt: the turn that it opens and what the user says.
func (p *pass) prompt(l *line, r *request) {
	s := p.sessionOf(l.params)
	if s == nil {
		return
	}
	r.session, r.turn = s, idOf(l.id)
	if p.v2 {
		return // the agent says it again, with its id
	}
	if s.open && len(s.prompts) == 0 && !s.child() {
		p.end(s, spec.Event{Turn: s.turn}) // nobody asked for it
	}
	s.loading, s.replay, s.run = false, false, ""
	s.cancel, s.ended, s.loaded = 0, 0, 0
	s.prompts = append(s.prompts, prompt{id: r.turn})
	if len(s.prompts) == 1 {
		p.start(s, r.turn)
	}
	p.userMessage(s, "", l.params.Get("prompt"))
}

// userMessage is a message of the user's, whole.
func (p *pass) userMessage(s *session, id string, blocks scan.Value) {
	var parts []spec.SnapshotPart
	media := 0
	for block := range blocks.Elements() {
		if text, ok := block.Get("text").Text(); ok {
			parts = append(parts, spec.SnapshotPart{Kind: spec.TextPart, Text: text})
			continue
		}
		media++
	}
	if len(parts) > 0 {
		p.emit(s, spec.Event{Kind: spec.MessageFull, Complete: true, Messages: []spec.Snapshot{{Message: id, Role: "user", Parts: parts}}})
	}
	for range media {
		p.note(s, spec.NoteMedia, "")
	}
}

// start opens a turn.
func (p *pass) start(s *session, id string) {
	s.turn, s.open, s.stray, s.spoken = id, true, false, false
	s.turns++
	if s.root == nil && !s.announced {
		p.live = append(p.live, s)
	}
	p.emit(s, spec.Event{Kind: spec.TurnStart, Turn: id})
}

// begin opens a turn for content that no prompt asked for, where the format has one:
// in a replay, where the client's lines are missing, and before the first prompt.
func (p *pass) begin(s *session) {
	if !s.open && (s.replay || !p.heard && !s.child() || s.turns == 0) {
		p.stray(s)
	}
	s.spoken = s.spoken || s.open
}

// stray opens a turn that belongs to no prompt. Where the client's lines are missing,
// its prompt may only be unknown.
func (p *pass) stray(s *session) {
	p.start(s, s.turnID())
	s.stray = p.heard || s.replay
}

// child reports whether the session is a sub-session.
func (s *session) child() bool { return s.announced || s.root != nil }

func (s *session) turnID() string {
	if s.child() {
		return s.id
	}
	return ""
}

// endStray ends a turn that belongs to no prompt.
func (p *pass) endStray(s *session) {
	if s.open && s.stray {
		p.end(s, spec.Event{Turn: s.turn})
	}
}

// end ends the open turn. The next prompt that waits opens another.
func (p *pass) end(s *session, e spec.Event) {
	e.Kind = spec.TurnEnd
	p.emit(s, e)
	for _, c := range s.active {
		c.past, c.stopped, c.result = true, s.cancelled, result{}
	}
	s.active, s.terminals = nil, nil
	s.open, s.stray, s.cancelled, s.run = false, false, false, ""
	if i := slices.Index(p.live, s); i >= 0 {
		p.live = slices.Delete(p.live, i, i+1)
	}
}

// answered reads the response to a prompt. Turns end in the order of their prompts.
func (p *pass) answered(s *session, id string, l *line) {
	e := outcome(l)
	e.Turn = id
	p.verifyAnswer(s, &e)
	if len(s.prompts) == 0 {
		if !s.open {
			p.note(s, spec.NoteCustom, "")
			return
		}
		p.end(s, e)
		return
	}
	for i := range s.prompts {
		if s.prompts[i].id == id && s.prompts[i].end == nil {
			s.prompts[i].end = &e
			break
		}
	}
	for len(s.prompts) > 0 && s.prompts[0].end != nil {
		p.end(s, *s.prompts[0].end)
		if s.prompts = s.prompts[1:]; len(s.prompts) > 0 {
			p.start(s, s.prompts[0].id)
		}
	}
}

// outcome is how a response to a prompt ends the turn.
func outcome(l *line) spec.Event {
	if l.fail != "" {
		words, _ := l.fail.Get("message").Text()
		e := spec.Event{Status: spec.Failed, Error: words}
		if l.fail.Get("code") == "-32800" {
			e.Status = spec.Cancelled
		}
		return e
	}
	return stopped(l.res)
}

// stopped is how a result, or v2's idle, ends a turn.
func stopped(v scan.Value) spec.Event {
	reason, _ := v.Get("stopReason").Text()
	e := spec.Event{StopReason: strings.Clone(reason), Usage: usage(v)}
	switch reason {
	case "", "end_turn", "max_tokens", "max_turn_requests":
	case "cancelled":
		e.Status = spec.Cancelled
	default:
		e.Status = spec.Failed
		if words, ok := v.Get("error").Get("message").Text(); ok {
			e.Error = words
		}
	}
	return e
}

// usage is what a turn cost, nil where nothing says it. What was cached is not counted
// in the input.
func usage(v scan.Value) *spec.Usage {
	u := v.Get("usage")
	if u.Kind() != '{' {
		u = v.Get("_meta").Get("quota").Get("token_count")
	}
	if u.Kind() != '{' {
		return nil
	}
	var all spec.Usage
	for key, member := range u.Members() {
		n, _ := member.Int()
		switch key {
		case "inputTokens", "cachedReadTokens", "cachedWriteTokens", "input_tokens":
			all.Input += n
		case "outputTokens", "output_tokens":
			all.Output += n
		}
	}
	return &all
}

// load reads session/load and session/resume: what the session held is told anew.
func (p *pass) load(l *line, r *request) {
	s := p.sessionOf(l.params)
	if s == nil {
		return
	}
	r.session = s
	if r.method == "session/resume" && l.params.Get("replayFrom").None() {
		return
	}
	p.endStray(s)
	if s.turns > 0 || len(s.calls) > 0 {
		p.emit(s, spec.Event{Kind: spec.History, Complete: true})
		*s = session{id: s.id, parent: s.parent, announced: s.announced, turns: s.turns, messages: map[string]bool{}, calls: map[string]*call{}}
	}
	s.loading, s.replay = true, true
}
