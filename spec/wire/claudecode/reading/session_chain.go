package reading

import "github.com/quock-dev/quock/spec"

// A thread is one session key of a file: the root's, an agent's, or that of a
// sidechain. Its records form a tree, of which one branch is live.
type thread struct {
	id      string
	records []chained
	spots   map[string]spot // of each message
	split   bool            // two processes write it, so that no branch of it is void
	recent  []recalled      // of records, the latest last, until it is split
	size    int             // of the bytes of those

	turns   int  // begun
	begun   bool // the session was announced
	empty   bool // nothing came since the announcement began a turn
	known   bool // by an agent_metadata
	command bool // the latest prompt is a command of the program's own
	parent  spec.Ref
	call    spec.Ref
	agent   string
}

// A chained is a record of the conversation in its thread.
type chained struct {
	id      string // of its events
	message string // of an assistant's record
	caller  int    // of results, the record of their call; -1 of others
	void    bool
}

// orphan reports whether it may be a result of no call, which nothing takes away.
func (c *chained) orphan() bool { return c.caller < 0 && c.message == "" }

// A recalled is what a record said, should it turn out that it was not void.
type recalled struct {
	at, size int
	events   []spec.Event
}

// How far back a thread recalls what was said.
const (
	recalledRecords = 256
	recalledBytes   = 1 << 20
)

// remember keeps the content that a record gave, of so many bytes.
func (t *thread) remember(at, size int, events []spec.Event) {
	if t.split {
		return
	}
	r := recalled{at: at, size: size}
	for i := range events {
		if k := events[i].Kind; k == spec.MessageFull || k == spec.CallDone && !t.records[at].orphan() {
			r.events = append(r.events, events[i])
		}
	}
	t.recent, t.size = append(t.recent, r), t.size+size
	drop := 0
	for drop < len(t.recent) && (t.size > recalledBytes || len(t.recent)-drop > recalledRecords) {
		t.size -= t.recent[drop].size
		drop++
	}
	t.recent = append(t.recent[:0], t.recent[drop:]...)
}

// restore gives again what void records said, and how many are too far back for that.
func (t *thread) restore() (events []spec.Event, lost int) {
	for _, r := range t.recent {
		if c := &t.records[r.at]; c.void {
			c.void = false
			events = append(events, r.events...)
		}
	}
	for i := range t.records {
		if t.records[i].void {
			lost++
		}
	}
	t.recent = nil
	return events, lost
}

// A spot is the first record of a message, and the position of its next block.
type spot struct{ at, next int }

// A place is where a uuid stands: its thread, and there the latest record of the
// conversation on the way to it, itself included, -1 for none.
type place struct {
	thread *thread
	at     int
	// Of a record of the conversation, so that it says the same when it is repeated:
	mine   bool
	opened bool // it announced the session
	turn   int  // the turn that it began, -1 for none
	slot   int  // the position of its first block
}

func (d *SessionDecoder) thread(id string) *thread {
	t := d.threads[id]
	if t == nil {
		t = &thread{id: id, spots: map[string]spot{}}
		d.threads[id] = t
	}
	return t
}

// last is the thread's latest record, -1 for none.
func (t *thread) last() int { return len(t.records) - 1 }

// live reports whether there is such a record, and it is not void.
func (t *thread) live(at int) bool { return at >= 0 && at < len(t.records) && !t.records[at].void }

// keep adds a record of the conversation behind the one that it hangs on (-1 for
// none), and gives the ids of those that are void by that.
//
// The result of a live call, and a block of a live message, make nothing void: they
// hang side by side. Any other record that does not hang on the latest one begins a
// new branch. Of what stands behind the record that it hangs on, the blocks of its
// messages and the results of its calls stay, and the rest is void. A record that
// hangs on a void one shows that two processes write the thread: nothing is void then.
func (t *thread) keep(c chained, parent int) (void []string) {
	at, placed := t.spots[c.message]
	placed = placed && c.message != "" && t.live(at.at)
	switch {
	case t.live(c.caller), placed:
	case parent >= 0 && !t.live(parent):
		t.split = true
	case !t.split:
		void = t.leave(parent)
	}
	if c.message != "" && !placed {
		t.spots[c.message] = spot{at: len(t.records)}
	}
	t.records = append(t.records, c)
	return void
}

// leave makes void what stands behind a record and is not of its branch.
func (t *thread) leave(parent int) (void []string) {
	for i := parent + 1; i < len(t.records); i++ {
		c := &t.records[i]
		at, placed := t.spots[c.message]
		placed = placed && c.message != "" && at.at != i && t.live(at.at)
		if c.void || placed || t.live(c.caller) {
			continue
		}
		c.void = true
		void = append(void, c.id)
	}
	return void
}
