package openai

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A lane is one conversation of a log: its responses follow each other.
type lane struct {
	id        string
	now       *response // the current one, also behind its end
	responses int
	turns     int  // turns that ended
	running   bool // a turn has content
	failed    bool // an error ended the current response
	chat      *completion
	latest    string             // the message that usage is of which a chunk of no choice gives
	parent    *lane              // whose call made it, of an agent that runs as a tool
	agent     string             // who speaks, where it is said
	calls     map[string][]*bool // of each call id, oldest first: whether it was answered
}

func (d *decoder) laneOf(id string) *lane {
	at := d.lanes[id]
	if at == nil {
		at = &lane{id: id, calls: map[string][]*bool{}}
		d.lanes[id] = at
	}
	return at
}

// A response is one model call, and one message.
type response struct {
	message string
	items   []*item
	held    []fragment // of arguments whose call is not known yet
	over    bool
	// seen are the fingerprints of the events by their number, 0 for none, as long as
	// that tells them apart.
	seen  []uint64
	last  int64
	loose bool // numbers fall, or leap: they are no ids
}

// A fragment is a piece of arguments, with the keys that it came by.
type fragment struct {
	index    int64
	id, text string
}

// opened begins a response, or says once more that one runs.
func (p *pass) opened() {
	if id := textOf(p.membersOf("response", p.response, &p.rooms.answer).Get("id")); id != "" {
		p.owners[id] = p.at.id
	}
	now := p.at.now
	if p.kind != "response.created" {
		if now == nil || now.over {
			p.begin()
		}
		p.note(spec.NoteCustom)
		return
	}
	if now != nil && !now.over {
		p.illegal(oneByOne, "another response begins while one is open")
	}
	p.begin()
	p.emit(spec.Event{Kind: spec.MessageOpen, Message: p.at.now.message, Role: "assistant", Agent: p.at.agent})
}

// begin makes a response the current one. What begins without a word of its own
// begins with its content.
func (p *pass) begin() {
	p.at.responses++
	p.at.now = &response{message: strconv.Itoa(p.at.responses), last: none}
	p.at.running, p.at.failed = true, false
	p.remember()
}

// current is the response that an event belongs to; one whose start was lost
// begins here.
func (p *pass) current() *response {
	if p.at.now == nil {
		p.begin()
	}
	return p.at.now
}

// repeated reports whether the current response has had this very event, by its
// number: a lost stream that was resumed says some of it again.
func (p *pass) repeated() bool {
	r, n := p.at.now, number(p.sequence)
	if r == nil || n == none || r.loose {
		return false
	}
	same := n < int64(len(r.seen)) && r.seen[n] == fingerprint(p.body)
	if p.kind == "response.created" && (r.over || !same) {
		return false // another response, whose numbers begin anew
	}
	if same {
		return true
	}
	r.loose = n <= r.last
	p.remember()
	return false
}

// leap is how far numbers may go on at once.
const leap = 1 << 12

// remember keeps the event under its number.
func (p *pass) remember() {
	r, n := p.at.now, number(p.sequence)
	switch {
	case n == none:
		return
	case n >= int64(len(r.seen)+leap):
		r.loose = true
		return
	}
	for int64(len(r.seen)) <= n {
		r.seen = append(r.seen, 0)
	}
	r.seen[n], r.last = fingerprint(p.body), max(r.last, n)
}

// fingerprint is a hash of an event's text.
func fingerprint(v scan.Value) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(len(v)) * prime
	for len(v) >= 8 {
		word := uint64(v[0]) | uint64(v[1])<<8 | uint64(v[2])<<16 | uint64(v[3])<<24 |
			uint64(v[4])<<32 | uint64(v[5])<<40 | uint64(v[6])<<48 | uint64(v[7])<<56
		h = (h ^ word) * prime
		h ^= h >> 29
		v = v[8:]
	}
	for i := range len(v) {
		h = (h ^ uint64(v[i])) * prime
	}
	return h ^ h>>32 | 1
}

// endTurn ends the turn that is open.
func (p *pass) endTurn(e spec.Event) {
	e.Kind, e.Turn = spec.TurnEnd, strconv.Itoa(p.at.turns)
	p.at.turns++
	p.at.running = false
	p.emit(e)
}

// erred is an error: of the request that it answers, or of the response that runs.
// On the only lane of a stream it is the stream's.
func (p *pass) erred() {
	e := spec.Event{Kind: spec.Error, Fatal: true, Error: words(p.fault)}
	if p.at.now != nil {
		p.at.now.over = true
	}
	if p.at.running {
		p.at.turns++
	}
	p.at.running, p.at.failed = false, true
	if p.laned || len(p.lanes) > 1 {
		p.emit(e)
		return
	}
	e.Global = true
	p.out = append(p.out, e)
}

// words are what an error says: its message, else its code.
func words(fault scan.Value) string {
	if fault.Kind() != '{' {
		return textOf(fault)
	}
	if message := textOf(fault.Get("message")); message != "" {
		return message
	}
	return textOf(fault.Get("code"))
}
