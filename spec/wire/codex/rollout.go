package codex

import (
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// The types of a rollout's lines.
const (
	metaLine     = "session_meta"
	contextLine  = "turn_context"
	stateLine    = "world_state"
	usageLine    = "token_usage_record"
	compactLine  = "compacted"
	responseLine = "response_item"
	eventLine    = "event_msg"
)

// A log is what is known of the thread that a rollout file keeps.
type log struct {
	session string
	parent  spec.Ref
	named   bool   // its first line came
	begun   bool   // and another one behind it
	from    string // the thread that it was forked from
	// prompted: its version marks no turns, so that a prompt starts one.
	prompted bool
	// copied: its lines are those of the thread that it was forked from. starts
	// counts the turns that start in them.
	copied bool
	starts int

	turn   string
	open   bool // the turn has not ended
	turns  int
	spoken bool // it has an answer

	response
	messages int
	unbilled string           // the message whose figures did not come yet
	calls    map[string]*call // of the turn, by id
	searches int
	stated   map[string]bool // the ids of the turn that one layer has said
	echo     echo
	total    spec.Usage // of the thread
	records  bool       // it has records of its usage
}

// A response is the message that the model's present response goes on with; its
// number is "" where none does.
type response struct {
	message        string
	slot           int
	worded, called bool
}

// A call is one that the model made.
type call struct {
	message, name string
	ended         bool // its item came, and said how
	failed        bool
	status        spec.Status
	answered      bool // its output came
}

func newLog(session string) *log {
	return &log{session: session, calls: map[string]*call{}, stated: map[string]bool{}}
}

// line reads a line of a rollout. What a fork copied of another thread's history
// says nothing here.
func (p *pass) line() func(*pass) {
	p.item = item{Object: p.Envelope.Inner("payload")}
	if p.kind == metaLine {
		return p.meta()
	}
	say := p.lineOf()
	return func(*pass) {
		if p.log.begun = true; p.log.copied && !p.own() {
			p.skips()
			return
		}
		say(p)
	}
}

func (p *pass) lineOf() func(*pass) {
	switch p.kind {
	case responseLine:
		return p.responseItem()
	case eventLine:
		return p.eventMessage()
	case usageLine:
		used := p.tokens(p.item.Get("usage"))
		return func(*pass) {
			p.log.records = true
			p.bills(used)
		}
	case compactLine:
		return p.aside(p.TextOf("payload.message", p.item.Get("message")))
	case contextLine, stateLine:
		return (*pass).silent
	}
	return (*pass).unheard
}

// write gives an event of the file's thread.
func (p *pass) write(e spec.Event) { p.emitIn(p.log.session, e) }

// silent is a line that says nothing of the conversation.
func (p *pass) silent() { p.write(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom}) }

func (p *pass) aside(text string) func(*pass) {
	return func(*pass) { p.write(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteCustom, Text: text}) }
}

func (p *pass) unheard() {
	p.write(spec.Event{Kind: spec.NoteEvent, Note: spec.NoteUnknown, Raw: []byte(p.Envelope.Text)})
}

// meta reads the first line of a file, or one like it further down: the same
// again, the copied one of the thread that it was forked from, or the first of
// the next file.
func (p *pass) meta() func(*pass) {
	id := strings.Clone(p.Must("payload.id", p.item.Get("id")))
	spawn := spawnOf(p.item.Get("source"))
	parent, child := p.item.Get("parent_thread_id").Text()
	if !child {
		parent, child = spawn.Get("parent_thread_id").Text()
	}
	from, _ := p.item.Get("forked_from_id").Text()
	agent := p.agent(spawn)
	return func(*pass) {
		switch {
		case p.log.named && id == p.log.session:
			p.silent()
			return
		case p.log.named && !p.log.begun && id == p.log.from:
			p.log.begun, p.log.copied = true, true
			p.silent()
			return
		}
		p.file(id)
		p.log.from, p.log.prompted = strings.Clone(from), p.item.Get("session_id") == ""
		if !child {
			p.silent()
			return
		}
		p.log.parent = spec.To(strings.Clone(parent))
		p.children[p.log.session] = true
		p.write(spec.Event{Kind: spec.SessionOpen, Parent: p.log.parent, Agent: agent})
	}
}

// spawnOf is what a thread's source says of the call that spawned it.
func spawnOf(source scan.Value) scan.Value { return source.Get("subagent").Get("thread_spawn") }

// agent is what a sub-agent is called: its role, else its nickname.
func (p *pass) agent(spawn scan.Value) string {
	if role, ok := spawn.Get("agent_role").Text(); ok {
		return role
	}
	nick, _ := spawn.Get("agent_nickname").Text()
	return nick
}

// file goes on with a thread's file.
func (p *pass) file(id string) {
	if p.logs[id] == nil {
		p.logs[id] = newLog(id)
	}
	p.log = p.logs[id]
	p.log.named, p.session = true, p.log.session
}
