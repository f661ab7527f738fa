package behaviour

import "hash/maphash"

// most is how many sessions, messages and calls a Tracker knows at once.
const most = 1 << 15

// A thing is a session, message or call. Its name stands in the memory of its
// kind.
type thing struct {
	from, to uint32 // its name, in names
	scope    uint32 // the session's serial and what it is
	serial   uint32 // from 1, in the order in which things are met
	turn     uint32 // message, call: the number of the session's turn that it was met in
	phase    phase

	// Of sessions.
	did     phase  // its turn
	parent  uint32 // the serial of its parent, 0 for none
	turns   uint32 // turns that ended
	cuts    uint32 // the Tracker's, as of its last turn's begin
	message int32  // the message, call that it named last: an index, -1 for none
	call    int32
}

// A phase is how far a thing is.
type phase uint8

const (
	unmet phase = iota
	opened
	runs
	over
	// Of a session's turn.
	noTurn    = unmet
	turnOn    = opened
	turnWaits = runs
	turnEnded = over
)

// The kinds of things, in the lowest bits of a scope.
const (
	aSession uint32 = iota
	aMessage
	aCall
	kinds
)

// things are known by name and scope. Nothing is allocated once it is large
// enough.
type things struct {
	all   []thing
	names []byte
	slots []uint32 // index+1 into all, by hash; a power of two
	marks []uint32 // the round that a slot was filled in
	round uint32
	seed  maphash.Seed
	next  uint32 // the next serial
}

func newThings() things {
	const room = 256
	return things{slots: make([]uint32, room), marks: make([]uint32, room), round: 1, seed: maphash.MakeSeed(), next: 1}
}

// clear forgets everything.
func (t *things) clear() {
	t.all, t.names = t.all[:0], t.names[:0]
	t.next = 1
	t.empty()
}

// empty makes all slots free.
func (t *things) empty() {
	if t.round++; t.round == 0 {
		clear(t.marks)
		t.round = 1
	}
}

// find is the index of a thing; -1 if it is not known, and the slot for it.
func (t *things) find(name string, scope uint32) (index int32, slot uint32) {
	mask := uint32(len(t.slots) - 1)
	slot = first(maphash.String(t.seed, name), scope)
	for slot &= mask; t.marks[slot] == t.round; slot = (slot + 1) & mask {
		i := t.slots[slot] - 1
		if one := &t.all[i]; one.scope == scope && string(t.names[one.from:one.to]) == name {
			return int32(i), slot
		}
	}
	return -1, slot
}

func first(hash uint64, scope uint32) uint32 { return uint32(hash) ^ scope*0x9e3779b1 }

// add makes a thing known that is not, in the slot that find gave.
func (t *things) add(name string, scope, slot uint32) int32 {
	i := len(t.all)
	from := len(t.names)
	t.names = append(t.names, name...)
	t.all = append(t.all, thing{from: uint32(from), to: uint32(len(t.names)), scope: scope, serial: t.next, message: -1, call: -1})
	t.next++
	t.slots[slot], t.marks[slot] = uint32(i+1), t.round
	if 2*len(t.all) > len(t.slots) {
		t.slots, t.marks = make([]uint32, 2*len(t.slots)), make([]uint32, 2*len(t.slots))
		t.index()
	}
	return int32(i)
}

// index gives each thing a slot.
func (t *things) index() {
	t.empty()
	mask := uint32(len(t.slots) - 1)
	for i := range t.all {
		one := &t.all[i]
		slot := first(maphash.Bytes(t.seed, t.names[one.from:one.to]), one.scope) & mask
		for t.marks[slot] == t.round {
			slot = (slot + 1) & mask
		}
		t.slots[slot], t.marks[slot] = uint32(i+1), t.round
	}
}

// full reports whether something has to be forgotten.
func (t *things) full() bool { return len(t.all) >= most || len(t.names) >= mostNames }

// mostNames is how long the names are together.
const mostNames = 4 << 20

// forget forgets what is over, and of the rest what was met first, until half is
// left.
func (t *things) forget() {
	kept := t.all[:0]
	for i := range t.all {
		if t.all[i].phase != over {
			kept = append(kept, t.all[i])
		}
	}
	kept = kept[max(0, len(kept)-most/2):]
	for len(kept) > 0 && length(kept) > mostNames/2 {
		kept = kept[(len(kept)+1)/2:]
	}
	t.keep(kept)
}

func length(all []thing) int {
	n := 0
	for i := range all {
		n += int(all[i].to - all[i].from)
	}
	return n
}

// keep leaves things, which are some of all in their order.
func (t *things) keep(kept []thing) {
	at := uint32(0)
	for i := range kept {
		one := &kept[i]
		n := copy(t.names[at:], t.names[one.from:one.to])
		one.from, one.to = at, at+uint32(n)
		at += uint32(n)
		one.message, one.call = -1, -1
	}
	t.names = t.names[:at]
	t.all = t.all[:copy(t.all, kept)]
	t.index()
}
