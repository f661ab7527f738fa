package agui

import "github.com/quock-dev/quock/spec"

// kind tells the namespaces of ids apart.
type kind byte

const (
	text     kind = 'm'
	thought  kind = 'r'
	nameless kind = 't' // a thought of a retired producer, which gave no id
	call     kind = 'c'
)

// A key is an id in its namespace; thoughts without an id are one of each agent.
type key struct {
	kind kind
	id   string
}

// An item is a message, a thought or a call.
type item struct {
	key
	owner string // the agent that it belongs to
	open  bool
	run   int // the run in which it was opened last
	// started: a message's own start was seen. One that only calls mention is
	// complete whenever none of them is open.
	started bool
	silent  bool // the message of a role that a transcript leaves out
	// Of a message.
	role, name string
	calls      int // open
	// Of a call.
	tool     string
	on       string // its message's id
	holder   *item  // that message
	answered bool
	pending  bool // the run has no result of it yet
	resolved bool // and what that means was emitted
}

// find is the item of a key, nil if no event named it yet.
func (d *decoder) find(k kind, id string) *item { return d.items[key{k, id}] }

// live reports whether an item is open: what an earlier run left open is not.
func (d *decoder) live(it *item) bool { return it != nil && it.open && it.run == d.runs }

// chunks reports whether the item is open by chunks.
func (d *decoder) chunks(it *item) bool { return d.live(it) && d.lanes[it.owner] == it }

// over reports whether an explicit event about the item comes when it is not open,
// or open by chunks, which the event ends.
func (d *decoder) over(it *item) bool { return !d.live(it) || d.chunks(it) }

// ownerOf is the agent of an event about an item, which may not be known yet: the
// one that the event names, else the item's, else the parent.
func (p *pass) ownerOf(it *item) string {
	if !p.tagged && it != nil {
		return it.owner
	}
	return p.tag
}

// another reports, as a Problem, an event that names another agent than the one
// that opened the item (S3).
func (p *pass) another(it *item) bool {
	if p.tagged && it != nil && it.run == p.runs && it.owner != p.tag {
		p.reject("S3", "an item of another agent")
	}
	return p.problem != nil
}

// mayOpen reports whether an item can be started: one that is open already cannot,
// which is a Problem (I1), unless chunks of its agent hold it open, which the start
// ends.
func (p *pass) mayOpen(it *item) bool {
	if p.live(it) && !(p.chunks(it) && p.lanes[p.ownerOf(it)] == it) {
		p.reject("I1", "the start of an item that is open")
	}
	return p.problem == nil
}

// sameOwner reports whether a start agrees with the item's first of the run about
// its owner; if not, that is a Problem (S3).
func (p *pass) sameOwner(it *item, owner string) bool {
	if it != nil && it.run == p.runs && it.owner != owner {
		p.reject("S3, I1", "an item of another agent")
	}
	return p.problem == nil
}

// take opens an item, new or again.
func (p *pass) take(k kind, id, owner string) *item {
	it := p.find(k, id)
	if it == nil {
		it = &item{key: key{k, id}}
		p.items[it.key] = it
	}
	if it.run != p.runs {
		p.opened = append(p.opened, it)
	}
	it.owner, it.open, it.run = owner, true, p.runs
	return it
}

// closeItem ends an open item and says so, as the end of its form does.
func (p *pass) closeItem(it *item) {
	it.open = false
	switch {
	case it.kind == call:
		p.emit(it.owner, spec.Event{Kind: spec.ArgsEnd, Message: it.on, Call: it.id})
		p.release(it)
	case !it.silent:
		p.emit(it.owner, spec.Event{Kind: spec.MessageClose, Message: it.shown()})
	default:
		p.emit(it.owner, spec.Event{Kind: spec.NoteEvent, Note: spec.NoteSystem})
	}
}

// release says that a call is no longer open on its message, which ends one that
// has no start and end of its own.
func (p *pass) release(it *item) {
	m := it.holder
	if m.calls = max(0, m.calls-1); m.calls == 0 && !m.started {
		p.emit(m.owner, spec.Event{Kind: spec.MessageClose, Message: m.id})
	}
}

// shown is the id under which a transcript has the message.
func (it *item) shown() string {
	if it.kind == nameless {
		return ""
	}
	return it.id
}

// closeLane closes the item that chunks hold open for an agent.
func (p *pass) closeLane(agent string) {
	if it := p.lanes[agent]; it != nil {
		p.lanes[agent] = nil
		if p.live(it) {
			p.closeItem(it)
		}
	}
}

// closeLanes closes the chunk items of all agents, in the order in which those
// had their first.
func (p *pass) closeLanes() {
	for _, agent := range p.order {
		p.closeLane(agent)
	}
}

// hold makes an item the one that chunks of its agent continue.
func (p *pass) hold(it *item) {
	if _, known := p.lanes[it.owner]; !known {
		p.order = append(p.order, it.owner)
	}
	p.lanes[it.owner] = it
}
