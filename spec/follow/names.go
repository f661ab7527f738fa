package follow

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// A Key stands for something that a stream names; 0 for nothing. The same name in
// two sessions has two keys, but a call's where call ids are the conversation's.
type Key = int32

// The kinds of what is named, in the lowest bits of a scope.
const (
	aSession uint32 = iota + 1
	aTurn
	aMessage
	aSlot
	aCall
	anID
	aWait
	kinds
)

// scope is where a name means what it means: in a session, in a message, or
// anywhere.
func scope(in Key, kind uint32) uint32 { return uint32(in)*kinds + kind }

// names gives each name in its scope a key. Nothing is allocated once it is large
// enough.
type names struct {
	all    []thing // by key
	text   []byte  // the names
	free   []Key
	serial uint32
	slots  []Key // by hash; a power of two
	marks  []uint32
	round  uint32 // the slots with this mark are in use
	seed   maphash.Seed
}

func newNames() names {
	const room = 256
	return names{all: make([]thing, 1, room), slots: make([]Key, room), marks: make([]uint32, room), round: 1, seed: maphash.MakeSeed()}
}

// known is how many names there are.
func (n *names) known() int { return len(n.all) - 1 - len(n.free) }

func (n *names) is(key Key, name string) bool {
	t := &n.all[key]
	return string(n.text[t.from:t.to]) == name
}

// key is the key of a name in a scope.
func (n *names) key(name string, scope uint32) Key {
	mask := uint32(len(n.slots) - 1)
	slot := first(maphash.String(n.seed, name), scope) & mask
	for ; n.marks[slot] == n.round; slot = (slot + 1) & mask {
		if key := n.slots[slot]; n.all[key].scope == scope && n.is(key, name) {
			return key
		}
	}
	return n.add(name, scope, slot)
}

func first(hash uint64, scope uint32) uint32 { return uint32(hash) ^ scope*0x9e3779b1 }

// add makes a name known, in the slot where it was looked for.
func (n *names) add(name string, scope, slot uint32) Key {
	key := Key(len(n.all))
	if last := len(n.free) - 1; last >= 0 {
		key, n.free = n.free[last], n.free[:last]
	} else {
		n.all = append(n.all, thing{})
	}
	from := uint32(len(n.text))
	n.text = append(n.text, name...)
	n.serial++
	n.all[key] = thing{from: from, to: uint32(len(n.text)), scope: scope, serial: n.serial}
	n.slots[slot], n.marks[slot] = key, n.round
	if 2*len(n.all) > len(n.slots) {
		n.slots, n.marks = make([]Key, 2*len(n.slots)), make([]uint32, 2*len(n.slots))
		n.index()
	}
	return key
}

// clear forgets every name.
func (n *names) clear() {
	n.all, n.text, n.free, n.serial = n.all[:1], n.text[:0], n.free[:0], 0
	n.empty()
}

// empty makes all slots free.
func (n *names) empty() {
	if n.round++; n.round == 0 {
		clear(n.marks)
		n.round = 1
	}
}

// index gives each name a slot.
func (n *names) index() {
	n.empty()
	mask := uint32(len(n.slots) - 1)
	for key := 1; key < len(n.all); key++ {
		t := &n.all[key]
		if t.scope == 0 {
			continue
		}
		slot := first(maphash.Bytes(n.seed, n.text[t.from:t.to]), t.scope) & mask
		for n.marks[slot] == n.round {
			slot = (slot + 1) & mask
		}
		n.slots[slot], n.marks[slot] = Key(key), n.round
	}
}

// keep forgets all names but some, whose keys stay what they are. A name goes with
// what it is in.
func (n *names) keep(keys []Key) {
	kept, text := make([]bool, len(n.all)), make([]byte, 0, len(n.text)/2)
	for _, within := range [...]bool{false, true} {
		for _, key := range keys {
			t := &n.all[key]
			in := t.scope / kinds
			if (in != 0) != within || within && !kept[in] {
				continue
			}
			kept[key] = true
			from := len(text)
			text = append(text, n.text[t.from:t.to]...)
			t.from, t.to = uint32(from), uint32(len(text))
		}
	}
	n.text, n.free = append(n.text[:0], text...), n.free[:0]
	for key := len(n.all) - 1; key > 0; key-- {
		if !kept[key] {
			n.all[key] = thing{}
			n.free = append(n.free, Key(key))
		}
	}
	n.index()
}

// youngest are those of some keys that were met last, at most so many, their names
// about so long.
func (n *names) youngest(keys []Key, most, bytes int) []Key {
	slices.SortFunc(keys, func(a, b Key) int { return cmp.Compare(n.all[b].serial, n.all[a].serial) })
	for i, key := range keys {
		if bytes -= int(n.all[key].to - n.all[key].from); i >= most || bytes < 0 {
			return keys[:i]
		}
	}
	return keys
}

// alive is a key that was not forgotten, else 0.
func (n *names) alive(key Key) Key {
	if n.all[key].scope == 0 {
		return 0
	}
	return key
}
